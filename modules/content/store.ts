import type { Client } from '@assay/platform/db/database';
import type { Kind } from './rules.ts';
import type { Body } from './schema/index.ts';

export type Queryable = Pick<Client, 'query'>;

export interface Item {
  readonly itemId: number;
  readonly kind: Kind;
  readonly key: string;
  readonly draft: Body | null;
  readonly revision: number;
}

/** An edition of which everything is known; `body` is null when it withdraws the item. */
export interface Edition {
  readonly editionId: number;
  readonly itemId: number;
  readonly kind: Kind;
  readonly key: string;
  readonly number: number;
  readonly body: Body | null;
  readonly publishAt: number;
  readonly madeBy: string;
  readonly madeAt: number;
  /** Why a text of law was changed; empty for everything else. */
  readonly reason: string;
  /** When two people took it back before it held, and why; null and empty for everything else. */
  readonly withdrawnAt: number | null;
  readonly withdrawnWhy: string;
}

export type NewEdition = Pick<Edition, 'itemId' | 'body' | 'publishAt' | 'madeBy' | 'madeAt'> & {
  /** Of texts of law; public. */
  readonly reason?: string;
};

const ITEM = 'item_id as "itemId", kind, key, draft, revision';
const EDITION = `edition_id as "editionId", item_id as "itemId", kind, key, number, body,
  publish_at as "publishAt", made_by as "madeBy", made_at as "madeAt",
  content_edition.reason as reason, content_withdrawal.at as "withdrawnAt",
  coalesce(content_withdrawal.reason, '') as "withdrawnWhy"`;
const EDITIONS = `content_edition join content_item using (item_id)
  left join content_withdrawal using (edition_id)`;

/** Null when the key is taken. */
export async function addItem(client: Queryable, key: string, kind: Kind): Promise<Item | null> {
  const { rows } = await client.query<Item>(
    `insert into content_item (kind, key) values ($1, $2) on conflict do nothing returning ${ITEM}`,
    [kind, key],
  );
  return rows[0] ?? null;
}

/** `lock`: nobody else changes it until the end of the transaction. */
export async function findItem(client: Queryable, key: string, lock = false): Promise<Item | null> {
  const { rows } = await client.query<Item>(
    `select ${ITEM} from content_item where key = $1 ${lock ? 'for update' : ''}`,
    [key],
  );
  return rows[0] ?? null;
}

export async function itemsOf(client: Queryable, kind: Kind): Promise<Item[]> {
  const { rows } = await client.query<Item>(
    `select ${ITEM} from content_item where kind = $1 order by item_id desc`,
    [kind],
  );
  return rows;
}

/** Returns the new revision; null when somebody else has saved meanwhile. */
export async function saveDraft(
  client: Queryable,
  { itemId, revision }: Pick<Item, 'itemId' | 'revision'>,
  draft: Body | null,
  by: string,
  now: number,
): Promise<number | null> {
  const { rows } = await client.query<{ revision: number }>(
    `update content_item set draft = $2, revision = revision + 1, drafted_by = $3, drafted_at = $4
     where item_id = $1 and revision = $5 returning revision`,
    [itemId, draft === null ? null : JSON.stringify(draft), by, now, revision],
  );
  return rows[0]?.revision ?? null;
}

/** Adds the next edition of an item, which the transaction has locked. Returns its number. */
export async function addEdition(client: Queryable, edition: NewEdition): Promise<number> {
  const { itemId, body, publishAt, madeBy, madeAt, reason = '' } = edition;
  const { rows } = await client.query<{ number: number }>(
    `insert into content_edition (item_id, number, body, publish_at, made_by, made_at, reason)
     select $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6
     from content_edition where item_id = $1 returning number`,
    [itemId, body === null ? null : JSON.stringify(body), publishAt, madeBy, madeAt, reason],
  );
  return rows[0]?.number ?? 0;
}

/** What is shown now of each item, and everything that will be. */
export async function shownEditions(client: Queryable, now: number): Promise<Edition[]> {
  const { rows } = await client.query<Edition>(
    `select ${EDITION} from ${EDITIONS}
     where content_withdrawal.at is null and (publish_at > $1 or edition_id in (
       select distinct on (item_id) edition_id
       from content_edition left join content_withdrawal using (edition_id)
       where publish_at <= $1 and content_withdrawal.at is null order by item_id, number desc))
     order by item_id, number`,
    [now],
  );
  return rows;
}

export async function editionsOf(client: Queryable, key: string): Promise<Edition[]> {
  const { rows } = await client.query<Edition>(
    `select ${EDITION} from ${EDITIONS}
     where key = $1 order by number desc`,
    [key],
  );
  return rows;
}

/** Takes an edition back; false when somebody else has. */
export async function withdrawEdition(
  client: Queryable,
  editionId: number,
  reason: string,
  at: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into content_withdrawal (edition_id, reason, at) values ($1, $2, $3)
     on conflict do nothing`,
    [editionId, reason, at],
  );
  return rowCount === 1;
}

/** Rises with every edition that anybody makes or takes back. */
export async function lastChange(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    `select (select coalesce(max(edition_id), 0) from content_edition)
       + (select count(*) from content_withdrawal) as last`,
  );
  return rows[0]?.last ?? 0;
}

/** Keeps the first time. */
export async function accept(
  client: Queryable,
  userId: number,
  editionId: number,
  at: number,
): Promise<void> {
  await client.query(
    `insert into content_acceptance (user_id, edition_id, at) values ($1, $2, $3)
     on conflict do nothing`,
    [userId, editionId, at],
  );
}

export interface Acceptance {
  readonly edition: number;
  readonly number: number;
  readonly at: number;
}

export async function acceptancesOf(client: Queryable, userId: number): Promise<Acceptance[]> {
  const { rows } = await client.query<Acceptance>(
    `select edition_id as edition, number, at from content_acceptance
     join content_edition using (edition_id) where user_id = $1 order by at desc`,
    [userId],
  );
  return rows;
}
