import { OWNER } from '@assay/core/ledger/owners';
import { chainHash, readLogLine } from '@assay/platform/engine/chain';
import type { AnyReply } from '@assay/platform/engine/command';
import type { Row, Tables } from '../database/tables.ts';
import { expectThat, type History, type Request } from '../history.ts';
import type { Entry, LogBatch } from './entry.ts';

/**
 * Reads the durable log as it grows, and compares each line with what clients sent: no number is
 * missing, the chain of hashes is whole, epochs and times do not fall, every command was sent, and
 * none is there twice.
 */
export class LogReader {
  /** The entry of sequence number n is at n - 1. */
  readonly entries: Entry[] = [];
  readonly #tables: Tables;
  readonly #history: History;
  readonly #seen = new Map<string, number>();
  #head = '';
  #at = 0;
  #epoch = 0;

  constructor(tables: Tables, history: History) {
    this.#tables = tables;
    this.#history = history;
  }

  get head(): string {
    return this.#head;
  }

  /** Batches that became durable since the last call. */
  read(): LogBatch[] {
    const batches: LogBatch[] = [];
    const { rows } = this.#tables.of('engine_batch');
    for (;;) {
      const row = rows.get(String(this.entries.length + 1));
      if (row === undefined) break;
      batches.push(this.#batch(row));
    }
    const engine = this.#tables.of('engine').rows.get('t') as Row;
    expectThat(Number(engine.last_seq) === this.entries.length, 'the log has no hole and no end');
    expectThat(engine.head === this.#head, 'the head in the database is the log’s');
    return batches;
  }

  /** The answer is, word for word, that of a command in the log. */
  check(request: Request, reply: AnyReply): void {
    const entry = this.entries[reply.seq - 1];
    expectThat(entry !== undefined, `answered and not durable: ${request.label}`);
    const { command, bodyText } = request;
    expectThat(entry.actor === command.actor, `another user's command: ${request.label}`);
    expectThat(reply.hash === entry.hash, `the receipt is not in the log: ${request.label}`);
    expectThat(reply.at === entry.at, `the time is not that of the log: ${request.label}`);
    const same = entry.type === command.type && JSON.stringify(entry.body) === bodyText;
    expectThat(entry.id === (command.id ?? null), `another id in the log: ${request.label}`);
    if (!reply.ok && reply.refusal === 'commandIdReused') {
      expectThat(!same, `called reused and is the same: ${request.label}`);
      return;
    }
    expectThat(same, `another command in the log: ${request.label}`);
    const { ok, ...rest } = reply;
    const answered = ok ? (rest as { value: unknown }).value : answerOf(rest);
    const logged = JSON.stringify(entry.outcome);
    const isLogged = JSON.stringify(answered) === logged;
    expectThat(isLogged, `answered otherwise than logged: ${request.label}`);
  }

  #batch(row: Row): LogBatch {
    const entries = (row.log as string).split('\n').map((line) => this.#entry(line));
    const lastSeq = Number(row.last_seq);
    expectThat(lastSeq === this.entries.length, 'a batch has as many commands as it states');
    expectThat(row.head === this.#head, 'a batch ends with the head of its last command');
    expectThat(Number(row.at) === this.#at, 'a batch has the time of its last command');
    const epoch = Number(row.epoch);
    expectThat(epoch >= this.#epoch, 'epochs do not fall');
    this.#epoch = epoch;
    return { firstSeq: Number(row.first_seq), lastSeq, epoch, entries };
  }

  #entry(line: string): Entry {
    const [seq, at, type, actor, id, body, outcome] = readLogLine(line);
    expectThat(seq === this.entries.length + 1, `${seq} follows ${this.entries.length}`);
    expectThat(at >= this.#at, 'time does not go back');
    this.#at = at;
    this.#head = chainHash(this.#head, line);
    const bodyText = JSON.stringify(body);
    const name = id === null ? `${actor} ${type} ${bodyText}` : `${actor} ${id}`;
    const times = (this.#seen.get(name) ?? 0) + 1;
    this.#seen.set(name, times);
    // What the engine goes on with by itself is sent by nobody, and as often as there is work.
    const isSent = actor !== OWNER.engine;
    const possible = this.#history.possible(actor, id, type, bodyText);
    expectThat(possible > 0 || !isSent, `no client sent ${line}`);
    expectThat(!isSent || times <= (id === null ? possible : 1), `applied twice: ${line}`);
    const entry = { seq, at, type, actor, id, body: body as Entry['body'], outcome };
    const hashed = { ...entry, hash: this.#head };
    this.entries.push(hashed);
    return hashed;
  }
}

function answerOf(refused: object): object {
  const { refusal, detail } = refused as { refusal: string; detail?: object };
  return detail === undefined ? { refusal } : { refusal, detail };
}
