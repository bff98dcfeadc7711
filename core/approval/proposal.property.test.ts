import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApprovalPolicy, Right } from './policy.ts';
import { type Decision, decide, type Proposal, statusOf } from './proposal.ts';

const PREPARER = 1;
const AT = 1_000;
const EXPIRES_MS = 20;
const [SHOWN, OTHER] = ['a'.repeat(64), 'b'.repeat(64)] as const;
const DECIDER: ReadonlySet<Right> = new Set<Right>(['wallet.approve']);
const BYSTANDER: ReadonlySet<Right> = new Set<Right>(['wallet.prepare', 'spot.approve']);

const POLICY: ApprovalPolicy = {
  needs: 2,
  prepare: 'wallet.prepare',
  decide: 'wallet.approve',
  expiresMs: EXPIRES_MS,
  samePersonAllowed: false,
};

interface Scenario {
  readonly policy: ApprovalPolicy;
  readonly decisions: readonly Decision[];
}

const mostly = <T>(usual: T, other: T) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constant(other) },
  );

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  policy: fc
    .record({ needs: fc.integer({ min: 2, max: 4 }), samePersonAllowed: fc.boolean() })
    .map((drawn) => ({ ...POLICY, ...drawn })),
  decisions: fc.array(
    fc.record({
      verdict: fc.constantFrom('approve', 'approve', 'approve', 'reject', 'withdraw'),
      by: fc.record({
        person: fc.integer({ min: PREPARER, max: 5 }),
        rights: mostly(DECIDER, BYSTANDER),
      }),
      digest: mostly(SHOWN, OTHER),
      at: fc.integer({ min: AT, max: AT + EXPIRES_MS + 4 }),
    }),
    { maxLength: 10 },
  ),
});

type Law =
  | 'anotherPerson'
  | 'inTime'
  | 'sameDigest'
  | 'entitled'
  | 'eachOnce'
  | 'enough'
  | 'final'
  | 'noMore';

/** The laws that accepting this decision breaks, given the decisions accepted before it. */
function brokenBy(next: Decision, accepted: readonly Decision[], policy: ApprovalPolicy): Law[] {
  const { verdict, by, digest, at } = next;
  const approvals = accepted.filter((earlier) => earlier.verdict === 'approve');
  const own = by.person === PREPARER;
  const laws: Record<Exclude<Law, 'enough' | 'noMore'>, boolean> = {
    anotherPerson: verdict !== 'approve' || !own || policy.samePersonAllowed,
    inTime: at < AT + EXPIRES_MS,
    sameDigest: digest === SHOWN,
    entitled: verdict === 'withdraw' ? own : by.rights === DECIDER,
    eachOnce: verdict !== 'approve' || approvals.every((of) => of.by.person !== by.person),
    final: approvals.length === accepted.length && approvals.length < policy.needs - 1,
  };
  return (Object.keys(laws) as (keyof typeof laws)[]).filter((law) => !laws[law]);
}

/** The status that follows from the accepted decisions. */
function expectedStatus(accepted: readonly Decision[], { needs }: ApprovalPolicy, at: number) {
  const last = accepted.at(-1)?.verdict;
  if (last === 'reject') return 'rejected';
  if (last === 'withdraw') return 'withdrawn';
  if (accepted.length === needs - 1) return 'approved';
  return at < AT + EXPIRES_MS ? 'open' : 'expired';
}

/** Every law that a rule breaks in one scenario; time never goes back in it. */
function lawsBroken(rule: typeof decide, { policy, decisions }: Scenario): Set<Law> {
  const broken = new Set<Law>();
  const accepted: Decision[] = [];
  let proposal = openProposal(policy);
  for (const next of decisions.toSorted((a, b) => a.at - b.at)) {
    const against = brokenBy(next, accepted, policy);
    const outcome = rule(proposal, next);
    if (outcome.refusal === undefined) {
      for (const law of against) broken.add(law);
      accepted.push(next);
      proposal = outcome.proposal;
    } else if (against.length === 0) broken.add('noMore');
    const expected = expectedStatus(accepted, policy, next.at);
    if (broken.size === 0 && statusOf(proposal, next.at) !== expected) broken.add('enough');
  }
  return broken;
}

function openProposal(policy: ApprovalPolicy): Proposal {
  return {
    type: 'payOutWithdrawal',
    digest: SHOWN,
    policy,
    preparedBy: PREPARER,
    preparedAt: AT,
    expiresAt: AT + EXPIRES_MS,
    signatures: [],
  };
}

