import type { ApprovalPolicy } from '@assay/core/approval/policy';
import type { Decision, Proposal, Signature } from '@assay/core/approval/proposal';
import type { Realm } from '@assay/core/ledger/realm';
import { type Database, type PoolClient, transaction } from '@assay/platform/db/database';
import type { KeptAssertion } from '../assertion.ts';

/** The decision that completes a proposal, as kept while its command runs. */
export type Running = Omit<Decision, 'by'> & {
  readonly operatorId: number;
  readonly person: number;
  /** What the passkey signed; none of a decision from before, and of a trial without passkeys. */
  readonly assertion?: KeptAssertion | null;
};

/** A proposal with the command, as stored. */
export interface Kept {
  readonly proposalId: string;
  readonly realm: Realm;
  readonly type: string;
  readonly body: object;
  readonly reason: string;
  readonly digest: string;
  readonly policy: ApprovalPolicy;
  readonly operatorId: number;
  readonly preparedBy: number;
  readonly preparerName: string;
  readonly preparedAt: number;
  readonly expiresAt: number;
  readonly status: 'open' | 'approved' | 'rejected' | 'withdrawn';
  readonly claimedBy: number | null;
  readonly claimerName: string | null;
  readonly claimedUntil: number | null;
  readonly running: Running | null;
  readonly tries: number;
  readonly decidedAt: number | null;
  readonly outcome: object | null;
  readonly signatures: readonly (Signature & { readonly name: string; readonly passkey: string })[];
  /** The accounts that have approved it so far. */
  readonly approvers: readonly number[];
}

export type NewProposal = Pick<
  Kept,
  'proposalId' | 'realm' | 'type' | 'body' | 'reason' | 'operatorId'
> & { readonly proposal: Proposal };

/** Which page of a list: those before the last of the page before. */
export interface ProposalPage {
  readonly open: boolean;
  /** Only this one. */
  readonly proposalId?: string | undefined;
  readonly before: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
  readonly now: number;
}

const KEPT = `p.proposal_id as "proposalId", p.realm, p.type, p.body, p.reason, p.digest, p.policy,
  p.prepared_by as "operatorId", p.prepared_person as "preparedBy",
  (select name from operator where operator_id = p.prepared_by) as "preparerName",
  p.prepared_at as "preparedAt", p.expires_at as "expiresAt", p.status,
  p.claimed_by as "claimedBy", p.claimed_until as "claimedUntil",
  (select name from operator where operator_id = p.claimed_by) as "claimerName",
  p.running, p.tries, p.decided_at as "decidedAt", p.outcome,
  coalesce((select json_agg(json_build_object('verdict', s.verdict, 'person', s.person_id,
      'at', s.at, 'name', o.name, 'passkey', coalesce(s.assertion->>'name', '')) order by s.at, s.operator_id)
    from proposal_signature s join operator o using (operator_id)
    where s.proposal_id = p.proposal_id), '[]') as signatures,
  array(select s.operator_id from proposal_signature s
    where s.proposal_id = p.proposal_id and s.verdict = 'approve' order by s.at) as approvers`;

type Queries = Pick<PoolClient, 'query'>;

/** Proposals and what people said on them. */
export class ProposalStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  /** Runs the work in one transaction; a throw undoes it. */
  transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return transaction(this.#database.pool, work);
  }

  /** False when there is a proposal of this name. */
  async add(client: Queries, { proposal, ...kept }: NewProposal): Promise<boolean> {
    const { rowCount } = await client.query(
      `insert into proposal (proposal_id, realm, type, body, reason, digest, policy, prepared_by,
         prepared_person, prepared_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
      [
        ...[kept.proposalId, kept.realm, kept.type, kept.body, kept.reason, proposal.digest],
        ...[proposal.policy, kept.operatorId, proposal.preparedBy, proposal.preparedAt],
        proposal.expiresAt,
      ],
    );
    return rowCount === 1;
  }

  async read(proposalId: string, client: Queries = this.#database.pool): Promise<Kept | null> {
    const { rows } = await client.query<Kept>(
      `select ${KEPT} from proposal p where proposal_id = $1`,
      [proposalId],
    );
    return rows[0] ?? null;
  }

  /** As read(), and nobody else changes it until the transaction ends. */
  async lock(proposalId: string, client: Queries): Promise<Kept | null> {
    await client.query('select from proposal where proposal_id = $1 for update', [proposalId]);
    return this.read(proposalId, client);
  }

  async page({ open, proposalId, before, limit, now }: ProposalPage): Promise<Kept[]> {
    const { rows } = await this.#database.pool.query<Kept>(
      `select ${KEPT} from proposal p
       where (status = 'open' and expires_at > $2) = $1
         and ($3::bigint is null or (prepared_at, proposal_id) < ($3, $4))
         and ($6::text is null or proposal_id = $6)
       order by prepared_at desc, proposal_id desc limit $5`,
      [open, now, before?.at ?? null, before?.id ?? '', limit, proposalId ?? null],
    );
    return rows;
  }

  /** Names of proposals whose last decision was stored and whose command may have run. */
  async interrupted(): Promise<string[]> {
    const { rows } = await this.#database.pool.query<{ id: string }>(
      'select proposal_id as id from proposal where running is not null',
    );
    return rows.map(({ id }) => id);
  }

  async sign(
    client: Queries,
    proposalId: string,
    by: Pick<Running, 'operatorId' | 'person' | 'verdict' | 'at' | 'assertion'>,
  ): Promise<void> {
    await client.query(
      `insert into proposal_signature
         (proposal_id, person_id, operator_id, verdict, at, assertion)
       values ($1, $2, $3, $4, $5, $6)`,
      [proposalId, by.person, by.operatorId, by.verdict, by.at, by.assertion ?? null],
    );
  }

  async begin(client: Queries, proposalId: string, running: Running): Promise<void> {
    await client.query(
      'update proposal set running = $2, tries = tries + 1 where proposal_id = $1',
      [proposalId, running],
    );
  }

  /** The command was refused: the proposal is open as before. */
  async reopen(client: Queries, proposalId: string): Promise<void> {
    await client.query('update proposal set running = null where proposal_id = $1', [proposalId]);
  }

  async close(
    client: Queries,
    proposalId: string,
    end: { status: Exclude<Kept['status'], 'open'>; at: number; outcome: object | null },
  ): Promise<void> {
    await client.query(
      `update proposal set status = $2, decided_at = $3, outcome = $4, running = null
       where proposal_id = $1`,
      [proposalId, end.status, end.at, end.outcome],
    );
  }

  /** Takes it for somebody who works on it, unless somebody else has it; false then. */
  async claim(proposalId: string, operatorId: number, now: number, until: number) {
    const { rowCount } = await this.#database.pool.query(
      `update proposal set claimed_by = $2, claimed_until = $4
       where proposal_id = $1 and (claimed_by is null or claimed_by = $2 or claimed_until <= $3)`,
      [proposalId, operatorId, now, until],
    );
    return rowCount === 1;
  }

  async release(proposalId: string, operatorId: number): Promise<void> {
    await this.#database.pool.query(
      `update proposal set claimed_by = null, claimed_until = null
       where proposal_id = $1 and claimed_by = $2`,
      [proposalId, operatorId],
    );
  }
}
