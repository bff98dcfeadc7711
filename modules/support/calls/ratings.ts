import type { Handlers } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import type { calls } from '../schema/index.ts';
import { ratingsBefore } from '../store/ratings.ts';

type OfRatings = Pick<Handlers<typeof calls>, 'getSupportRatings'>;

/** What customers thought of conversations that have ended, without who they are. */
export function ratingCalls({ database, colleagues }: Parts): OfRatings {
  return {
    getSupportRatings: async ({ before, limit }, context) => {
      const found = await ratingsBefore(database.pool, before ?? context.now + 1, limit);
      // Nobody reads what somebody wrote unrecorded: the record knows whose it was.
      const commented = found.filter(({ text }) => text !== '');
      const tickets = commented.map(({ ticketId }) => ticketId).join(' ');
      const entry = { action: 'readRatings', subject: 'ratings', detail: { tickets } };
      await colleagues.record(context, entry);
      return {
        ratings: found.map(({ topic, rating, text, at }) => ({ topic, rating, text, at })),
        next: found.length < limit ? null : (found.at(-1)?.at ?? null),
      };
    },
  };
}
