import type { LimitTable, WindowRule } from './limits.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How much of each kind of request is allowed, as data (numbers: ASVS 5.0 §2.4 and §6.3.1 leave
 * them to the product; these are ours). A call names its row by `limit`; without one it is `read`
 * for GET and `write` for POST. Codes, wrong passwords, wrong codes and new accounts are counted by
 * the identity module with the rows named after them.
 */
export const limitTable = {
  read: {
    account: [{ max: 300, ms: 10 * SECOND }],
    network: [{ max: 1200, ms: 10 * SECOND }],
  },
  write: {
    account: [{ max: 50, ms: 5 * SECOND }],
    network: [{ max: 100, ms: SECOND }],
  },
  /** 20 a second on average with bursts of 50. */
  orderEntry: {
    account: [
      { max: 50, ms: 2500 },
      { max: 100_000, ms: DAY },
    ],
    network: [{ max: 100, ms: SECOND }],
  },
  login: {
    network: [
      { max: 60, ms: MINUTE },
      { max: 1000, ms: HOUR },
    ],
  },
  loginFailure: {
    network: [
      { max: 20, ms: MINUTE },
      { max: 200, ms: HOUR },
    ],
  },
  codeSend: {
    account: [
      { max: 1, ms: MINUTE },
      { max: 5, ms: HOUR },
      { max: 10, ms: DAY },
    ],
    network: [
      { max: 10, ms: HOUR },
      { max: 50, ms: DAY },
    ],
    everybody: [{ max: 20_000, ms: DAY }],
  },
  codeVerify: { network: [{ max: 30, ms: HOUR }] },
  register: {
    network: [
      { max: 5, ms: HOUR },
      { max: 20, ms: DAY },
    ],
  },
  demo: { network: [{ max: 30, ms: HOUR }] },
  /** Making and changing keys of programs: their rows are kept for good. */
  apiKey: {
    account: [
      { max: 60, ms: HOUR },
      { max: 200, ms: DAY },
    ],
    network: [{ max: 120, ms: HOUR }],
  },
} as const satisfies LimitTable;

/** All limits times `factor`, for load tests and machines that share one address. */
export function scaleLimits(table: LimitTable, factor: number): LimitTable {
  const scaled = (rules: readonly WindowRule[] | undefined): WindowRule[] =>
    (rules ?? []).map((rule) => ({ ms: rule.ms, max: Math.max(1, Math.ceil(rule.max * factor)) }));
  const rows = Object.entries(table).map(([name, row]) => [
    name,
    {
      account: scaled(row.account),
      network: scaled(row.network),
      everybody: scaled(row.everybody),
    },
  ]);
  return Object.fromEntries(rows);
}
