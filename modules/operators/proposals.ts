import { hash } from 'node:crypto';
import type { ApprovalTable } from '@assay/core/approval/policy';
import {
  type DecisionRefusal,
  decide,
  type Proposal,
  type ProposalOutcome,
  prepare,
  type Signatory,
  signedText,
  statusOf,
  type Verdict,
} from '@assay/core/approval/proposal';
import { staffActor } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { assert } from '@assay/core/num/integer';
import type { PoolClient } from '@assay/platform/db/database';
import type { CommandWithId } from '@assay/platform/engine/command';
import type { Staff } from '@assay/platform/http/context';
import type { KeptAssertion } from './assertion.ts';
import type { Kept, ProposalStore, Running } from './store/proposals.ts';

/** What a command did, or why its own rule refused it. */
export type Ran =
  | { readonly refusal: string; readonly detail?: Readonly<Record<string, string>> | undefined }
  | { readonly refusal?: undefined; readonly outcome: object };

/** Who takes a step with a proposal, and with which. */
export interface ProposalStep {
  readonly proposalId: string;
  readonly digest: string;
  readonly operatorId: number;
  readonly now: number;
  /** The first instant at which nobody can decide any more. */
  readonly expiresAt: number;
}

/** Why a command cannot be prepared, with what it takes to correct it. */
type Against = string | { readonly refusal: string; readonly detail: Detail };
type Detail = Readonly<Record<string, string>>;

/** A command that is no engine's: it changes tables beside them. */
export interface PlainCommand {
  /** The body, or null when it is none of this command. */
  read(body: object): object | null;
  /** The person of the staff whom it concerns: they neither prepare it nor decide on it. */
  concerns?(body: object, client: PoolClient): Promise<number | null>;
  /** The customer whom it concerns: likewise whoever of the staff has this account. */
  customer?(body: object, client: PoolClient): Promise<number | null>;
  /** In the transaction that adds the proposal: why it cannot be prepared now; null if it can. */
  prepared?(body: object, client: PoolClient, step: ProposalStep): Promise<Against | null>;
  /** What follows once it is prepared, unless the server dies just then. */
  announced?(body: object, now: number): Promise<void>;
  /** In the transaction in which the proposal is rejected or withdrawn. */
  dropped?(
    body: object,
    client: PoolClient,
    step: ProposalStep & { readonly verdict: Verdict },
  ): Promise<void>;
  /**
   * Runs in the transaction that closes the proposal, so that it runs once. Throws to undo.
   * `signers`: the accounts of who prepared and who approved, in this order; `reason`: the
   * preparer's words.
   */
  run(
    body: object,
    client: PoolClient,
    now: number,
    signers: readonly number[],
    reason: string,
  ): Promise<Ran>;
  /** What follows once that is committed, unless the server dies just then. */
  done?(body: object, now: number): Promise<void>;
}

/** The customers whom the body of a command, which may be of any form, concerns. */
export type Concerns = (
  body: object,
  realm: Realm,
) => Promise<readonly number[]> | readonly number[];

export interface ProposalsOptions {
  readonly store: ProposalStore;
  /** What needs approval, of all modules. */
  readonly table: ApprovalTable;
  readonly plain: Readonly<Record<string, PlainCommand>>;
  /** Which customers commands of engines concern; see `PlainCommand.customer`. */
  readonly concerns?: Readonly<Record<string, Concerns>>;
  /**
   * The commands that are about no one person, where each has to say whom it concerns: one that
   * says nothing stops the start.
   */
  readonly aboutNobody?: readonly string[] | undefined;
  /** Has an engine run an approved command. The id is permanent, so that it runs once. */
  readonly submit: (realm: Realm, command: CommandWithId) => Promise<Ran>;
}

/** Who does something, and when. */
export interface By {
  readonly staff: Staff;
  readonly now: number;
}

export interface Wanted extends By {
  readonly proposalId: string;
  readonly realm: Realm;
  readonly type: string;
  readonly body: object;
  readonly reason: string;
}

export interface Said extends By {
  readonly proposalId: string;
  readonly verdict: Verdict;
  readonly digest: string;
  /** What the passkey of whoever approves has signed. */
  readonly assertion?: KeptAssertion | null;
}

type PrepareRefusal =
  | 'commandRefused'
  | 'notAllowed'
  | 'approvalNotNeeded'
  | 'badCommand'
  | 'ownMatter'
  | 'proposalIdReused';
export type DecideRefusal = DecisionRefusal | 'unknownProposal' | 'ownMatter' | 'commandRefused';

type Decided =
  | { readonly refusal: DecideRefusal; readonly detail?: Readonly<Record<string, string>> }
  | { readonly refusal?: undefined; readonly kept: Kept };

const CLAIM_MS = 15 * 60_000;

