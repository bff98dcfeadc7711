import { InvalidInput, refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import type { ImageFault } from '@assay/platform/images/job';
import { imageTypeOf } from '@assay/platform/images/magic';
import { type Parts, stateOf } from '../parts.ts';
import { KEEP_REFUSED_MS, takesPhotos } from '../rules.ts';
import type { calls } from '../schema.ts';
import { putDraft, removeDraft } from '../store/photos.ts';
import { inTransaction } from '../store/transaction.ts';

type OfPhotos = Pick<Handlers<typeof calls>, 'uploadVerificationPhoto' | 'removeVerificationPhoto'>;

/** The texts of what is wrong with a picture. */
const FAULTS: Readonly<Record<ImageFault, string>> = {
  unreadable: 'imageUnreadable',
  tooManyPixels: 'imagePixels',
  tooSmall: 'imageSmall',
  tooSlow: 'imageSlow',
};

const QUOTAS = {
  objects: 'quotaObjects',
  bytes: 'quotaBytes',
  everybody: 'quotaEverybody',
} as const;

const wrong = (key: string) => new InvalidInput({ file: [key] });

/** The calls by which pictures come in (integrity reference §2.5, in its order). */
export function photoCalls(parts: Parts): OfPhotos {
  const { database, files, decoder } = parts;
  return {
    uploadVerificationPhoto: async ({ slot, fileName }, { actor, file, now }) => {
      const { userId, realm } = actor;
      if (realm === 'demo') return refuse('virtualAccount');
      const { levels } = await stateOf(parts, userId);
      if (!takesPhotos(slot, levels)) return refuse('notNow');
      const type = imageTypeOf(file.bytes, file.type, fileName);
      if (type === null) return wrong('imageKind');
      const cleaned = await decoder.clean(file.bytes, type);
      if (typeof cleaned === 'string') return wrong(FAULTS[cleaned]);
      const { bytes, facts } = cleaned;
      const content = { owner: userId, kind: 'verification', mediaType: 'image/jpeg', bytes };
      const row = await files.add({ ...content, uploadedBy: userId }, now);
      if (typeof row === 'string') return refuse(QUOTAS[row]);
      const { objectId, size } = row;
      await files.keepUntil([objectId], now + KEEP_REFUSED_MS);
      const photo = { objectId, slot, size, ...facts, sentAt: now };
      const replaced = await inTransaction(database, (client) => putDraft(client, userId, photo));
      if (replaced !== null) await files.shred([replaced], now);
      const { width, height } = facts;
      return { slot, width, height, size, sentAt: now };
    },
    removeVerificationPhoto: async ({ slot }, { actor, now }) => {
      const removed = await removeDraft(database.pool, actor.userId, slot);
      if (removed !== null) await files.shred([removed], now);
      return {};
    },
  };
}
