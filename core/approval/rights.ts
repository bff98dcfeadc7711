import type { Right } from './policy.ts';

/**
 * What staff may be allowed to do, by role. Nobody may do everything: whatever credits money,
 * refuses a customer or changes a rule against customers takes a second person, whose right is
 * that of another role (decision 0036).
 */

export const RIGHTS = [
  /** The engines, the jobs, the feed and the house's accounts. */
  'system.read',
  /** The figures of each day, the trial balance, and the entries of the house's accounts. */
  'reports.read',
  /** Messages to people; in a trial also their codes. */
  'outbox.read',
  /** What every member of staff did. */
  'audit.read',
  'staff.read',
  'staff.prepare',
  'staff.approve',
  /** Ends somebody's access at once. */
  'staff.end',
  /** What waits for a decision, and what was decided. */
  'proposals.read',
  'markets.read',
  /** To go on with an emergency stop takes two. */
  'emergency.prepare',
  'emergency.approve',
  /** Stops a market or all withdrawals for a few hours, alone, and ends that. */
  'emergency.stop',
  /** Fees and limits: to announce a change takes two. */
  'parameters.read',
  'parameters.prepare',
  'parameters.approve',
  'house.prepare',
  'house.approve',
  /** Deposits and withdrawals of customers, and the chains on which they are. */
  'wallet.read',
  'wallet.prepare',
  'wallet.approve',
  /** Masked data of customers. */
  'users.read',
  'users.unmask',
  /** Stops withdrawals of a customer and ends their sessions. */
  'users.freeze',
  /** Confirms a freeze of more than a day. */
  'users.approve',
  /** That cases wait, and until when. */
  'verification.read',
  /** Claims a case, and so reads its data, which is recorded: who decides or confirms. */
  'verification.claim',
  /**
   * Opens the pictures of a claimed case, each of which its owner sees; without the right to decide
   * only while a refusal waits to be confirmed.
   */
  'verification.open',
  'verification.decide',
  /** Confirms a decision against a customer, and corrections of what was approved. */
  'verification.approve',
  /** How long customers wait, what they thought, and the answers that are written once. */
  'support.read',
  'support.answer',
  /** Writes the answers that all of support may use. */
  'support.canned',
  /** Drafts, and what was published before. */
  'content.read',
  'content.prepare',
  'content.approve',
] as const satisfies readonly Right[];
export type StaffRight = (typeof RIGHTS)[number];

const READS = [
  'system.read',
  'staff.read',
  'proposals.read',
  'markets.read',
  'parameters.read',
] as const;

/** The roles of staff, each with its rights. */
export const ROLE_RIGHTS = {
  support: [...READS, 'users.read', 'users.unmask', 'support.read', 'support.answer'],
  verification: [
    ...READS,
    ...(['users.read', 'users.unmask', 'users.approve'] as const),
    ...(['verification.read', 'verification.claim'] as const),
    ...(['verification.open', 'verification.decide'] as const),
  ],
  financeMaker: [...READS, 'reports.read', 'house.prepare', 'wallet.read', 'wallet.prepare'],
  financeChecker: [
    ...READS,
    ...(['reports.read', 'house.approve', 'wallet.read', 'wallet.approve'] as const),
    // Who confirms a refusal sees what it is about.
    ...(['verification.read', 'verification.claim'] as const),
    ...(['verification.open', 'verification.approve'] as const),
  ],
  risk: [
    ...READS,
    ...(['reports.read', 'emergency.stop', 'users.read', 'users.freeze', 'outbox.read'] as const),
    'wallet.read',
  ],
  configMaker: [
    ...READS,
    ...(['emergency.prepare', 'parameters.prepare', 'staff.prepare', 'staff.end'] as const),
    ...(['content.read', 'content.prepare', 'support.read', 'support.canned'] as const),
  ],
  configChecker: [
    ...READS,
    ...(['emergency.approve', 'parameters.approve', 'staff.approve'] as const),
    ...(['content.read', 'content.approve'] as const),
  ],
  /** Reads everything, above all what the others did, and changes nothing. */
  auditor: [
    ...READS,
    ...(['audit.read', 'reports.read', 'outbox.read', 'users.read', 'wallet.read'] as const),
    ...(['verification.read', 'content.read', 'support.read'] as const),
  ],
} as const satisfies Record<string, readonly StaffRight[]>;

export type Role = keyof typeof ROLE_RIGHTS;
export const ROLES = Object.keys(ROLE_RIGHTS) as [Role, ...Role[]];

/** What somebody with these roles may do. */
export function rightsOfRoles(roles: readonly Role[]): ReadonlySet<Right> {
  return new Set<Right>(roles.flatMap((role): readonly Right[] => ROLE_RIGHTS[role]));
}
