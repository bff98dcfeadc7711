import type { PersonalRecords } from '@assay/core/personal-records';
import { transaction } from '@assay/platform/db/transaction';
import { openData, type Parts } from './parts.ts';
import { allCasesOf, shredCases } from './store/cases.ts';
import { checksOf } from './store/checks.ts';
import { entriesOf } from './store/log.ts';
import { draftsOf, objectsOf, removeDraft } from './store/photos.ts';

const VIEWS_MAX = 10_000;

/**
 * What people sent to verify themselves. Drafts go with the account; what was decided is what law
 * wants kept, and is destroyed by its keys after that.
 */
export function verificationRecords(parts: Parts): PersonalRecords {
  const { files } = parts;
  const { pool } = parts.database;
  return {
    read: async (userId) => {
      const all = (await allCasesOf(pool, userId)).map(async (one) => {
        const { level, status, country, type, expiresOn, submittedAt, decidedAt, reasons } = one;
        const shown = { level, status, country, type, expiresOn, submittedAt, decidedAt, reasons };
        return { ...shown, ...openData(files, one), checks: await checksOf(pool, one.caseId) };
      });
      const cases = await Promise.all(all);
      return { cases, views: await entriesOf(pool, { userId, kind: 'viewed' }, VIEWS_MAX) };
    },
    close: async (userId, now) => {
      const gone = await transaction(parts.database.pool, async (client) => {
        const objects: (string | null)[] = [];
        for (const { slot } of await draftsOf(client, userId)) {
          objects.push(await removeDraft(client, userId, slot));
        }
        return objects.filter((id) => id !== null);
      });
      await files.shred(gone, now);
    },
    erase: async (userId, now) => {
      await files.shred(await objectsOf(pool, userId), now);
      await transaction(parts.database.pool, (client) => shredCases(client, userId));
    },
  };
}
