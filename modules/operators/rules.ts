import { type Role, rightsOfRoles } from '@assay/core/approval/rights';
import type { Proof } from './schema/access.ts';

/** Actions of staff that the console has words for; other modules have more, in the same style. */
export const ACTIONS = [
  ...(['entered', 'left', 'readOutbox', 'prepared', 'approved', 'rejected', 'withdrawn'] as const),
  ...([
    'claimed',
    'released',
    'madeLink',
    'madeLinkCode',
    'endedStaff',
    'endedSession',
    'readLog',
  ] as const),
  'declaredAccount',
  ...(['loggedIn', 'addedFactor', 'removedFactor'] as const),
  ...(['stoppedMarket', 'reopenedMarket', 'stoppedWithdrawals', 'reopenedWithdrawals'] as const),
  ...(['customerOpened', 'unmask', 'froze', 'unfroze', 'readSessions', 'endedSessions'] as const),
  ...(['supportFile', 'supportHandOver', 'supportClose', 'readRatings'] as const),
  ...(['cannedSaved', 'cannedRemoved', 'publishedContent', 'withdrewContent'] as const),
  ...(['loanOpened', 'loanDocument', 'repaymentProof', 'proofLinked'] as const),
  ...(['purchaseOpened', 'purchaseProof', 'purchaseReleased', 'statementImported'] as const),
  ...(['withdrawalOpened', 'withdrawalApproved', 'withdrawalPaidByBank', 'depositProof'] as const),
  ...(['launchQueueOpened', 'launchApplicationDecided'] as const),
] as const;
export type OperatorAction = (typeof ACTIONS)[number];

/** How many customer accounts one person of the staff may have. */
export const OWN_ACCOUNTS_MAX = 20;

type Rights = ReturnType<typeof rightsOfRoles>;

const isRead = (right: string) => right.endsWith('.read');

/** Whether these roles change nothing, so that an authenticator app is enough for them. */
export function readsOnly(roles: readonly Role[]): boolean {
  return [...rightsOfRoles(roles)].every(isRead);
}

/**
 * What a session may do. One by an app reads, whatever the roles say. One by a link sets up a
 * passkey and nothing else, but in a trial, whose owner reads codes in the outbox at once.
 */
export function rightsIn(proof: Proof, roles: readonly Role[], trial: boolean): Rights {
  const all = rightsOfRoles(roles);
  if (proof === 'passkey' || (proof === 'link' && trial)) return all;
  return new Set([...all].filter((right) => proof === 'totp' && isRead(right)));
}

interface Admitting {
  readonly person: number;
  readonly roles: readonly Role[];
  /** Who has no passkey cannot act, and may never come. */
  readonly signs: boolean;
}

/**
 * Whether of those who are there before somebody is needed to admit others, who is not after: of
 * those who can act, and of all, with those who are invited.
 */
export function isLastOfStaff(before: readonly Admitting[], after: readonly Admitting[]): boolean {
  const acting = (members: readonly Admitting[]) => members.filter(({ signs }) => signs);
  return (
    (canAdmit(before) && !canAdmit(after)) || (canAdmit(acting(before)) && !canAdmit(acting(after)))
  );
}

/** The same when a member loses every passkey, and stays. */
export function isLastWithout(
  members: readonly (Admitting & {
    readonly operatorId: number;
    readonly endedAt: number | null;
  })[],
  operatorId: number,
): boolean {
  const active = members.filter(({ endedAt }) => endedAt === null);
  const after = active.map((one) =>
    one.operatorId === operatorId ? { ...one, signs: false } : one,
  );
  return isLastOfStaff(active, after);
}

/**
 * Whether these can admit others: one prepares and another person approves. Without two such
 * people nobody could ever be admitted again.
 */
function canAdmit(members: readonly Admitting[]): boolean {
  const may = (right: 'staff.prepare' | 'staff.approve') =>
    members.filter(({ roles }) => rightsOfRoles(roles).has(right)).map(({ person }) => person);
  const approvers = may('staff.approve');
  return may('staff.prepare').some((person) => approvers.some((other) => other !== person));
}

/**
 * The first two members of a production. What one of them prepares, the other decides, so that
 * together they can admit everybody else, and neither of them alone can do anything that needs two.
 */
export const FOUNDERS = [
  { name: 'First member', roles: ['configMaker', 'financeMaker', 'verification', 'support'] },
  { name: 'Second member', roles: ['configChecker', 'financeChecker', 'risk', 'auditor'] },
] as const satisfies readonly { readonly name: string; readonly roles: readonly Role[] }[];
