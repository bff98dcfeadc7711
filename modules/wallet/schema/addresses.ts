import { defineCalls } from '@assay/core/schema/call';
import { assetSymbol, id, missingOr, text, truth } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { HOUR } from '@assay/core/time';
import { z } from 'zod';

export const addressLimits = {
  /** Addresses that somebody adds or removes; what is wrong costs one too. */
  withdrawalAddress: { account: [{ max: 30, ms: HOUR }], network: [{ max: 60, ms: HOUR }] },
} as const satisfies LimitTable;

const address = z
  .string({ error: missingOr('address') })
  .trim()
  .min(1, 'addressMissing')
  .max(128, 'address');
const stepUp = z
  .string({ error: missingOr('stepUp') })
  .regex(/^[A-Za-z0-9_-]{43}$/, 'stepUp')
  .optional();
const addressView = z.strictObject({
  addressId: z.int(),
  asset: z.string(),
  chainId: z.int(),
  /** For people: `Ethereum (ERC-20)`. */
  chain: z.string(),
  address: z.string(),
  memo: z.string(),
  remark: z.string(),
  addedAt: z.int(),
  /** It cools until then: what leaves for it waits so long, or is refused. */
  usableAt: z.int(),
});
export type AddressView = z.infer<typeof addressView>;

const book = z.strictObject({
  addresses: z.array(addressView),
  whitelist: z.strictObject({
    isOn: z.boolean(),
    /** When it ends, once somebody has switched it off; null otherwise. */
    endsAt: z.int().nullable(),
  }),
  networks: z.array(z.strictObject({ chainId: z.int(), chain: z.string(), asset: z.string() })),
  /** How long a new address cools, usually and while only known addresses may be used. */
  coolingHours: z.int(),
  strictHours: z.int(),
});
export type AddressBookView = z.infer<typeof book>;

export const addressCalls = defineCalls({
  getAddresses: {
    method: 'GET',
    auth: 'user',
    summary: 'The addresses that this person withdraws to, and whether only these may be used.',
    input: z.strictObject({}),
    output: book,
    refusals: [],
  },
  addAddress: {
    method: 'POST',
    auth: 'user',
    summary: 'Adds an address to withdraw to, which cools first.',
    input: z.strictObject({
      ...{ asset: assetSymbol, chainId: id, address },
      memo: text(0, 100).default(''),
      remark: text(0, 60).default(''),
      /** It resembles another address of this person, and is meant all the same. */
      despite: truth.default(false),
      stepUp,
    }),
    output: addressView,
    limit: 'withdrawalAddress',
    refusals: [
      ...(['virtualAccount', 'accountNeeded', 'settingsLocked', 'notOffered'] as const),
      ...(['tooManyAddresses', 'addressKnown', 'addressAlike'] as const),
      ...(['stepUpNeeded', 'stepUpWrong'] as const),
    ],
  },
  removeAddress: {
    method: 'POST',
    auth: 'user',
    summary: 'Removes an address. Whoever adds it again waits again.',
    input: z.strictObject({ addressId: id }),
    output: z.strictObject({}),
    limit: 'withdrawalAddress',
    refusals: ['virtualAccount', 'noAddress'],
  },
  setWhitelistOnly: {
    method: 'POST',
    auth: 'user',
    summary: 'Lets withdrawals go to known addresses only, at once; or to any, after a wait.',
    input: z.strictObject({ isOn: truth, stepUp }),
    output: z.strictObject({ isOn: z.boolean(), endsAt: z.int().nullable() }),
    limit: 'withdrawalAddress',
    refusals: [
      ...(['virtualAccount', 'accountNeeded', 'settingsLocked'] as const),
      ...(['stepUpNeeded', 'stepUpWrong'] as const),
    ],
  },
});

const decimal = z.string();
const minutes = z.int();

const rulesView = z.strictObject({
  version: z.int(),
  /** SHA-256 of the version's canonical text. */
  digest: z.string(),
  /** Amounts of USDT; shares in millionths; minutes of the day by the clocks of the zone. */
  ...{ least: decimal, most: decimal, fee: decimal, networkFee: decimal, juniorMost: decimal },
  ...{ tierLimit: decimal, onePersonLimit: decimal, travelAmount: decimal },
  ...{ perDay: z.int(), windowFrom: minutes, windowUntil: minutes, zone: z.string() },
  turnoverPpm: z.int(),
  turnoverMode: z.enum(['off', 'review', 'block']),
  ...{ exitDays: z.int(), reviewHours: z.int(), returnHours: z.int() },
  ...{ coolingHours: z.int(), strictHours: z.int(), changeHours: z.int() },
  isOpen: z.boolean(),
  /** When requests go next: now, while they do. */
  opensAt: z.int(),
  /** When this person has ticked this version; null for others, and for visitors. */
  readAt: z.int().nullable(),
  /** When this person has ticked any version first: they may deposit. */
  firstReadAt: z.int().nullable(),
});
export type WithdrawalRulesView = z.infer<typeof rulesView>;

export const rulesCalls = defineCalls({
  getWithdrawalRules: {
    method: 'GET',
    auth: 'visitor',
    summary:
      'How money leaves: all numbers that hold now, and which of them this person has ticked.',
    input: z.strictObject({}),
    output: rulesView,
    refusals: [],
  },
  readWithdrawalRules: {
    method: 'POST',
    auth: 'user',
    summary: 'Says that this person has read the rules in this version; that goes on record.',
    input: z.strictObject({ version: id, digest: z.string().regex(/^[0-9a-f]{64}$/, 'digest') }),
    output: z.strictObject({ readAt: z.int() }),
    refusals: ['virtualAccount', 'otherRules'],
  },
});
