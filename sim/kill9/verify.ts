import { OWNER } from '@assay/core/ledger/owners';
import { connectDatabase, type Database } from '@assay/platform/db/database';
import { chainHash, readLogLine } from '@assay/platform/engine/chain';
import type { RowReader } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import type { Upgrade } from '@assay/platform/engine/upgrade';
import { createRealmMachines, type RealmPart } from '../../apps/server/realm.ts';
import type { Clients, Sent } from './clients.ts';

type Client = Awaited<ReturnType<Database['connect']>>;

/** Commands that users do not send by themselves: their sender is the server. */
const SERVERS = new Set(['openVirtualAccount', 'resetVirtualAccount', 'endVirtualAccount']);
const FIRST_USER = 1_000;

interface LoggedCommand {
  readonly seq: number;
  readonly hash: string;
  readonly type: string;
  readonly refusal: string | null;
}

/**
 * Follows the durable log of a realm as it grows, decides it again, and compares. Each look is one
 * snapshot of the database, so it may be taken while the engine writes.
 */
export class Verifier {
  readonly #url: string;
  readonly #clients: Clients;
  readonly #parts: readonly RealmPart[];
  readonly #shadow: Sequencer;
  readonly #byId = new Map<string, LoggedCommand>();
  readonly findings: string[] = [];

  constructor(url: string, clients: Clients, parts: readonly RealmPart[]) {
    this.#url = url;
    this.#parts = parts;
    this.#shadow = new Sequencer(createRealmMachines('demo', parts));
    this.#clients = clients;
  }

  get commands(): number {
    return this.#shadow.seq;
  }

  /** Answers given before this look must be in the log; the tables must be what the log makes. */
  async look(): Promise<void> {
    const answered = [...this.#clients.sent].filter(([, sent]) => sent.answer !== null);
    const db = connectDatabase(this.#url, { poolSize: 1 });
    const client = await db.connect();
    client.on('error', () => undefined);
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query('SET LOCAL search_path TO demo, public');
      await this.#followLog(client);
      await this.#compareTables(client);
    } finally {
      await client.end();
      await db.close();
    }
    for (const [id, sent] of answered) this.#checkAnswer(id, sent);
    this.findings.push(...this.#clients.complaints.splice(0));
  }

  /** At the end: every command has its answer. */
  finish(): void {
    for (const [id, { answer }] of this.#clients.sent) {
      if (answer === null) this.findings.push(`${id} was never answered`);
    }
  }

  stateHash(): string {
    return this.#shadow.stateHash();
  }

  async #followLog(client: Client): Promise<void> {
    const { rows } = await client.query(
      `SELECT b.first_seq::text, b.last_seq::text, b.head, b.log FROM engine_batch b
       WHERE b.first_seq > $1 ORDER BY b.first_seq`,
      [this.#shadow.seq],
    );
    for (const { first_seq, last_seq, head, log } of rows) {
      if (Number(first_seq) !== this.#shadow.seq + 1) this.findings.push(`a hole at ${first_seq}`);
      for (const line of log.split('\n')) this.#decide(line);
      if (Number(last_seq) !== this.#shadow.seq) this.findings.push(`a batch ends at ${last_seq}`);
      if (head !== this.#shadow.head) this.findings.push(`the chain breaks at ${last_seq}`);
      this.#shadow.forget();
    }
  }

  #decide(line: string): void {
    const shadow = this.#shadow;
    const [seq, at, type, actor, id, body, outcome] = readLogLine(line);
    if (type === 'upgrade' && (body as Upgrade).stateHash !== shadow.stateHash()) {
      this.findings.push(`the upgrade at ${seq} has loaded another state`);
    }
    const again = shadow.decide(type, actor, body, at);
    if (shadow.seq !== seq || JSON.stringify(again) !== JSON.stringify(outcome)) {
      this.findings.push(`${type} at ${seq} is decided otherwise: ${JSON.stringify(again)}`);
    }
    shadow.head = chainHash(shadow.head, line);
    if (actor < FIRST_USER || SERVERS.has(type)) return;
    const sent = id === null ? undefined : this.#clients.sent.get(id);
    if (id === null || sent === undefined) {
      this.findings.push(`no client sent ${line}`);
      return;
    }
    if (this.#byId.has(id)) this.findings.push(`applied twice: ${line}`);
    if (sent.session.actor !== actor || sent.call !== type) this.findings.push(`not so: ${line}`);
    const refusal = (outcome.refusal as string | undefined) ?? null;
    this.#byId.set(id, { seq, hash: shadow.head, type, refusal });
  }

  /** What an engine would load now is what the log makes. */
  async #compareTables(client: Client): Promise<void> {
    const sequencer = new Sequencer(createRealmMachines('demo', this.#parts));
    await sequencer.load(readerOf(client));
    try {
      sequencer.audit();
    } catch (error) {
      this.findings.push(`the tables do not add up: ${error}`);
    }
    if (sequencer.stateHash() !== this.#shadow.stateHash()) {
      this.findings.push(`the tables are not what the log makes of ${this.#shadow.seq} commands`);
    }
    const { rows } = await client.query(
      `SELECT account::text, available::text FROM balance
       WHERE available < 0 AND account NOT BETWEEN $1 AND $2`,
      [OWNER.outsideDeposits * 16_384, FIRST_USER * 16_384 - 1],
    );
    for (const row of rows) this.findings.push(`account ${row.account} has ${row.available}`);
  }

  #checkAnswer(id: string, { answer, call, body }: Sent): void {
    if (answer === null) return;
    const logged = this.#byId.get(id);
    if (logged === undefined) {
      this.findings.push(`lost: ${call} ${id} ${JSON.stringify(body)}: ${answer.text}`);
      return;
    }
    const { receipt } = answer;
    const sameReceipt = receipt === null || receipt.hash === logged.hash;
    if (!sameReceipt || (receipt !== null && receipt.seq !== logged.seq)) {
      this.findings.push(`another receipt: ${id} ${answer.text} ${JSON.stringify(logged)}`);
    }
    if (logged.refusal !== answer.refusal) this.findings.push(`answered otherwise: ${id}`);
  }
}

/** Reads inside the transaction that is open. */
function readerOf(client: Client): RowReader {
  return {
    async rows<T>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
      return (await client.query(sql, values as unknown[])).rows as T[];
    },
    async each<T>(sql: string, visit: (row: T) => void): Promise<void> {
      for (const row of (await client.query(sql)).rows) visit(row as T);
    },
  };
}
