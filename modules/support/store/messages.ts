import type { Side } from '../rules/index.ts';
import type { Queryable } from './tickets.ts';

/** A message as stored. */
export interface Message {
  readonly number: number;
  readonly side: Side;
  readonly operatorId: number | null;
  readonly text: string;
  readonly at: number;
}

export interface NewMessage extends Omit<Message, 'number'> {
  readonly ticketId: number;
  /** Of the request, so that one that is sent again is known. */
  readonly commandId: string | null;
}

/** What a request asks for; a command id is kept for the same. */
interface Asked {
  readonly text: string;
  readonly files?: readonly number[];
  /** Of the conversation that it begins, or the number of that in which it stands. */
  readonly topic?: string;
  readonly ticketId?: number;
}

/**
 * The message that a request has made before; null when it has made none, `other` when its command
 * id was used for something else.
 */
export async function messageOf(
  client: Queryable,
  commandId: string | undefined,
  asked: Asked,
): Promise<{ ticketId: number; number: number } | 'other' | null> {
  if (commandId === undefined) return null;
  const { rows } = await client.query<{
    ticketId: number;
    number: number;
    topic: string;
    text: string;
    files: number[];
  }>(
    `select m.ticket_id as "ticketId", m.number, t.topic, m.body as text,
       (select coalesce(json_agg(f.file_id order by f.file_id), '[]') from support_file f
        where f.ticket_id = m.ticket_id and f.number = m.number) as files
     from support_message m join support_ticket t using (ticket_id) where m.command_id = $1`,
    [commandId],
  );
  const [before] = rows;
  if (before === undefined) return null;
  const { ticketId, number, topic, text, files } = before;
  const sent = [...new Set(asked.files ?? [])].sort((a, b) => a - b);
  const isSame =
    text === asked.text &&
    files.join() === sent.join() &&
    (asked.topic ?? topic) === topic &&
    (asked.ticketId ?? ticketId) === ticketId;
  return isSame ? { ticketId, number } : 'other';
}

/** Adds a message and moves its conversation on; the caller has locked the conversation's row. */
export async function addMessage(
  client: Queryable,
  message: NewMessage,
  deadlineAt: number | null,
): Promise<number> {
  const { ticketId, side, operatorId, text, at, commandId } = message;
  const ofStaff = side === 'staff';
  const { rows } = await client.query<{ number: number }>(
    `update support_ticket set last_number = last_number + 1, last_at = $2,
       status = case when $3::boolean then 'answered' else 'waiting' end,
       waiting_since = case when $3::boolean then null else coalesce(waiting_since, $2) end,
       deadline_at = case when $3::boolean then null else coalesce(deadline_at, $4) end,
       staff_number = case when $3::boolean then last_number + 1 else staff_number end,
       staff_at = case when $3::boolean then $2 else staff_at end,
       person_read = case when $3::boolean then person_read else last_number + 1 end,
       staff_read = case when $3::boolean then last_number + 1 else staff_read end
     where ticket_id = $1 returning last_number as number`,
    [ticketId, at, ofStaff, deadlineAt],
  );
  const { number } = rows[0]!;
  await client.query(
    `insert into support_message (ticket_id, number, side, operator_id, body, at, command_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [ticketId, number, side, operatorId, text, at, commandId],
  );
  return number;
}

export async function messagesOf(
  client: Queryable,
  ticketId: number,
  after: number,
  limit: number,
): Promise<Message[]> {
  const { rows } = await client.query<Message>(
    `select number, side, operator_id as "operatorId", body as text, at from support_message
     where ticket_id = $1 and number > $2 order by number limit $3`,
    [ticketId, after, limit],
  );
  return rows;
}

/** Everything that is kept of a person's conversations, for the download of their data. */
export async function allOf(client: Queryable, userId: number): Promise<object[]> {
  const { rows } = await client.query<object>(
    `select ticket_id as "ticketId", topic, status, opened_at as "openedAt",
       closed_at as "closedAt", rating, rating_text as "ratingText",
       rated_at as "ratedAt",
       (select coalesce(jsonb_agg(jsonb_build_object('number', number, 'side', side, 'text', body,
          'at', at) order by number), '[]') from support_message m
        where m.ticket_id = t.ticket_id) as messages
     from support_ticket t where user_id = $1 order by ticket_id`,
    [userId],
  );
  return rows;
}

/** Erases what was written in the conversations of a person; that they were stays. */
export async function eraseTexts(client: Queryable, userId: number): Promise<void> {
  await client.query(
    `update support_message m set body = '' from support_ticket t
     where t.user_id = $1 and m.ticket_id = t.ticket_id and m.body <> ''`,
    [userId],
  );
  await client.query(`update support_ticket set note = '', rating_text = '' where user_id = $1`, [
    userId,
  ]);
}
