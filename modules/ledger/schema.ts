import { HOUSE_NAMES, WALLET_NAMES } from '@assay/core/ledger/owners';
import { PURPOSE, type PurposeName } from '@assay/core/ledger/purpose';
import { REALMS } from '@assay/core/ledger/realm';
import { defineCalls } from '@assay/core/schema/call';
import { assetSymbol, limit, missingOr, oneOf, timeRange } from '@assay/core/schema/fields';
import type {} from '@assay/core/schema/registry';
import { z } from 'zod';
import type { Funded } from './rules.ts';

const purposeNames = Object.keys(PURPOSE) as [PurposeName, ...PurposeName[]];

/** What a person has of one asset in one wallet. Decimal text. */
export const balanceView = z.strictObject({
  asset: z.string(),
  wallet: z.enum(WALLET_NAMES),
  available: z.string(),
  /** For open intents: orders, positions. */
  held: z.string(),
  /** available + held. */
  total: z.string(),
  /** total at the index price, rounded down; "" while the asset has no price. */
  valueUsdt: z.string(),
});
export type BalanceView = z.infer<typeof balanceView>;

/** One posting from the view of the person whose statement it is. */
export const statementLine = z.strictObject({
  /** The command that caused it; all lines of one command are one journal entry. */
  seq: z.int(),
  /** When the command was made durable, in ms since the epoch. */
  at: z.int(),
  asset: z.string(),
  wallet: z.enum(WALLET_NAMES),
  /** Signed: what came in is positive, what went out is negative. */
  amount: z.string(),
  purpose: z.enum(purposeNames),
  /**
   * The other side: a house or outside account by name, "own" for another wallet, else "customer".
   */
  counterpart: z.string(),
});
export type StatementLine = z.infer<typeof statementLine>;

/** One account of the house or of the outside, with all that it has of an asset. */
const publicAccount = z.strictObject({
  owner: z.string(),
  asset: z.string(),
  available: z.string(),
  held: z.string(),
});

/** All accounts of a realm by who owns them; the four numbers of an asset sum to zero. */
const assetSum = z.strictObject({
  asset: z.string(),
  house: z.string(),
  outside: z.string(),
  customers: z.string(),
  /** house + outside + customers: "0", or something is wrong. */
  sum: z.string(),
});

const houseNames = [...HOUSE_NAMES.keys()] as [string, ...string[]];

/** One journal line of an account of the house, with what caused it. */
const houseLine = z.strictObject({
  seq: z.int(),
  at: z.int(),
  asset: z.string(),
  /** Signed: what came in is positive. */
  amount: z.string(),
  purpose: z.enum(purposeNames),
  /** The other side by name; a customer is `user:1000`. */
  counterpart: z.string(),
  /** The command that caused it, and who sent that. */
  command: z.string(),
  actor: z.string(),
});

/** As of a statement; a page of which nothing was shown yet begins at a whole command. */
const houseCursor = z
  .string({ error: missingOr('cursor') })
  .regex(/^[1-9][0-9]{0,15}\.(0|[1-9][0-9]{0,5})$/, 'cursor');

/** Where the next page of a statement begins: a command, and how many of its lines were shown. */
const statementCursor = z
  .string({ error: missingOr('cursor') })
  .regex(/^[1-9][0-9]{0,15}\.[1-9][0-9]{0,5}$/, 'cursor');

