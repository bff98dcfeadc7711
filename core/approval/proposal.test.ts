import { describe, expect, it } from 'vitest';
import { BrokenInvariant } from '../num/integer.ts';
import type { ApprovalPolicy, Right } from './policy.ts';
import {
  DECISION_REFUSALS,
  type Decision,
  decide,
  isSelfApproved,
  type Proposal,
  prepare,
  type Signature,
  signedText,
  statusOf,
} from './proposal.ts';

const AT = 1_000_000;
const DIGEST = 'a'.repeat(64);
const POLICY: ApprovalPolicy = {
  needs: 2,
  prepare: 'wallet.prepare',
  decide: 'wallet.approve',
  expiresMs: 5_000,
  samePersonAllowed: false,
};
const [ALICE, BOB, CAROL, DAVE] = [1, 2, 3, 4] as const;

const person = (id: number, ...rights: Right[]) => ({ person: id, rights: new Set(rights) });

function prepared(policy: Partial<ApprovalPolicy> = {}): Proposal {
  const command = { type: 'payOutWithdrawal', digest: DIGEST };
  const alice = person(ALICE, 'wallet.prepare');
  const outcome = prepare({ ...POLICY, ...policy }, command, alice, AT);
  if (outcome.refusal !== undefined) throw new Error(outcome.refusal);
  return outcome.proposal;
}

function decision(verdict: Decision['verdict'], id: number, change: Partial<Decision> = {}) {
  const by = person(id, 'wallet.approve');
  return { verdict, by, digest: DIGEST, at: AT + 1, ...change };
}

/** The proposal after these decisions, each of which is accepted. */
function after(proposal: Proposal, ...decisions: Decision[]): Proposal {
  return decisions.reduce((before, next) => {
    const outcome = decide(before, next);
    if (outcome.refusal !== undefined) throw new Error(outcome.refusal);
    return outcome.proposal;
  }, proposal);
}

const refusalOf = (proposal: Proposal, next: Decision) => decide(proposal, next).refusal;

describe('a proposal', () => {
  it('APPR-030 is prepared by a person with the right, and waits until it expires', () => {
    const proposal = prepared();
    expect(proposal).toEqual({
      type: 'payOutWithdrawal',
      digest: DIGEST,
      policy: POLICY,
      preparedBy: ALICE,
      preparedAt: AT,
      expiresAt: AT + 5_000,
      signatures: [],
    });
    expect(JSON.parse(JSON.stringify(proposal))).toEqual(proposal);
    expect([AT, AT + 4_999, AT + 5_000].map((at) => statusOf(proposal, at))).toEqual([
      'open',
      'open',
      'expired',
    ]);
    const command = { type: 'payOutWithdrawal', digest: DIGEST };
    const decider = person(BOB, 'wallet.approve');
    expect(prepare(POLICY, command, decider, AT)).toEqual({ refusal: 'notAllowed' });
    for (const digest of ['', 'A'.repeat(64), 'a'.repeat(63), `${DIGEST}\n`]) {
      expect(() => prepare(POLICY, { ...command, digest }, decider, AT)).toThrow(BrokenInvariant);
    }
  });

  it('APPR-031 is approved by another person, and records who and when', () => {
    const proposal = prepared();
    const approved = after(proposal, decision('approve', BOB));
    expect(statusOf(approved, AT + 1)).toBe('approved');
    expect(statusOf(approved, AT + 9_999)).toBe('approved');
    expect(approved.signatures).toEqual([{ verdict: 'approve', person: BOB, at: AT + 1 }]);
    expect(proposal.signatures).toEqual([]);
    expect(isSelfApproved(approved)).toBe(false);
  });

  it('APPR-032 is rejected by anybody who may decide, and withdrawn by its preparer only', () => {
    const rejected = after(prepared(), decision('reject', BOB));
    const withdrawn = after(prepared(), decision('withdraw', ALICE, { by: person(ALICE) }));
    expect([statusOf(rejected, AT + 9_999), statusOf(withdrawn, AT + 9_999)]).toEqual([
      'rejected',
      'withdrawn',
    ]);
    expect(refusalOf(prepared(), decision('withdraw', BOB))).toBe('notAllowed');
    expect(refusalOf(prepared(), decision('reject', BOB, { by: person(BOB) }))).toBe('notAllowed');
    const late = after(prepared({ needs: 3 }), decision('approve', BOB), decision('reject', BOB));
    expect(statusOf(late, AT + 2)).toBe('rejected');
  });

  it('APPR-033 one that needs four people takes three approvals by others, one each', () => {
    const open = after(
      prepared({ needs: 4 }),
      decision('approve', BOB),
      decision('approve', CAROL),
    );
    expect(statusOf(open, AT + 1)).toBe('open');
    expect(refusalOf(open, decision('approve', BOB))).toBe('alreadyApproved');
    expect(refusalOf(open, decision('approve', ALICE))).toBe('samePerson');
    expect(statusOf(after(open, decision('approve', DAVE)), AT + 1)).toBe('approved');
  });

  it('APPR-034 may be approved by its preparer if the policy says so, and shows it', () => {
    const approved = after(prepared({ samePersonAllowed: true }), decision('approve', ALICE));
    expect([statusOf(approved, AT + 1), isSelfApproved(approved)]).toEqual(['approved', true]);
    const rejected = after(prepared(), decision('reject', ALICE));
    expect(isSelfApproved(rejected)).toBe(false);
  });

  it('APPR-035 refuses a decision for the first reason of the published order', () => {
    const signed = (verdict: Signature['verdict'], id: number) => ({ verdict, person: id, at: AT });
    const twiceAlice = [signed('approve', ALICE)];
    let proposal: Proposal = {
      ...prepared({ needs: 3 }),
      signatures: [...twiceAlice, signed('reject', BOB)],
    };
    let next = decision('approve', ALICE, {
      by: person(ALICE),
      digest: 'b'.repeat(64),
      at: AT + 5_000,
    });
    const policy = { ...proposal.policy, samePersonAllowed: true };
    const cures = [
      () => (next = { ...next, by: person(ALICE, 'wallet.approve') }),
      () => (proposal = { ...proposal, signatures: twiceAlice }),
      () => (next = { ...next, at: AT + 4_999 }),
      () => (next = { ...next, digest: DIGEST }),
      () => (proposal = { ...proposal, policy }),
      () => (proposal = { ...proposal, signatures: [] }),
    ];
    const seen = [refusalOf(proposal, next)];
    for (const cure of cures) {
      cure();
      seen.push(refusalOf(proposal, next));
    }
    expect(seen).toEqual([...DECISION_REFUSALS, undefined]);
  });

  it('APPR-036 is signed as one text, which differs by command, name and realm', () => {
    const command = {
      realm: 'real',
      proposalId: 'p-1',
      type: 'fundHouse',
      body: { owner: 2, asset: 'USDT', amount: '1000' },
    } as const;
    expect(signedText(command)).toBe(
      '{"body":{"amount":"1000","asset":"USDT","owner":2},' +
        '"proposalId":"p-1","realm":"real","type":"fundHouse"}',
    );
    const others = [
      { ...command, realm: 'demo' as const },
      { ...command, proposalId: 'p-2' },
      { ...command, type: 'payOut' },
      { ...command, body: { ...command.body, amount: '1001' } },
      { ...command, body: { ...command.body, amount: 1000 } },
    ];
    const texts = [command, ...others].map(signedText);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
