import type { Queryable } from './tickets.ts';

/** A picture as stored. */
export interface SupportFile {
  readonly fileId: number;
  readonly userId: number;
  readonly objectId: string;
  readonly ticketId: number | null;
  readonly number: number | null;
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly keepUntil: number | null;
}

export type NewFile = Pick<SupportFile, 'userId' | 'objectId' | 'width' | 'height' | 'size'> & {
  readonly sentAt: number;
  readonly keepUntil: number;
};

const COLUMNS = `file_id as "fileId", user_id as "userId", object_id as "objectId",
  ticket_id as "ticketId", number, width, height, size, keep_until as "keepUntil"`;

export async function addFile(client: Queryable, file: NewFile): Promise<number> {
  const { userId, objectId, width, height, size, sentAt, keepUntil } = file;
  const { rows } = await client.query<{ id: number }>(
    `insert into support_file (user_id, object_id, width, height, size, sent_at, keep_until)
     values ($1, $2, $3, $4, $5, $6, $7) returning file_id as id`,
    [userId, objectId, width, height, size, sentAt, keepUntil],
  );
  return rows[0]!.id;
}

/** Pictures of a person that are not destroyed yet. */
export async function keptFiles(client: Queryable, userId: number, now: number): Promise<number> {
  const { rows } = await client.query<{ kept: number }>(
    `select count(*)::int as kept from support_file
     where user_id = $1 and (keep_until is null or keep_until > $2)`,
    [userId, now],
  );
  return rows[0]?.kept ?? 0;
}

/** Binds drafts of a person to a message; null when one of them is no draft of theirs. */
export async function bindFiles(
  client: Queryable,
  userId: number,
  fileIds: readonly number[],
  to: { readonly ticketId: number; readonly number: number },
): Promise<void> {
  await client.query(
    `update support_file set ticket_id = $3, number = $4, keep_until = null
     where user_id = $1 and file_id = any($2) and ticket_id is null`,
    [userId, fileIds, to.ticketId, to.number],
  );
}

/** Drafts of a person among these, which nobody else binds or removes meanwhile. */
export async function draftsAmong(
  client: Queryable,
  userId: number,
  fileIds: readonly number[],
  now: number,
): Promise<SupportFile[]> {
  const { rows } = await client.query<SupportFile>(
    `select ${COLUMNS} from support_file
     where user_id = $1 and file_id = any($2) and ticket_id is null and keep_until > $3
     order by file_id for update`,
    [userId, fileIds, now],
  );
  return rows;
}

/** Removes a draft of a person; its object, or null when there is none. */
export async function removeDraft(
  client: Queryable,
  userId: number,
  fileId: number,
): Promise<string | null> {
  const { rows } = await client.query<{ objectId: string }>(
    `delete from support_file where user_id = $1 and file_id = $2 and ticket_id is null
     returning object_id as "objectId"`,
    [userId, fileId],
  );
  return rows[0]?.objectId ?? null;
}

export async function findFile(client: Queryable, fileId: number): Promise<SupportFile | null> {
  const { rows } = await client.query<SupportFile>(
    `select ${COLUMNS} from support_file where file_id = $1`,
    [fileId],
  );
  return rows[0] ?? null;
}

export async function filesOf(
  client: Queryable,
  ticketId: number,
  after: number,
): Promise<SupportFile[]> {
  const { rows } = await client.query<SupportFile>(
    `select ${COLUMNS} from support_file where ticket_id = $1 and number > $2 order by file_id`,
    [ticketId, after],
  );
  return rows;
}

/** Sets until when the pictures of closed conversations are kept; their objects. */
export async function keepClosed(
  client: Queryable,
  ticketIds: readonly number[],
  until: number,
): Promise<string[]> {
  const { rows } = await client.query<{ objectId: string }>(
    `update support_file set keep_until = $2 where ticket_id = any($1)
     returning object_id as "objectId"`,
    [ticketIds, until],
  );
  return rows.map(({ objectId }) => objectId);
}

/** Drafts whose time is up; nothing refers to them. */
export async function forgetDrafts(client: Queryable, now: number): Promise<void> {
  await client.query('delete from support_file where ticket_id is null and keep_until <= $1', [
    now,
  ]);
}

/** Every picture of a person, whose time is up now; their objects. */
export async function objectsOf(client: Queryable, userId: number, now: number): Promise<string[]> {
  const { rows } = await client.query<{ objectId: string }>(
    `update support_file set keep_until = least(keep_until, $2) where user_id = $1
     returning object_id as "objectId"`,
    [userId, now],
  );
  return rows.map(({ objectId }) => objectId);
}