/** Undoes the transaction of a proposal whose command has something against it. */
class NotPrepared extends Error {
  readonly detail: Detail;

  constructor(against: Against) {
    const { refusal: why, detail } =
      typeof against === 'string' ? { refusal: against, detail: {} } : against;
    super(why);
    this.detail = { ...detail, why };
  }
}

/**
 * Keeps proposals, and runs each approved command once.
 *
 * The last decision is stored before its command runs, under a command id that is permanent. A
 * server that dies in between finds it at its next start (`resume`) and sends the same id again:
 * the engine answers with what happened, or runs it now. A refused command leaves the proposal
 * open; its next try has another id, because the engine keeps the answer to the first.
 */
export class Proposals {
  readonly #options: ProposalsOptions;

  /** By name: what staff write is never looked up in an object, which knows more names. */
  readonly #plain: ReadonlyMap<string, PlainCommand>;
  readonly #concerns: ReadonlyMap<string, Concerns>;

  constructor(options: ProposalsOptions) {
    this.#options = options;
    this.#plain = new Map(Object.entries(options.plain));
    this.#concerns = new Map(Object.entries(options.concerns ?? {}));
    const { table, aboutNobody } = options;
    for (const type of aboutNobody === undefined ? [] : table.commandTypes) {
      const saysWhom = this.#saysWhom(type);
      assert(aboutNobody?.includes(type) !== saysWhom, `${type} says whom it concerns`);
    }
  }

