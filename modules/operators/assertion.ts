import { hash } from 'node:crypto';
import { canonicalText } from '@assay/core/approval/canonical-text';
import { actionText } from '@assay/modules/identity/rules';

/**
 * What a passkey has signed, with all that it takes to check it later: the challenge in
 * `clientDataJSON` is `challengeOf(digest, nonce)`, where `digest` is the SHA-256 of the action's
 * canonical text, and the signature is over `authenticatorData` and the hash of `clientDataJSON`
 * (WebAuthn §7.2). Binary values are base64url.
 */
export interface KeptAssertion {
  readonly credentialId: string;
  /** What its owner calls the passkey. */
  readonly name: string;
  /** COSE key (RFC 9052). */
  readonly publicKey: string;
  readonly digest: string;
  readonly nonce: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

/** SHA-256, in hexadecimal, of the canonical text of a call and its fields. */
export function actionDigest(action: string, fields: object): string {
  return hash('sha256', actionText(action, fields), 'hex');
}

/** What the passkey signs: this action, and this asking for it. */
export function challengeOf(digest: string, nonce: string): Buffer {
  return hash('sha256', `${digest}\n${nonce}`, 'buffer');
}

/** By what the record of staff knows an assertion, so that one that was exchanged is found. */
export function assertionHash(assertion: KeptAssertion): string {
  return hash('sha256', canonicalText(assertion), 'hex');
}
