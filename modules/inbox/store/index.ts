import type { Client } from '@assay/platform/db/database';
import { type Channel, ENDPOINTS_MAX, type MessageKind } from '../rules.ts';

type Queryable = Pick<Client, 'query'>;

/** A message as stored: a key of the catalogues with its details. */
export interface Message {
  readonly messageId: number;
  readonly userId: number;
  readonly kind: MessageKind;
  readonly key: string;
  readonly details: Readonly<Record<string, string>>;
  readonly link: string;
  readonly at: number;
  readonly readAt: number | null;
}

export type NewMessage = Omit<Message, 'messageId' | 'readAt'>;

export interface Endpoint {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A notification that is to be sent. */
export interface Task extends Endpoint {
  readonly taskId: number;
  readonly endpointId: number;
  readonly kind: MessageKind;
  readonly key: string;
  readonly lang: string;
  readonly tries: number;
}

export interface MessageQuery {
  readonly kind?: MessageKind | undefined;
  readonly unread: boolean;
  readonly before?: number | undefined;
  readonly limit: number;
}

const COLUMNS = `message_id as "messageId", user_id as "userId", kind, key, details, link, at,
  read_at as "readAt"`;

/** All SQL of the module. */
export class InboxStore {
  readonly #client: Queryable;

  constructor(client: Queryable) {
    this.#client = client;
  }

  async add({ userId, kind, key, details, link, at }: NewMessage): Promise<void> {
    await this.#client.query(
      `insert into inbox_message (user_id, kind, key, details, link, at)
       values ($1, $2, $3, $4, $5, $6)`,
      [userId, kind, key, JSON.stringify(details), link, at],
    );
  }

