import { REALMS } from '@assay/core/ledger/realm';
import { defineCalls } from '@assay/core/schema/call';
import { integer, oneOf } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { MODES } from '@assay/core/schema/mode';
import { SECOND } from '@assay/core/time';
import { z } from 'zod';

/** A proof reads some thousand commands of the log. */
export const limits = {
  proof: {
    account: [{ max: 30, ms: 10 * SECOND }],
    network: [{ max: 60, ms: 10 * SECOND }],
  },
} as const satisfies LimitTable;

const hex = z.string().regex(/^[0-9a-f]*$/);

/** How far the log of a realm has come, signed; core/receipt/head.ts has the text. */
export const signedHead = z.strictObject({
  realm: z.enum(REALMS),
  seq: z.int(),
  hash: hex,
  root: hex,
  at: z.int(),
  signature: hex,
});

const ofRealm = { realm: oneOf(...REALMS).default('real') };

export const factCalls = defineCalls({
  getSetting: {
    method: 'GET',
    auth: 'visitor',
    summary: 'What this deployment says of itself: its name, languages, and where prices are from.',
    input: z.strictObject({}),
    output: z.strictObject({
      siteName: z.string(),
      /** Accents of dark and light screens; empty where they are the software's own. */
      accentDark: z.string(),
      accentLight: z.string(),
      /** `getLogo` has a picture. */
      hasLogo: z.boolean(),
      /** Whoever runs this server has said who they are; else every page says so. */
      operatorNamed: z.boolean(),
      /** In a trial money is made up; every page says so. */
      mode: z.enum(MODES),
      /** Those that are offered, by the product's own codes: jp, kr, tw … */
      languages: z.array(z.string()),
      defaultLanguage: z.string(),
      /** The origin that the apps send their calls to; "" for the one that they are served from. */
      apiUrl: z.string(),
      /** How long the apps wait for an answer. */
      callTimeoutMs: z.int(),
      source: z.enum(['live', 'replay', 'simulated']),
      /** Simulated prices are labelled on every page that shows them. */
      simulated: z.boolean(),
      /** The site that phones are redirected to; "" for none. */
      mobileSite: z.string(),
      invitationRequired: z.boolean(),
    }),
    refusals: [],
  },
  new_data: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Public figures, counted from what is there.',
    input: z.strictObject({}),
    output: z.strictObject({
      /** Registered people, without visitors with only a virtual account. */
      users: z.int(),
      /** Countries that they are from. */
      countries: z.int(),
      /** Markets that trade. */
      markets: z.int(),
      /** USDT traded on the real books in the last 24 hours, as a decimal. */
      volume24h: z.string(),
      /** Indicators and drawing tools of the chart. */
      tools: z.int(),
    }),
    refusals: [],
  },
  getLogHead: {
    method: 'GET',
    auth: 'visitor',
    summary: 'The last signed head of the log of all commands, and the key that it is signed with.',
    input: z.strictObject(ofRealm),
    output: z.strictObject({
      /** The 32 bytes of an Ed25519 key, in hex. */
      publicKey: hex,
      head: signedHead,
    }),
    refusals: ['noHead'],
  },
  getLogProof: {
    method: 'GET',
    auth: 'visitor',
    limit: 'proof',
    summary: 'The path from a command to the last signed head; of the command it shows its hash.',
    input: z.strictObject({ ...ofRealm, seq: integer(1, Number.MAX_SAFE_INTEGER) }),
    output: z.strictObject({
      publicKey: hex,
      head: signedHead,
      /** The hash of the command in the chain: that of its receipt. */
      hash: hex,
      /** Hashes beside the way to the root, from below (RFC 6962). */
      path: z.array(hex),
    }),
    refusals: ['noHead', 'unknownCommand'],
  },
});
