import type { Realm } from '../ledger/realm.ts';
import { assert } from '../num/integer.ts';
import { canonicalText } from './canonical-text.ts';
import type { ApprovalPolicy, Right } from './policy.ts';

/**
 * Approval by more than one person, as a pure rule: somebody prepares a command, others decide over
 * exactly that command until it expires. Whoever keeps the proposals runs the command in the same
 * step in which it becomes approved, so that it runs once (core/approval/README.md).
 */

/**
 * Somebody of the staff at the moment of acting. `person` is the human being, whatever the number
 * of accounts they have: two accounts of one person are one signature.
 */
export interface Signatory {
  readonly person: number;
  readonly rights: ReadonlySet<Right>;
}

/** The preparer alone may withdraw; to approve and to reject takes the right to decide. */
export type Verdict = 'approve' | 'reject' | 'withdraw';

/** What one person says about a proposal. `digest` is of what that person was shown. */
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

/** A command that waits for its approval. Plain data: it is stored as it is. Times in ms. */
export interface Proposal {
  readonly type: string;
  /** SHA-256, in hex, of the text that `signedText` makes of the command. */
  readonly digest: string;
  /** As it was when the command was prepared: a later one does not loosen this proposal. */
  readonly policy: ApprovalPolicy;
  readonly preparedBy: number;
  readonly preparedAt: number;
  /** The first instant at which nothing can be decided any more. */
  readonly expiresAt: number;
  readonly signatures: readonly Signature[];
}

export type ProposalStatus = 'open' | 'approved' | 'rejected' | 'withdrawn' | 'expired';

/** Why a decision is refused, in the order in which the reasons are looked at. */
export const DECISION_REFUSALS = [
  /** Without the right to decide; or not the preparer, who alone withdraws. */
  'notAllowed',
  /** Approved, rejected or withdrawn before. */
  'alreadyDecided',
  'expired',
  /** What this person was shown is not what was prepared. */
  'otherDigest',
  /** The preparer approves, where the policy wants another person. */
  'samePerson',
  /** This person approved before. */
  'alreadyApproved',
] as const;
export type DecisionRefusal = (typeof DECISION_REFUSALS)[number];

/** A refusal, or the proposal as it is from now on. */
export type ProposalOutcome<R extends string> =
  | { readonly refusal: R }
  | { readonly refusal?: undefined; readonly proposal: Proposal };

/** A command as people sign it. */
export interface ProposedCommand {
  readonly realm: Realm;
  /** A permanent name, chosen before anything is prepared: two proposals alike are told apart. */
  readonly proposalId: string;
  readonly type: string;
  readonly body: object;
}

/** The text whose SHA-256 is the digest. Another command, name or realm has another text. */
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

/** Adds somebody's decision. The last approval that is needed makes the proposal approved. */
export function decide(proposal: Proposal, decision: Decision): ProposalOutcome<DecisionRefusal> {
  const refusal = refusalOf(proposal, decision);
  if (refusal !== null) return { refusal };
  const { verdict, by, at } = decision;
  const signature = { verdict, person: by.person, at };
  return { proposal: { ...proposal, signatures: [...proposal.signatures, signature] } };
}

/** The status at an instant. A proposal that is no longer open never changes. */
export function statusOf(proposal: Proposal, at: number): ProposalStatus {
  const verdicts = proposal.signatures.map(({ verdict }) => verdict);
  if (verdicts.includes('reject')) return 'rejected';
  if (verdicts.includes('withdraw')) return 'withdrawn';
  if (verdicts.length >= proposal.policy.needs - 1) return 'approved';
  return at < proposal.expiresAt ? 'open' : 'expired';
}

/** Whether the preparer is one of those who approved, which a trial has to say on every screen. */
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

/** To withdraw is always safe, so that a preparer needs no right for it. */
function isEntitled({ policy, preparedBy }: Proposal, { verdict, by }: Decision): boolean {
  return verdict === 'withdraw' ? by.person === preparedBy : by.rights.has(policy.decide);
}

const SHA_256 = /^[0-9a-f]{64}$/;
