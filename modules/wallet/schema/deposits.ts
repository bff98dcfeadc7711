import { defineCalls } from '@assay/core/schema/call';
import { assetSymbol, id, limit, oneOf, text, timeRange } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { HOUR } from '@assay/core/time';
import { z } from 'zod';

/** What people see of a deposit; which of them are still under way. */
export const DEPOSIT_STATES = [
  ...(['confirming', 'collected', 'credited'] as const),
  ...(['orphaned', 'recovery'] as const),
] as const;

/** Why people must look at one; permanent, because rows have them. */
export const RECOVERY_REASONS = [
  ...(['unknownToken', 'noAccount', 'refused', 'creditedByProof'] as const),
] as const;

/** Amounts are decimal text. */
const token = z.strictObject({
  asset: z.string(),
  /** Null for the chain's own coin; else an address as people see it. */
  contract: z.string().nullable(),
  decimals: z.int(),
  minimum: z.string(),
});

const chain = z.strictObject({
  chainId: z.int(),
  name: z.string(),
  /** Its coins are worth nothing. */
  isTest: z.boolean(),
  /** Blocks until a deposit is credited, and until it may leave again. */
  confirmations: z.int(),
  withdrawalConfirmations: z.int(),
  minutes: z.int(),
  /** The beginning of the address of a page about a transaction; empty: there is none. */
  explorer: z.string(),
  /** Its node answers. */
  isRead: z.boolean(),
  tokens: z.array(token),
  /** What can be asked for today, of a chain that gives test money; null of others. */
  testMoney: z.strictObject({ asset: z.string(), amount: z.string(), left: z.int() }).nullable(),
});

const deposit = z.strictObject({
  depositId: z.int(),
  chainId: z.int(),
  chain: z.string(),
  /** Empty for what is not among the tokens; then the amount is in the smallest parts of it. */
  asset: z.string(),
  amount: z.string(),
  state: z.enum(DEPOSIT_STATES),
  reason: z.enum(['', ...RECOVERY_REASONS]),
  /** Blocks on it, at most as many as it needs until it may leave again. */
  confirmations: z.int(),
  needed: z.int(),
  neededToWithdraw: z.int(),
  /** Of one that is collected: how much more has to come; else empty. */
  missing: z.string(),
  transaction: z.string(),
  /** A page about the transaction; empty: there is none. */
  page: z.string(),
  address: z.string(),
  sender: z.string(),
  seenAt: z.int(),
  changedAt: z.int(),
});
export type DepositRow = z.infer<typeof deposit>;
export type DepositState = DepositRow['state'];
export type DepositChainView = z.infer<typeof chain>;

const chainId = id;

/** What staff see of a deposit beside what its owner sees. */
const foundDeposit = deposit.extend({ userId: z.int() });
export type FoundDeposit = z.infer<typeof foundDeposit>;

export const depositLimits = {
  testMoney: { account: [{ max: 10, ms: HOUR }], network: [{ max: 100, ms: HOUR }] },
} as const satisfies LimitTable;

export const depositCalls = defineCalls({
  getDepositChains: {
    method: 'GET',
    auth: 'user',
    summary: 'The chains and assets in which this person can deposit, with their conditions.',
    input: z.strictObject({}),
    output: z.strictObject({ chains: z.array(chain) }),
    refusals: [],
  },
  getDepositAddress: {
    method: 'POST',
    auth: 'user',
    summary: 'The address of this person on a chain: one of their own, which stays.',
    input: z.strictObject({ chainId }),
    output: z.strictObject({ chainId: z.int(), address: z.string() }),
    refusals: ['virtualAccount', 'unknownChain', 'depositsClosed', 'rulesUnread'],
  },
  getDeposits: {
    method: 'GET',
    auth: 'user',
    summary: 'What this person has deposited on chains, the latest first, with where it stands.',
    input: z.strictObject({
      chainId: chainId.optional(),
      asset: assetSymbol.optional(),
      state: oneOf(...DEPOSIT_STATES).optional(),
      ...timeRange,
      before: id.optional(),
      limit: limit(20, 100),
    }),
    output: z.strictObject({
      deposits: z.array(deposit),
      /** What to give as `before` for the next page; null on the last. */
      next: z.int().nullable(),
    }),
    refusals: [],
  },
  askTestMoney: {
    method: 'POST',
    auth: 'user',
    limit: 'testMoney',
    summary: 'Sends test money of a trial to this person’s address on a test chain.',
    input: z.strictObject({ chainId }),
    output: z.strictObject({ asset: z.string(), amount: z.string(), left: z.int() }),
    refusals: [
      ...(['virtualAccount', 'unknownChain', 'depositsClosed', 'noTestMoney'] as const),
      ...(['rulesUnread', 'testMoneyUsed'] as const),
    ],
  },
});

const status = z.strictObject({
  hosts: z.array(z.string()),
  head: z.int().nullable(),
  read: z.int().nullable(),
  final: z.int().nullable(),
  readAt: z.int().nullable(),
  trouble: z.strictObject({ text: z.string(), since: z.int() }).nullable(),
  /** A block that was final is not on the chain any more; the last that both have. */
  contradiction: z.strictObject({ at: z.int(), common: z.int().nullable() }).nullable(),
  /** Credited, and the chain does not have it any more. */
  contradicted: z.int(),
});

export const depositStaffCalls = defineCalls({
  getChains: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'Chains with their tokens, and where their nodes stand.',
    input: z.strictObject({}),
    output: z.strictObject({
      /** Whether addresses can be given out: there is an extended public key. */
      hasKey: z.boolean(),
      chains: z.array(
        z.strictObject({
          ...{ chainId: z.int(), name: z.string(), isTest: z.boolean(), isOpen: z.boolean() },
          ...{ confirmations: z.int(), withdrawalConfirmations: z.int(), minutes: z.int() },
          explorer: z.string(),
          tokens: z.array(token.extend({ isOpen: z.boolean() })),
          /** Null: the settings name no node. */
          status: status.nullable(),
        }),
      ),
    }),
    refusals: [],
  },
  findDeposits: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'Deposits of customers by transaction, address or number of the customer.',
    input: z.strictObject({
      query: text(0, 100).default(''),
      state: oneOf(...DEPOSIT_STATES).optional(),
      before: id.optional(),
      limit: limit(50, 100),
    }),
    output: z.strictObject({ deposits: z.array(foundDeposit), next: z.int().nullable() }),
    refusals: [],
  },
});
