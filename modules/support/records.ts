import type { PersonalRecords } from '@assay/core/personal-records';
import type { Parts } from './parts.ts';
import { objectsOf } from './store/files.ts';
import { allOf, eraseTexts } from './store/messages.ts';
import { closeAll } from './store/tickets.ts';

/**
 * What is kept of a person's conversations. What staff promised is evidence for as long as law
 * keeps the records of a customer; pictures are not.
 */
export function supportRecords({ database, files }: Parts): PersonalRecords {
  const { pool } = database;
  return {
    read: async (userId) => ({ conversations: await allOf(pool, userId) }),
    close: async (userId, now) => {
      await closeAll(pool, userId, now);
      await files.shred(await objectsOf(pool, userId, now), now);
    },
    erase: (userId) => eraseTexts(pool, userId),
  };
}
