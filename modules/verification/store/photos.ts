import type { Slot } from '../rules.ts';
import type { Queryable } from './log.ts';

/** A picture that was sent. */
export interface Photo {
  readonly objectId: string;
  readonly slot: Slot;
  readonly width: number;
  readonly height: number;
  readonly size: number;
  /** 256 bits in hexadecimal. */
  readonly likeness: string;
  readonly sentAt: number;
}

/** Another case that has the same number or a picture that is alike. */
export interface Like {
  readonly caseId: number;
  readonly userId: number;
  readonly because: 'number' | 'picture';
  readonly slot: Slot | null;
}

const COLUMNS = `object_id as "objectId", slot, width, height, size, sent_at as "sentAt"`;
type Read = Omit<Photo, 'likeness'>;

/** An arbitrary number, the first half of the lock of a person's drafts. */
const DRAFT_LOCK = 421_773;

const bitsOf = (likeness: string) =>
  [...likeness].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');

/** Whatever else changes a person's drafts waits until the end of this transaction. */
export async function lockDrafts(client: Queryable, userId: number): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, $2)', [DRAFT_LOCK, userId % 2 ** 31]);
}

/** Puts a picture in the place of the draft of its slot; returns the object of that one. */
export async function putDraft(
  client: Queryable,
  userId: number,
  photo: Photo,
): Promise<string | null> {
  // Two that are sent at once follow one another.
  await lockDrafts(client, userId);
  const removed = await removeDraft(client, userId, photo.slot);
  const { objectId, slot, width, height, size, likeness, sentAt } = photo;
  await client.query(
    `insert into verification_photo
       (object_id, user_id, slot, width, height, size, likeness, sent_at)
     values ($1, $2, $3, $4, $5, $6, $7::bit(256), $8)`,
    [objectId, userId, slot, width, height, size, bitsOf(likeness), sentAt],
  );
  return removed;
}

/** The object of the draft that was removed; null when there was none, or a case still shows it. */
export async function removeDraft(
  client: Queryable,
  userId: number,
  slot: Slot,
): Promise<string | null> {
  const { rows } = await client.query<{ objectId: string; isUsed: boolean }>(
    `with gone as (
       delete from verification_photo where user_id = $1 and slot = $2 and case_id is null
       returning object_id)
     select object_id as "objectId", exists (select from verification_photo p
         where p.object_id = gone.object_id and p.case_id is not null) as "isUsed" from gone`,
    [userId, slot],
  );
  const [one] = rows;
  return one === undefined || one.isUsed ? null : one.objectId;
}

export async function draftsOf(client: Queryable, userId: number): Promise<Read[]> {
  const { rows } = await client.query<Read>(
    `select ${COLUMNS} from verification_photo where user_id = $1 and case_id is null order by slot`,
    [userId],
  );
  return rows;
}

export async function photosOf(client: Queryable, caseId: number): Promise<Read[]> {
  const { rows } = await client.query<Read>(
    `select ${COLUMNS} from verification_photo where case_id = $1 order by photo_id`,
    [caseId],
  );
  return rows;
}

/** Every object that a person has sent. */
export async function objectsOf(client: Queryable, userId: number): Promise<string[]> {
  const { rows } = await client.query<{ objectId: string }>(
    'select distinct object_id as "objectId" from verification_photo where user_id = $1',
    [userId],
  );
  return rows.map(({ objectId }) => objectId);
}

/** Makes the drafts of these slots the pictures of a case. */
export async function submitDrafts(
  client: Queryable,
  userId: number,
  caseId: number,
  slots: readonly Slot[],
): Promise<void> {
  await client.query(
    `update verification_photo set case_id = $2
     where user_id = $1 and case_id is null and slot = any($3)`,
    [userId, caseId, slots],
  );
}

/** Uses pictures of an earlier case again. */
export async function reuse(
  client: Queryable,
  from: number,
  caseId: number,
  slots: readonly Slot[],
): Promise<void> {
  await client.query(
    `insert into verification_photo
       (object_id, user_id, slot, case_id, width, height, size, likeness, sent_at)
     select object_id, user_id, slot, $2, width, height, size, likeness, sent_at
     from verification_photo where case_id = $1 and slot = any($3)`,
    [from, caseId, slots],
  );
}

/** Cases of other people with a picture that differs in at most so many bits, the nearest first. */
export async function alike(
  client: Queryable,
  caseId: number,
  bits: number,
  limit: number,
): Promise<Like[]> {
  const { rows } = await client.query<Like>(
    `select other.case_id as "caseId", other.user_id as "userId", 'picture' as because, own.slot
     from verification_photo own join verification_photo other
       on other.user_id <> own.user_id and other.case_id is not null
     where own.case_id = $1 and bit_count(own.likeness # other.likeness) <= $2
     group by other.case_id, other.user_id, own.slot
     order by min(bit_count(own.likeness # other.likeness)) limit $3`,
    [caseId, bits, limit],
  );
  return rows;
}