/** Rules with one fault each, and the law that each fault breaks. */
const FAULTY: Record<Law, typeof decide> = {
  anotherPerson: (proposal, next) => decide({ ...proposal, preparedBy: -1 }, next),
  inTime: (proposal, next) => decide({ ...proposal, expiresAt: Infinity }, next),
  sameDigest: (proposal, next) => decide(proposal, { ...next, digest: proposal.digest }),
  entitled: (proposal, next) => decide(proposal, { ...next, by: { ...next.by, rights: DECIDER } }),
  eachOnce: (proposal, next) => {
    const strangers = proposal.signatures.map((of) => ({ ...of, person: -of.person }));
    return decide({ ...proposal, signatures: strangers }, next);
  },
  enough: (proposal, next) =>
    decide({ ...proposal, policy: { ...proposal.policy, needs: 2 } }, next),
  final: (proposal, next) => decide({ ...proposal, signatures: [] }, next),
  noMore: (proposal, next) =>
    next.verdict === 'withdraw' ? { refusal: 'notAllowed' } : decide(proposal, next),
};

const RUNS = { numRuns: 2_000 };

/** No scenario breaks the law with the real rule, and some scenario does with the faulty one. */
function expectKept(law: Law): void {
  const keeps = (rule: typeof decide) =>
    fc.property(scenarios, (scenario) => !lawsBroken(rule, scenario).has(law));
  fc.assert(keeps(decide), RUNS);
  expect(fc.check(keeps(FAULTY[law]), RUNS).failed).toBe(true);
}

describe('decisions on a proposal', () => {
  it('APPR-040 the preparer never approves, unless the policy says so', () =>
    expectKept('anotherPerson'));

  it('APPR-041 nothing is decided at the expiry or after it', () => expectKept('inTime'));

  it('APPR-042 nothing is decided with another digest', () => expectKept('sameDigest'));

  it('APPR-043 nobody decides without the right to, and only the preparer withdraws', () =>
    expectKept('entitled'));

  it('APPR-044 nobody approves twice', () => expectKept('eachOnce'));

  it('APPR-045 as many approve as are needed, no fewer and no more', () => expectKept('enough'));

  it('APPR-046 a decided proposal takes no decision', () => expectKept('final'));

  it('APPR-047 a decision that breaks no law is accepted', () => expectKept('noMore'));

  it('APPR-046 a decided proposal stays as it is at every later time', () => {
    fc.assert(
      fc.property(scenarios, fc.nat(1_000), ({ policy, decisions }, later) => {
        let proposal = openProposal(policy);
        for (const next of decisions) {
          const outcome = decide(proposal, next);
          if (outcome.refusal === undefined) proposal = outcome.proposal;
          const status = statusOf(proposal, next.at);
          if (status !== 'open') expect(statusOf(proposal, next.at + later)).toBe(status);
        }
      }),
      RUNS,
    );
  });

  it('APPR-048 the order of earlier approvals does not change who may decide', () => {
    const people = [2, 3, 4, 5, 6];
    const orders = fc
      .subarray(people)
      .chain((chosen) =>
        fc.tuple(
          fc.shuffledSubarray(chosen, { minLength: chosen.length }),
          fc.shuffledSubarray(chosen, { minLength: chosen.length }),
        ),
      );
    const by = (person: number): Decision => ({
      verdict: 'approve',
      by: { person, rights: DECIDER },
      digest: SHOWN,
      at: AT + 1,
    });
    const after = (needs: number, order: readonly number[]) =>
      order.reduce(
        (proposal, person) => {
          const outcome = decide(proposal, by(person));
          return outcome.refusal === undefined ? outcome.proposal : proposal;
        },
        openProposal({ ...POLICY, needs }),
      );
    fc.assert(
      fc.property(orders, fc.integer({ min: 2, max: 7 }), ([one, other], needs) => {
        const [left, right] = [after(needs, one), after(needs, other)];
        const status = statusOf(left, AT + 1);
        expect(statusOf(right, AT + 1)).toBe(status);
        for (const person of [PREPARER, ...people]) {
          const refusal = decide(left, by(person)).refusal;
          expect(decide(right, by(person)).refusal).toBe(refusal);
          const fresh = decide(openProposal({ ...POLICY, needs }), by(person)).refusal;
          if (status === 'open' && !one.includes(person)) expect(refusal).toBe(fresh);
        }
      }),
    );
  });
});
