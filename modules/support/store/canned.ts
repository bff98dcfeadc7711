import type { Queryable } from './tickets.ts';

export interface Canned {
  readonly cannedId: number;
  readonly title: string;
  readonly text: string;
}

export async function cannedAnswers(client: Queryable): Promise<Canned[]> {
  const { rows } = await client.query<Canned>(
    `select canned_id as "cannedId", title, body as text from support_canned
     where removed_at is null order by lower(title), canned_id`,
  );
  return rows;
}

/** Null when there are as many as there may be. */
export async function addCanned(
  client: Queryable,
  { title, text }: Pick<Canned, 'title' | 'text'>,
  max: number,
  now: number,
): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    `insert into support_canned (title, body, changed_at)
     select $1, $2, $3
     where (select count(*) from support_canned where removed_at is null) < $4
     returning canned_id as id`,
    [title, text, now, max],
  );
  return rows[0]?.id ?? null;
}

/** False when there is none of this number. */
export async function changeCanned(
  client: Queryable,
  { cannedId, title, text }: Canned,
  now: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update support_canned set title = $2, body = $3, changed_at = $4
     where canned_id = $1 and removed_at is null`,
    [cannedId, title, text, now],
  );
  return rowCount === 1;
}

export async function removeCanned(
  client: Queryable,
  cannedId: number,
  now: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update support_canned set removed_at = $2 where canned_id = $1 and removed_at is null',
    [cannedId, now],
  );
  return rowCount === 1;
}
