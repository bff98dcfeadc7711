import type { Client } from '@assay/platform/db/database';
import type { Side, TicketStatus, Topic } from '../rules/index.ts';

export type Queryable = Pick<Client, 'query'>;

/** A conversation as stored. */
export interface Ticket {
  readonly ticketId: number;
  readonly userId: number;
  readonly topic: Topic;
  readonly status: TicketStatus;
  readonly openedAt: number;
  readonly waitingSince: number | null;
  readonly deadlineAt: number | null;
  readonly lastAt: number;
  readonly lastNumber: number;
  readonly personRead: number;
  readonly staffRead: number;
  readonly claimedBy: number | null;
  readonly claimedUntil: number;
  readonly note: string;
  readonly closedAt: number | null;
  readonly rating: number | null;
  /** Answers that the person has not read, and messages that staff have not. */
  readonly unreadByPerson: number;
  readonly unreadByStaff: number;
}

const unreadOf = (side: Side, read: string) => `(select count(*)::int from support_message m
  where m.ticket_id = t.ticket_id and m.side = '${side}' and m.number > t.${read})`;

const COLUMNS = `ticket_id as "ticketId", user_id as "userId", topic, status,
  opened_at as "openedAt", waiting_since as "waitingSince", deadline_at as "deadlineAt",
  last_at as "lastAt", last_number as "lastNumber", person_read as "personRead",
  staff_read as "staffRead", claimed_by as "claimedBy", claimed_until as "claimedUntil", note,
  closed_at as "closedAt", rating, ${unreadOf('staff', 'person_read')} as "unreadByPerson",
  ${unreadOf('person', 'staff_read')} as "unreadByStaff"`;

/** An arbitrary number, the first half of the lock of a person's conversations. */
const PERSON_LOCK = 421_774;

/** Until the end of the transaction nobody else begins a conversation or adds a file for them. */
export async function lockPerson(client: Queryable, userId: number): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, $2)', [PERSON_LOCK, userId % 2 ** 31]);
}

/** The number of conversations that are not closed. */
export async function openTickets(client: Queryable, userId: number): Promise<number> {
  const { rows } = await client.query<{ open: number }>(
    `select count(*)::int as open from support_ticket where user_id = $1 and status <> 'closed'`,
    [userId],
  );
  return rows[0]?.open ?? 0;
}

export async function addTicket(
  client: Queryable,
  userId: number,
  topic: Topic,
  now: number,
  deadlineAt: number,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into support_ticket (user_id, topic, status, opened_at, waiting_since, deadline_at,
       last_at, last_number)
     values ($1, $2, 'waiting', $3, $3, $4, $3, 0) returning ticket_id as id`,
    [userId, topic, now, deadlineAt],
  );
  return rows[0]!.id;
}

/** `lock`: nobody else changes it until the end of the transaction. */
export async function findTicket(
  client: Queryable,
  ticketId: number,
  lock = false,
): Promise<Ticket | null> {
  const { rows } = await client.query<Ticket>(
    `select ${COLUMNS} from support_ticket t where ticket_id = $1 ${lock ? 'for update' : ''}`,
    [ticketId],
  );
  return rows[0] ?? null;
}

/** The latest conversations of a person. */
export async function ticketsOf(
  client: Queryable,
  userId: number,
  limit: number,
): Promise<Ticket[]> {
  const { rows } = await client.query<Ticket>(
    `select ${COLUMNS} from support_ticket t where user_id = $1 order by ticket_id desc limit $2`,
    [userId, limit],
  );
  return rows;
}

/** Open ones: who waits comes first, by deadline; then what waits for its person. */
export async function openQueue(client: Queryable, limit: number): Promise<Ticket[]> {
  const { rows } = await client.query<Ticket>(
    `select ${COLUMNS} from support_ticket t where status <> 'closed'
     order by deadline_at nulls last, last_at, ticket_id limit $1`,
    [limit],
  );
  return rows;
}

export async function waitingCount(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting from support_ticket where status = 'waiting'`,
  );
  return rows[0]?.waiting ?? 0;
}

/** Claims a conversation for as long; the caller has locked its row and checked who may. */
export async function claim(
  client: Queryable,
  ticketId: number,
  by: number | null,
  until: number,
): Promise<void> {
  await client.query(
    'update support_ticket set claimed_by = $2, claimed_until = $3 where ticket_id = $1',
    [ticketId, by, until],
  );
}

export async function setNote(client: Queryable, ticketId: number, note: string): Promise<void> {
  await client.query('update support_ticket set note = $2 where ticket_id = $1', [ticketId, note]);
}

/** A side has read up to a message, and never less than before. */
export async function setRead(
  client: Queryable,
  ticketId: number,
  side: Side,
  number: number,
): Promise<void> {
  const column = side === 'person' ? 'person_read' : 'staff_read';
  await client.query(
    `update support_ticket set ${column} = greatest(${column}, least($2, last_number))
     where ticket_id = $1`,
    [ticketId, number],
  );
}

export async function closeTicket(
  client: Queryable,
  ticketId: number,
  by: Side,
  now: number,
): Promise<void> {
  await client.query(
    `update support_ticket set status = 'closed', closed_at = $3, closed_by = $2,
       waiting_since = null, deadline_at = null, claimed_by = null, claimed_until = 0
     where ticket_id = $1`,
    [ticketId, by, now],
  );
}

/** Closes what waits for its person since then. */
export async function closeSilent(
  client: Queryable,
  since: number,
  now: number,
): Promise<{ ticketId: number; userId: number }[]> {
  const { rows } = await client.query<{ ticketId: number; userId: number }>(
    `update support_ticket set status = 'closed', closed_at = $2, closed_by = 'silence',
       claimed_by = null, claimed_until = 0
     where status = 'answered' and last_at <= $1
     returning ticket_id as "ticketId", user_id as "userId"`,
    [since, now],
  );
  return rows;
}

/** Answers that stand unread since then and that no message was written about. */
export async function takeUnread(
  client: Queryable,
  since: number,
): Promise<{ ticketId: number; userId: number }[]> {
  const { rows } = await client.query<{ ticketId: number; userId: number }>(
    `update support_ticket set notified_number = staff_number
     where staff_number > person_read and notified_number <= person_read and staff_at <= $1
       and status <> 'closed'
     returning ticket_id as "ticketId", user_id as "userId"`,
    [since],
  );
  return rows;
}

/** Closes every conversation of a person who leaves. */
export async function closeAll(client: Queryable, userId: number, now: number): Promise<void> {
  await client.query(
    `update support_ticket set status = 'closed', closed_at = $2, closed_by = 'person',
       waiting_since = null, deadline_at = null, claimed_by = null, claimed_until = 0
     where user_id = $1 and status <> 'closed'`,
    [userId, now],
  );
}

/** How many conversations people began, by UTC day, from an instant on. */
export async function openedByDay(client: Queryable, from: number) {
  const { rows } = await client.query<{ day: number; count: number }>(
    `select opened_at / 86400000 as day, count(*) as count from support_ticket
     where opened_at >= $1 group by 1`,
    [from],
  );
  return rows;
}