  #saysWhom(type: string): boolean {
    const { concerns, customer } = this.#plain.get(type) ?? {};
    return this.#concerns.has(type) || concerns !== undefined || customer !== undefined;
  }

  async prepare(
    wanted: Wanted,
  ): Promise<{ readonly refusal: PrepareRefusal; readonly detail?: Detail } | { digest: string }> {
    const { proposalId, realm, type, staff, now } = wanted;
    const { table, store } = this.#options;
    const command = this.#plain.get(type);
    const body = command === undefined ? wanted.body : command.read(wanted.body);
    if (body === null) return { refusal: 'badCommand' };
    const policy = table.policyOf(type, body);
    if (policy === null) return { refusal: 'approvalNotNeeded' };
    const digest = digestOf({ realm, proposalId, type, body });
    const prepared = prepare(policy, { type, digest }, signatoryOf(staff), now);
    if (prepared.refusal !== undefined) return prepared;
    const { reason } = wanted;
    const { operatorId } = staff;
    const { expiresAt } = prepared.proposal;
    const step = { proposalId, digest, operatorId, now, expiresAt };
    const kept = { proposalId, realm, type, body, reason, operatorId };
    const stored = store.transaction(async (client) => {
      const isOwn = await this.#isOwn({ type, body, realm }, staff, client);
      if (isOwn) return { refusal: 'ownMatter' } as const;
      const added = await store.add(client, { ...kept, proposal: prepared.proposal });
      if (!added) return { refusal: 'proposalIdReused' } as const;
      const why = (await command?.prepared?.(body, client, step)) ?? null;
      if (why !== null) throw new NotPrepared(why);
      return { digest };
    });
    const outcome = await stored.catch((error) => {
      if (!(error instanceof NotPrepared)) throw error;
      return { refusal: 'commandRefused', detail: error.detail } as const;
    });
    if ('digest' in outcome) await command?.announced?.(body, now);
    return outcome;
  }

  /** Why this decision would be refused; null if it would not. Nothing is changed. */
  refusalOf(said: Said): Promise<DecideRefusal | null> {
    const { store } = this.#options;
    return store.transaction(async (client) => {
      const kept = await store.read(said.proposalId, client);
      return (await this.#judge(kept, said, client)).refusal ?? null;
    });
  }

  /** Those that are about this member of staff, who takes no part in approving them. */
  ownOf(all: readonly Kept[], staff: Staff): Promise<ReadonlySet<string>> {
    return this.#options.store.transaction(async (client) => {
      const own = new Set<string>();
      for (const kept of all) {
        if (await this.#isOwn(kept, staff, client)) own.add(kept.proposalId);
      }
      return own;
    });
  }

  async decide(said: Said): Promise<Decided> {
    const { proposalId, staff, now, verdict, digest, assertion = null } = said;
    const { store } = this.#options;
    const stored = await store.transaction(async (client) => {
      const kept = await store.lock(proposalId, client);
      const outcome = await this.#judge(kept, said, client);
      if (outcome.refusal !== undefined) return { refusal: outcome.refusal };
      const status = statusOf(outcome.proposal, now);
      const { operatorId, person } = staff;
      if (status === 'approved') {
        await store.begin(client, proposalId, {
          ...{ verdict, digest, at: now, operatorId, person, assertion },
        });
      } else {
        await store.sign(client, proposalId, {
          ...{ operatorId, person, verdict, at: now, assertion },
        });
        if (status !== 'open' && status !== 'expired') {
          await store.close(client, proposalId, { status, at: now, outcome: null });
          const { type, body, expiresAt } = kept!;
          const step = { proposalId, digest, operatorId, now, expiresAt, verdict };
          await this.#plain.get(type)?.dropped?.(body, client, step);
        }
      }
      return { status };
    });
    if (stored.refusal !== undefined) return stored;
    const ran = stored.status === 'approved' ? await this.#run(proposalId, now) : null;
    if (ran?.refusal !== undefined) {
      return { refusal: 'commandRefused', detail: { ...ran.detail, why: ran.refusal } };
    }
    const kept = await store.read(proposalId);
    return kept === null ? { refusal: 'unknownProposal' } : { kept };
  }

  /** Goes on with decisions whose command may not have run, after a crash or a lost commit. */
  async resume(now: number): Promise<void> {
    for (const proposalId of await this.#options.store.interrupted()) {
      await this.#run(proposalId, now);
    }
  }

  claim(proposalId: string, { staff, now }: By): Promise<boolean> {
    return this.#options.store.claim(proposalId, staff.operatorId, now, now + CLAIM_MS);
  }

  release(proposalId: string, { staff }: By): Promise<void> {
    return this.#options.store.release(proposalId, staff.operatorId);
  }

  /** Runs the command of a stored decision, and writes down what came of it. */
  async #run(proposalId: string, now: number): Promise<Ran> {
    const { store, submit } = this.#options;
    const first = await store.read(proposalId);
    if (first === null || first.running === null) return { outcome: {} };
    const command = this.#plain.get(first.type);
    const { type, body, operatorId, realm, tries } = first;
    const id = `proposal:${proposalId}:${tries}`;
    const fromEngine =
      command === undefined
        ? await submit(realm, { type, body, actor: staffActor(operatorId), id })
        : null;
    let finished = false;
    const ran = await store.transaction(async (client): Promise<Ran> => {
      const kept = await store.lock(proposalId, client);
      // Somebody else has finished it: two servers, or a resumption beside the decision itself.
      if (kept === null || kept.running === null || kept.tries !== tries) return { outcome: {} };
      const ran =
        fromEngine ?? (await command!.run(body, client, now, signersOf(kept), kept.reason));
      if (ran.refusal !== undefined) await store.reopen(client, proposalId);
      else {
        await this.#finish(client, kept, kept.running, ran.outcome);
        finished = true;
      }
      return ran;
    });
    if (finished) await command?.done?.(body, now);
    return ran;
  }

  async #finish(client: PoolClient, kept: Kept, running: Running, outcome: object): Promise<void> {
    const { store } = this.#options;
    await store.sign(client, kept.proposalId, running);
    const { at } = running;
    await store.close(client, kept.proposalId, { status: 'approved', at, outcome });
  }

  async #judge(
    kept: Kept | null,
    { staff, verdict, digest, now }: Said,
    client: PoolClient,
  ): Promise<ProposalOutcome<DecideRefusal>> {
    if (kept === null) return { refusal: 'unknownProposal' };
    if (verdict === 'approve' && (await this.#isOwn(kept, staff, client))) {
      return { refusal: 'ownMatter' };
    }
    if (kept.running !== null) return { refusal: 'alreadyDecided' };
    return decide(proposalOf(kept), { verdict, by: signatoryOf(staff), digest, at: now });
  }

  async #isOwn(
    { type, body, realm }: Pick<Kept, 'type' | 'body' | 'realm'>,
    { person, accounts }: Staff,
    client: PoolClient,
  ): Promise<boolean> {
    const command = this.#plain.get(type);
    if (command === undefined) {
      const customers = (await this.#concerns.get(type)?.(body, realm)) ?? [];
      return customers.some((userId) => accounts.includes(userId));
    }
    if ((await command.concerns?.(body, client)) === person) return true;
    const userId = (await command.customer?.(body, client)) ?? null;
    return userId !== null && accounts.includes(userId);
  }
}

/** What the rule of core sees of a stored proposal. */
export function proposalOf(kept: Kept): Proposal {
  const { type, digest, policy, preparedBy, preparedAt, expiresAt, signatures } = kept;
  return { type, digest, policy, preparedBy, preparedAt, expiresAt, signatures };
}

/** The accounts of who prepared it and who approved it. */
function signersOf({ operatorId, approvers, running }: Kept): number[] {
  return [operatorId, ...approvers, ...(running === null ? [] : [running.operatorId])];
}

function signatoryOf({ person, rights }: Staff): Signatory {
  return { person, rights };
}

function digestOf(command: Parameters<typeof signedText>[0]): string {
  return hash('sha256', signedText(command), 'hex');
}
