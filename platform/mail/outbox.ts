import type { Database } from '../db/database.ts';
import { migrationSets } from '../db/migrate.ts';

export type MessageKind = 'email' | 'sms';

/** A text for one person. `recipient` is an e-mail address or an E.164 number. */
export interface Message {
  readonly kind: MessageKind;
  readonly recipient: string;
  readonly subject: string;
  readonly content: string;
}

/** A message as stored. `fault` is the reason why the last try failed. */
export interface StoredMessage extends Message {
  readonly messageId: number;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly tries: number;
  readonly fault: string | null;
  /** What the gateway of phones reported; null until it does. */
  readonly report: string | null;
}

const COLUMNS = `message_id as "messageId", kind, recipient, subject, content,
  created_at as "createdAt", sent_at as "sentAt", tries, fault, report`;

export const mailMigrations = () =>
  migrationSets(import.meta.url, 'mail', {
    shared: { outgoing_message: ['insert', 'update', 'delete'] },
  });

/** The table of messages. */
export class Outbox {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  async add(message: Message, now: number): Promise<void> {
    await this.#database.pool.query(
      `insert into outgoing_message (kind, recipient, subject, content, created_at, next_try_at)
       values ($1, $2, $3, $4, $5, $5)`,
      [message.kind, message.recipient, message.subject, message.content, now],
    );
  }

  /**
   * Takes at most `limit` due messages and postpones their next try, so that a crash between taking
   * and sending repeats a message instead of losing it.
   */
  async take(
    kinds: readonly MessageKind[],
    limit: number,
    now: number,
    nextTryAt: number,
  ): Promise<StoredMessage[]> {
    const { rows } = await this.#database.pool.query<StoredMessage>(
      `update outgoing_message set tries = tries + 1, next_try_at = $3
       where message_id in (
         select message_id from outgoing_message
         where sent_at is null and kind = any ($4::text[]) and next_try_at <= $2 and tries < 8
         order by next_try_at limit $1 for update skip locked)
       returning ${COLUMNS}`,
      [limit, now, nextTryAt, kinds],
    );
    return rows;
  }

  /** Clears the text of a sent message: it may contain a code. */
  async sent(messageId: number, now: number): Promise<void> {
    await this.#database.pool.query(
      `update outgoing_message set sent_at = $2, content = '', fault = null where message_id = $1`,
      [messageId, now],
    );
  }

  /** How many messages of a kind were sent since then, which is what the gateway charges for. */
  async sentSince(kind: MessageKind, since: number): Promise<number> {
    const { rows } = await this.#database.pool.query<{ n: number }>(
      'select count(*) as n from outgoing_message where kind = $1 and sent_at > $2',
      [kind, since],
    );
    return rows[0]!.n;
  }

  /** Keeps what the gateway reported of a message to a phone; false when there is none. */
  async reported(messageId: number, report: string): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `update outgoing_message set report = $2
       where message_id = $1 and kind = 'sms' and sent_at is not null`,
      [messageId, report],
    );
    return rowCount === 1;
  }

  async failed(messageId: number, fault: string, nextTryAt: number): Promise<void> {
    await this.#database.pool.query(
      'update outgoing_message set fault = $2, next_try_at = $3 where message_id = $1',
      [messageId, fault.slice(0, 300), nextTryAt],
    );
  }

  /** The latest messages, for the operator console. */
  async latest(limit: number): Promise<StoredMessage[]> {
    const { rows } = await this.#database.pool.query<StoredMessage>(
      `select ${COLUMNS} from outgoing_message order by message_id desc limit $1`,
      [limit],
    );
    return rows;
  }

  async forgetBefore(createdAt: number): Promise<void> {
    await this.#database.pool.query('delete from outgoing_message where created_at < $1', [
      createdAt,
    ]);
  }
}
