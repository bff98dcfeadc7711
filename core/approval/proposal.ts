import type { Realm } from '../ledger/realm.ts';
import { assert } from '../num/integer.ts';
import { canonicalText } from './canonical-text.ts';
import type { ApprovalPolicy, Right } from './policy.ts';

/**
 * Approval by more than one person, as a pure rule: one person prepares a command, others decide on
 * exactly that command until it expires. The caller that keeps proposals runs the command in the
 * step in which it becomes approved, so that it runs once (core/approval/README.md).
 */

/**
 * A member of staff at the time of acting. `person` is the human being: two accounts of one person
 * give one signature.
 */
export interface Signatory {
  readonly person: number;
  readonly rights: ReadonlySet<Right>;
}

/** The preparer alone may withdraw; to approve and to reject takes the right to decide. */
export type Verdict = 'approve' | 'reject' | 'withdraw';

/** One person's decision on a proposal. `digest` is that of the text the person was shown. */
export interface Decision {
  readonly verdict: Verdict;
  readonly by: Signatory;
  readonly digest: string;
  readonly at: number;
}

/** A decision that was accepted. */
export interface Signature {
  readonly verdict: Verdict;
  readonly person: number;
  readonly at: number;
}

/** A command that waits for approval. Plain data, stored as it is. Times in ms. */
export interface Proposal {
  readonly type: string;
  /** SHA-256, in hex, of the text that `signedText` makes of the command. */
  readonly digest: string;
  /** The policy when the command was prepared: a later change does not affect this proposal. */
  readonly policy: ApprovalPolicy;
  readonly preparedBy: number;
  readonly preparedAt: number;
  /** The first instant at which no decision is accepted any more. */
  readonly expiresAt: number;
  readonly signatures: readonly Signature[];
}

export type ProposalStatus = 'open' | 'approved' | 'rejected' | 'withdrawn' | 'expired';

/** Why a decision is refused, in the order in which the reasons are checked. */
export const DECISION_REFUSALS = [
  /** The person has no right to decide, or wants to withdraw another person's proposal. */
  'notAllowed',
  /** Already approved, rejected or withdrawn. */
  'alreadyDecided',
  'expired',
  /** The person was shown something else than what was prepared. */
  'otherDigest',
  /** The preparer approves, but the policy demands another person. */
  'samePerson',
  /** The person has already approved. */
  'alreadyApproved',
] as const;
export type DecisionRefusal = (typeof DECISION_REFUSALS)[number];

/** A refusal, or the proposal after the decision. */
export type ProposalOutcome<R extends string> =
  | { readonly refusal: R }
  | { readonly refusal?: undefined; readonly proposal: Proposal };

/** The command that people sign. */
export interface ProposedCommand {
  readonly realm: Realm;
  /** A permanent name, chosen before preparing, so that two equal commands differ. */
  readonly proposalId: string;
  readonly type: string;
  readonly body: object;
}

/** The text whose SHA-256 is the digest. It differs for another command, name or realm. */
export function signedText({ realm, proposalId, type, body }: ProposedCommand): string {
  return canonicalText({ proposalId, realm, type, body });
}

/** Prepares a command that the policy covers. */
export function prepare(
  policy: ApprovalPolicy,
  command: Pick<Proposal, 'type' | 'digest'>,
  by: Signatory,
  at: number,
): ProposalOutcome<'notAllowed'> {
  assert(SHA_256.test(command.digest), 'a digest is SHA-256 in hex');
  if (!by.rights.has(policy.prepare)) return { refusal: 'notAllowed' };
  const { type, digest } = command;
  const expiresAt = at + policy.expiresMs;
  const preparedBy = by.person;
  return {
    proposal: { type, digest, policy, preparedBy, preparedAt: at, expiresAt, signatures: [] },
  };
}

/** Adds a decision. The last approval that is needed makes the proposal approved. */
export function decide(proposal: Proposal, decision: Decision): ProposalOutcome<DecisionRefusal> {
  const refusal = refusalOf(proposal, decision);
  if (refusal !== null) return { refusal };
  const { verdict, by, at } = decision;
  const signature = { verdict, person: by.person, at };
  return { proposal: { ...proposal, signatures: [...proposal.signatures, signature] } };
}

/** The status at an instant. It never changes once the proposal is no longer open. */
export function statusOf(proposal: Proposal, at: number): ProposalStatus {
  const verdicts = proposal.signatures.map(({ verdict }) => verdict);
  if (verdicts.includes('reject')) return 'rejected';
  if (verdicts.includes('withdraw')) return 'withdrawn';
  if (verdicts.length >= proposal.policy.needs - 1) return 'approved';
  return at < proposal.expiresAt ? 'open' : 'expired';
}

/** Whether the preparer is one of those who approved, which every screen of a trial must say. */
export function isSelfApproved({ preparedBy, signatures }: Proposal): boolean {
  return signatures.some((of) => of.verdict === 'approve' && of.person === preparedBy);
}

function refusalOf(proposal: Proposal, decision: Decision): DecisionRefusal | null {
  const { verdict, by, digest, at } = decision;
  if (!isEntitled(proposal, decision)) return 'notAllowed';
  const status = statusOf(proposal, at);
  if (status !== 'open' && status !== 'expired') return 'alreadyDecided';
  if (status === 'expired') return 'expired';
  if (digest !== proposal.digest) return 'otherDigest';
  if (verdict !== 'approve') return null;
  const { policy, preparedBy, signatures } = proposal;
  if (by.person === preparedBy && !policy.samePersonAllowed) return 'samePerson';
  if (signatures.some(({ person }) => person === by.person)) return 'alreadyApproved';
  return null;
}

/** Withdrawing is always safe, so the preparer needs no right for it. */
function isEntitled({ policy, preparedBy }: Proposal, { verdict, by }: Decision): boolean {
  return verdict === 'withdraw' ? by.person === preparedBy : by.rights.has(policy.decide);
}

const SHA_256 = /^[0-9a-f]{64}$/;
