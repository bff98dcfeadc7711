import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { staffActor } from '../ledger/owners.ts';
import { ApprovalTable, defineApprovals, type Right } from './policy.ts';
import {
  type Decision,
  decide,
  type Proposal,
  type ProposedCommand,
  prepare,
  type Signatory,
  signedText,
  statusOf,
} from './proposal.ts';

/**
 * The smallest keeper of proposals: the pure rule is all that it needs. A command that needs
 * approval is refused when sent directly; once prepared, it runs in the step that approves it.
 */

interface HouseCommands {
  fundHouse: { readonly amount: number };
}
interface Kept {
  readonly proposal: Proposal;
  readonly body: HouseCommands['fundHouse'];
}
interface Answer {
  readonly refusal?: string;
  readonly status?: string;
}
type Said = Pick<Decision, 'verdict' | 'digest' | 'at'> & { readonly proposalId: string };

const fundHouse: Pick<ProposedCommand, 'realm' | 'type'> = { realm: 'real', type: 'fundHouse' };
const LIMIT = 1_000;
const EXPIRES_MS = 60_000;
const approvals = defineApprovals<HouseCommands>({
  fundHouse: {
    needs: 2,
    prepare: 'house.prepare',
    decide: 'house.approve',
    expiresMs: EXPIRES_MS,
    when: ({ amount }) => !(amount < 10),
  },
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const digestOf = (proposalId: string, body: object) =>
  sha256(signedText({ ...fundHouse, proposalId, body }));

class House {
  capital = 0;
  readonly #kept = new Map<string, Kept>();
  readonly #table: ApprovalTable;
  readonly #staff: ReadonlyMap<number, Signatory>;

  constructor(staff: ReadonlyMap<number, Signatory>, samePersonAllowed = false) {
    this.#staff = staff;
    this.#table = new ApprovalTable([approvals], { samePersonAllowed });
  }

  submit(body: HouseCommands['fundHouse']): Answer {
    const refusal = this.#table.refuseUnapproved('fundHouse', body);
    return refusal === null ? this.#fund(body) : { refusal };
  }

  prepare(actor: number, proposalId: string, body: HouseCommands['fundHouse'], at: number): Answer {
    const policy = this.#table.policyOf('fundHouse', body);
    if (policy === null) return { refusal: 'approvalNotNeeded' };
    if (this.#kept.has(proposalId)) return { refusal: 'proposalIdReused' };
    const command = { type: 'fundHouse', digest: digestOf(proposalId, body) };
    const outcome = prepare(policy, command, this.#person(actor), at);
    if (outcome.refusal !== undefined) return outcome;
    this.#kept.set(proposalId, { proposal: outcome.proposal, body });
    return { status: 'open' };
  }

  decide(actor: number, { proposalId, ...said }: Said): Answer {
    const kept = this.#kept.get(proposalId);
    if (kept === undefined) return { refusal: 'unknownProposal' };
    const outcome = decide(kept.proposal, { ...said, by: this.#person(actor) });
    if (outcome.refusal !== undefined) return outcome;
    const status = statusOf(outcome.proposal, said.at);
    const ran = status === 'approved' ? this.#fund(kept.body) : {};
    if (ran.refusal !== undefined) return ran;
    this.#kept.set(proposalId, { ...kept, proposal: outcome.proposal });
    return { status };
  }

  #fund({ amount }: HouseCommands['fundHouse']): Answer {
    if (this.capital + amount > LIMIT) return { refusal: 'noRoom' };
    this.capital += amount;
    return {};
  }

  #person(actor: number): Signatory {
    return this.#staff.get(actor) ?? { person: 0, rights: new Set() };
  }
}

const both = new Set<Right>(['house.prepare', 'house.approve']);
const [ALICE, SECOND_OF_ALICE, BOB] = [staffActor(1), staffActor(2), staffActor(3)] as const;
const STAFF: ReadonlyMap<number, Signatory> = new Map([
  [ALICE, { person: 1, rights: both }],
  [SECOND_OF_ALICE, { person: 1, rights: both }],
  [BOB, { person: 3, rights: both }],
]);

const body = { amount: 600 };
const says = (proposalId: string, at: number, of: object = body): Said => ({
  proposalId,
  verdict: 'approve',
  digest: digestOf(proposalId, of),
  at,
});

describe('approval by two people', () => {
  it('APPR-050 runs an approved command once, and no command without approval', () => {
    const house = new House(STAFF);
    expect(house.submit(body)).toEqual({ refusal: 'approvalNeeded' });
    expect(house.submit({ amount: 9 })).toEqual({});
    expect(house.prepare(ALICE, 'small', { amount: 9 }, 0)).toEqual({
      refusal: 'approvalNotNeeded',
    });
    expect(house.prepare(ALICE, 'p', body, 0)).toEqual({ status: 'open' });
    expect(house.capital).toBe(9);
    expect(house.decide(BOB, says('p', 1))).toEqual({ status: 'approved' });
    expect(house.capital).toBe(609);
    for (const actor of [BOB, ALICE, SECOND_OF_ALICE]) {
      expect(house.decide(actor, says('p', 2))).toEqual({ refusal: 'alreadyDecided' });
    }
    expect(house.prepare(ALICE, 'p', body, 3)).toEqual({ refusal: 'proposalIdReused' });
    expect(house.capital).toBe(609);
  });

  it('APPR-051 counts two accounts of one person as one person', () => {
    const house = new House(STAFF);
    house.prepare(ALICE, 'p', body, 0);
    expect(house.decide(SECOND_OF_ALICE, says('p', 1))).toEqual({ refusal: 'samePerson' });
    expect(house.decide(staffActor(9), says('p', 1))).toEqual({ refusal: 'notAllowed' });
    const trial = new House(STAFF, true);
    trial.prepare(ALICE, 'p', body, 0);
    expect(trial.decide(ALICE, says('p', 1))).toEqual({ status: 'approved' });
    expect([house.capital, trial.capital]).toEqual([0, 600]);
  });

  it('APPR-052 runs nothing on approval of another body or proposal, or after the expiry', () => {
    const house = new House(STAFF);
    house.prepare(ALICE, 'p', body, 0);
    house.prepare(ALICE, 'q', body, 0);
    const other = { refusal: 'otherDigest' };
    expect(house.decide(BOB, says('p', 1, { amount: 601 }))).toEqual(other);
    expect(house.decide(BOB, { ...says('q', 1), proposalId: 'p' })).toEqual(other);
    expect(house.decide(BOB, says('p', EXPIRES_MS))).toEqual({ refusal: 'expired' });
    expect(house.capital).toBe(0);
  });

  it('APPR-053 a command that its own rule refuses leaves the proposal open', () => {
    const house = new House(STAFF);
    house.prepare(ALICE, 'p', body, 0);
    house.prepare(ALICE, 'q', body, 0);
    house.decide(BOB, says('p', 1));
    expect(house.decide(BOB, says('q', 2))).toEqual({ refusal: 'noRoom' });
    house.capital = 0;
    expect(house.decide(BOB, says('q', 3))).toEqual({ status: 'approved' });
    expect(house.capital).toBe(600);
  });
});
