import { z } from 'zod';
import { missingOr, text } from './fields.ts';

/** The fields with which somebody proves who they are: people and staff do it alike. */

export const challengeId = z
  .string({ error: missingOr('challengeId') })
  .regex(/^[A-Za-z0-9_-]{22}$/, 'challengeId');

/** What an authenticator answered, as JSON: browsers serialise it so themselves. */
const json = z
  .string({ error: missingOr('credential') })
  .max(20_000, 'tooLong')
  .transform((written, context): unknown => {
    try {
      return JSON.parse(written);
    } catch {
      context.addIssue({ code: 'custom', message: 'credential' });
      return z.NEVER;
    }
  });

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/, 'credential');
const ofAuthenticator = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};

/** A new passkey (WebAuthn §5.2.1), without the parts that nothing here uses. */
export const attestation = json.pipe(
  z.object({
    ...ofAuthenticator,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z
        .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
        .default([]),
    }),
  }),
);

/** A signature by a passkey (WebAuthn §5.2.2). */
export const assertion = json.pipe(
  z.object({
    ...ofAuthenticator,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
    }),
  }),
);
export type Attestation = z.output<typeof attestation>;
export type Assertion = z.output<typeof assertion>;

/** What a person calls an authenticator, a passkey or a wallet. */
export const ownName = text(1, 40);

/** What an authenticator app shows (RFC 6238). */
export const totpCode = z.string({ error: missingOr('totp') }).regex(/^[0-9]{6}$/, 'totp');