export const calls = defineCalls({
  getAsset2: {
    method: 'GET',
    auth: 'user',
    summary: 'Balances of this person in every wallet, with their value in USDT.',
    input: z.strictObject({}),
    output: z.strictObject({
      /** The command up to which they hold. */
      seq: z.int(),
      /**
       * Every asset in the currency wallet, also at zero; other wallets where there is something.
       */
      balances: z.array(balanceView),
      /** Sum of the values, by wallet and in all; assets without a price count nothing. */
      currencyUsdt: z.string(),
      contractUsdt: z.string(),
      totalUsdt: z.string(),
    }),
    refusals: [],
  },
  getWorthByDay: {
    method: 'GET',
    auth: 'user',
    summary: 'What the wallets of this person were worth at the end of each of the last UTC days.',
    input: z.strictObject({ days: limit(30, 90) }),
    output: z.strictObject({
      /** Oldest first; days before the first movement, or before what is read, are left out. */
      days: z.array(
        z.strictObject({
          /** The end of the day, in ms since the epoch. */
          end: z.int(),
          /** At the last prices of the day, rounded down; what has no price counts nothing. */
          currencyUsdt: z.string(),
          contractUsdt: z.string(),
          totalUsdt: z.string(),
          /** What came in from outside in this day less what left, at the same prices. */
          broughtInUsdt: z.string(),
        }),
      ),
      /** What trading made of it: the last day's worth less the first's and what came in since. */
      resultUsdt: z.string(),
    }),
    refusals: [],
  },
  getStatement: {
    method: 'GET',
    auth: 'user',
    summary: 'Everything that came into and went out of this person’s accounts, newest first.',
    input: z.strictObject({
      asset: assetSymbol.optional(),
      purpose: oneOf(...purposeNames).optional(),
      ...timeRange,
      before: statementCursor.optional(),
      limit: limit(50, 500),
    }),
    output: z.strictObject({ lines: z.array(statementLine), next: z.string().nullable() }),
    refusals: [],
  },
  getHouseEntries: {
    method: 'GET',
    auth: 'operator',
    right: 'reports.read',
    summary: 'The journal lines of an account of the house or the outside, newest first, in pages.',
    input: z.strictObject({
      realm: oneOf(...REALMS).default('real'),
      owner: oneOf(...houseNames),
      asset: assetSymbol.optional(),
      purpose: oneOf(...purposeNames).optional(),
      ...timeRange,
      before: houseCursor.optional(),
      limit: limit(50, 100),
    }),
    output: z.strictObject({
      lines: z.array(houseLine),
      /** Null once everything was looked at; there may be a next page after an empty one. */
      next: z.string().nullable(),
      /** The earliest command that was looked at. */
      searchedTo: z.int(),
    }),
    refusals: [],
  },
  getHouseAccounts: {
    method: 'GET',
    auth: 'visitor',
    summary: 'What the house has and what came from outside, and that all accounts sum to zero.',
    input: z.strictObject({ realm: oneOf(...REALMS).optional() }),
    output: z.strictObject({
      realm: z.enum(REALMS),
      /** The command up to which it holds, and its hash in the chain. */
      seq: z.int(),
      head: z.string(),
      accounts: z.array(publicAccount),
      sums: z.array(assetSum),
      /** Number of customers' accounts that are in the sums. */
      customerAccounts: z.int(),
    }),
    refusals: [],
  },
});

/** A customer's balance as its batch left it. Decimal text. */
export interface BalanceChanged {
  readonly type: 'balanceChanged';
  readonly userId: number;
  readonly asset: string;
  readonly wallet: (typeof WALLET_NAMES)[number];
  readonly available: string;
  readonly held: string;
}

/** Operator's capital for an account of the house. */
export interface FundHouse {
  readonly owner: number;
  readonly asset: string;
  readonly amount: string;
}

/** The virtual account of a user. */
export interface VirtualAccount {
  readonly userId: number;
}

/** Virtual money of a user, by asset. */
export interface VirtualGrants extends VirtualAccount {
  readonly grants: readonly { readonly asset: string; readonly amount: string }[];
}

/** In the order in which the reasons are checked. */
export const FUND_HOUSE_REFUSALS = [
  'notAllowed',
  'unknownAsset',
  'notAHouseAccount',
  'invalidAmount',
  'noRoom',
] as const;
export const OPEN_VIRTUAL_ACCOUNT_REFUSALS = [
  'onlyVirtual',
  'unknownUser',
  'notAllowed',
  'invalidAmount',
  'alreadyOpen',
  'noRoom',
] as const;
export const RESET_VIRTUAL_ACCOUNT_REFUSALS = [
  'onlyVirtual',
  'unknownUser',
  'notAllowed',
  'invalidAmount',
  'notOpen',
  'noRoom',
] as const;

export const END_VIRTUAL_ACCOUNT_REFUSALS = [
  'onlyVirtual',
  'unknownUser',
  'notAllowed',
  'notOpen',
] as const;

export interface DeclareCapital {
  readonly account: Funded;
  readonly asset: string;
  /** Decimal text. */
  readonly amount: string;
}

declare module '@assay/core/schema/registry' {
  interface Facts {
    balanceChanged: BalanceChanged;
  }
  interface AccountFields {
    balances: readonly BalanceView[];
  }
  interface Commands {
    fundHouse: {
      body: FundHouse;
      outcome: { readonly account: string; readonly asset: string; readonly amount: string };
      refusal: (typeof FUND_HOUSE_REFUSALS)[number];
    };
    /** The same by two of staff, into an account that the house pays out of. */
    declareCapital: {
      body: DeclareCapital;
      outcome: { readonly account: string; readonly asset: string; readonly amount: string };
      refusal: (typeof FUND_HOUSE_REFUSALS)[number];
    };
    openVirtualAccount: {
      body: VirtualGrants;
      outcome: { readonly userId: number };
      refusal: (typeof OPEN_VIRTUAL_ACCOUNT_REFUSALS)[number];
    };
    resetVirtualAccount: {
      body: VirtualGrants;
      outcome: { readonly userId: number };
      refusal: (typeof RESET_VIRTUAL_ACCOUNT_REFUSALS)[number];
    };
    endVirtualAccount: {
      body: VirtualAccount;
      outcome: { readonly userId: number };
      refusal: (typeof END_VIRTUAL_ACCOUNT_REFUSALS)[number];
    };
  }
}