  async list(userId: number, query: MessageQuery): Promise<Message[]> {
    const { rows } = await this.#client.query<Message>(
      `select ${COLUMNS} from inbox_message
       where user_id = $1 and ($2::text is null or kind = $2)
         and (not $3::boolean or read_at is null) and ($4::bigint is null or message_id < $4)
       order by message_id desc limit $5`,
      [userId, query.kind ?? null, query.unread, query.before ?? null, query.limit],
    );
    return rows;
  }

  async find(userId: number, messageId: number): Promise<Message | null> {
    const { rows } = await this.#client.query<Message>(
      `select ${COLUMNS} from inbox_message where user_id = $1 and message_id = $2`,
      [userId, messageId],
    );
    return rows[0] ?? null;
  }

  async unread(userId: number): Promise<number> {
    const { rows } = await this.#client.query<{ unread: number }>(
      'select count(*)::int as unread from inbox_message where user_id = $1 and read_at is null',
      [userId],
    );
    return rows[0]?.unread ?? 0;
  }

  async read(userId: number, messageId: number | undefined, now: number): Promise<void> {
    await this.#client.query(
      `update inbox_message set read_at = $3 where user_id = $1 and read_at is null
         and ($2::bigint is null or message_id = $2)`,
      [userId, messageId ?? null, now],
    );
  }

  /** Marks what leads there as read; false when nothing was unread. */
  async readAbout(userId: number, link: string, now: number): Promise<boolean> {
    const { rowCount } = await this.#client.query(
      `update inbox_message set read_at = $3
       where user_id = $1 and link = $2 and read_at is null`,
      [userId, link, now],
    );
    return (rowCount ?? 0) > 0;
  }

  async choices(userId: number): Promise<{ kind: MessageKind; channel: Channel; isOn: boolean }[]> {
    const { rows } = await this.#client.query<{
      kind: MessageKind;
      channel: Channel;
      isOn: boolean;
    }>('select kind, channel, is_on as "isOn" from inbox_choice where user_id = $1', [userId]);
    return rows;
  }

  async choose(userId: number, kind: MessageKind, channel: Channel, isOn: boolean): Promise<void> {
    await this.#client.query(
      `insert into inbox_choice (user_id, kind, channel, is_on) values ($1, $2, $3, $4)
       on conflict (user_id, kind, channel) do update set is_on = excluded.is_on`,
      [userId, kind, channel, isOn],
    );
  }

  async browsers(userId: number): Promise<number> {
    const { rows } = await this.#client.query<{ count: number }>(
      'select count(*)::int as count from push_endpoint where user_id = $1',
      [userId],
    );
    return rows[0]?.count ?? 0;
  }

  /** False when the person has as many as there may be. A browser belongs to who used it last. */
  async addEndpoint(
    userId: number,
    { endpoint, p256dh, auth }: Endpoint,
    lang: string,
    now: number,
  ): Promise<boolean> {
    const { rowCount } = await this.#client.query(
      `insert into push_endpoint (user_id, endpoint, p256dh, auth, lang, made_at)
       select $1, $2, $3, $4, $5, $6
       where (select count(*) from push_endpoint where user_id = $1 and endpoint <> $2) < $7
       on conflict (endpoint) do update set user_id = excluded.user_id, p256dh = excluded.p256dh,
         auth = excluded.auth, lang = excluded.lang`,
      [userId, endpoint, p256dh, auth, lang, now, ENDPOINTS_MAX],
    );
    return rowCount === 1;
  }

  async removeEndpoint(userId: number, endpoint: string): Promise<void> {
    await this.#client.query('delete from push_endpoint where user_id = $1 and endpoint = $2', [
      userId,
      endpoint,
    ]);
  }

  /** The browser's maker says that it is gone. */
  async forgetEndpoint(endpointId: number): Promise<void> {
    await this.#client.query('delete from push_endpoint where endpoint_id = $1', [endpointId]);
  }

  async addTasks({ userId, kind, key, at }: NewMessage): Promise<void> {
    await this.#client.query(
      `insert into push_task (endpoint_id, kind, key, next_try_at)
       select endpoint_id, $2, $3, $4 from push_endpoint where user_id = $1`,
      [userId, kind, key, at],
    );
  }

  /** Takes due tasks and postpones their next try, so that a crash repeats one and loses none. */
  async takeTasks(now: number, nextTryAt: number, limit: number): Promise<Task[]> {
    const { rows } = await this.#client.query<Task>(
      `with due as (
         select task_id from push_task where next_try_at <= $1 order by next_try_at
         limit $3 for update skip locked)
       update push_task task set tries = tries + 1, next_try_at = $2
       from due, push_endpoint browser
       where task.task_id = due.task_id and browser.endpoint_id = task.endpoint_id
       returning task.task_id as "taskId", task.endpoint_id as "endpointId", task.kind, task.key,
         task.tries, browser.endpoint, browser.p256dh, browser.auth, browser.lang`,
      [now, nextTryAt, limit],
    );
    return rows;
  }

  async postpone(taskId: number, nextTryAt: number): Promise<void> {
    await this.#client.query('update push_task set next_try_at = $2 where task_id = $1', [
      taskId,
      nextTryAt,
    ]);
  }

  async endTask(taskId: number): Promise<void> {
    await this.#client.query('delete from push_task where task_id = $1', [taskId]);
  }

  /** Removes whatever is kept for a person. */
  async removeAll(userId: number): Promise<void> {
    for (const table of ['push_endpoint', 'inbox_choice', 'inbox_message']) {
      await this.#client.query(`delete from ${table} where user_id = $1`, [userId]);
    }
  }

  /** Everything that is kept for a person, for the download of their data. */
  async all(userId: number): Promise<object> {
    const { rows } = await this.#client.query(
      `select ${COLUMNS} from inbox_message where user_id = $1 order by message_id`,
      [userId],
    );
    const browsers = await this.#client.query(
      `select endpoint, lang as language, made_at as "madeAt" from push_endpoint
       where user_id = $1 order by endpoint_id`,
      [userId],
    );
    return { messages: rows, choices: await this.choices(userId), browsers: browsers.rows };
  }
}
