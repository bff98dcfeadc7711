import type { Topic } from '../rules/index.ts';
import type { Queryable } from './tickets.ts';

/** What a person thought of a conversation that had ended. */
export interface Rating {
  readonly ticketId: number;
  readonly topic: Topic;
  readonly rating: number;
  readonly text: string;
  readonly at: number;
}

/** The caller has locked the conversation's row and checked that it may be rated. */
export async function rateTicket(
  client: Queryable,
  { ticketId, rating, text, at }: Omit<Rating, 'topic'>,
): Promise<void> {
  await client.query(
    `update support_ticket set rating = $2, rating_text = $3, rated_at = $4 where ticket_id = $1`,
    [ticketId, rating, text, at],
  );
}

/** How many ratings since then, and their mean in hundredths, rounded down. */
export async function ratingsSince(client: Queryable, since: number) {
  const { rows } = await client.query<{ count: number; mean100: number }>(
    `select count(*)::int as count, coalesce(floor(avg(rating) * 100), 0)::int as mean100
     from support_ticket where rating is not null and rated_at >= $1`,
    [since],
  );
  return rows[0] ?? { count: 0, mean100: 0 };
}

/**
 * Ratings before an instant, the latest first. A page may be longer than `limit`: ratings of one
 * instant stay together, so that an instant is enough to go on from.
 */
export async function ratingsBefore(
  client: Queryable,
  before: number,
  limit: number,
): Promise<Rating[]> {
  const { rows } = await client.query<Rating>(
    `select ticket_id as "ticketId", topic, rating, rating_text as text, rated_at as at
     from support_ticket where rating is not null and rated_at < $1
     order by rated_at desc fetch first ($2::int) rows with ties`,
    [before, limit],
  );
  return rows;
}
