import { refuse } from '@assay/core/schema/outcome';
import { transaction } from '@assay/platform/db/transaction';
import type { Handlers } from '@assay/platform/http/context';
import { takePicture } from '@assay/platform/images/intake';
import { type Parts, stateOf } from '../parts.ts';
import { KEEP_REFUSED_MS, takesPhotos } from '../rules.ts';
import type { calls } from '../schema.ts';
import { lockDrafts, putDraft, removeDraft } from '../store/photos.ts';

type OfPhotos = Pick<Handlers<typeof calls>, 'uploadVerificationPhoto' | 'removeVerificationPhoto'>;

/** The calls by which pictures come in (integrity reference §2.5, in its order). */
export function photoCalls(parts: Parts): OfPhotos {
  const { database, files } = parts;
  return {
    uploadVerificationPhoto: async ({ slot, fileName }, { actor, file, now }) => {
      const { userId, realm } = actor;
      if (realm === 'demo') return refuse('virtualAccount');
      const { levels } = await stateOf(parts, userId);
      if (!takesPhotos(slot, levels)) return refuse('notNow');
      const use = { owner: userId, kind: 'verification', keepUntil: now + KEEP_REFUSED_MS };
      const taken = await takePicture(parts, { ...file, fileName }, use, now);
      if (!('objectId' in taken)) return taken;
      const { size, width, height } = taken;
      const photo = { ...taken, slot, sentAt: now };
      const replaced = await transaction(database.pool, (client) =>
        putDraft(client, userId, photo),
      );
      if (replaced !== null) await files.shred([replaced], now);
      return { slot, width, height, size, sentAt: now };
    },
    removeVerificationPhoto: async ({ slot }, { actor, now }) => {
      const { userId } = actor;
      const removed = await transaction(database.pool, async (client) => {
        // A level that is submitted now has this picture, or is refused without it.
        await lockDrafts(client, userId);
        return removeDraft(client, userId, slot);
      });
      if (removed !== null) await files.shred([removed], now);
      return {};
    },
  };
}
