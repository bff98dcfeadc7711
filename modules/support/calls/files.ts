import { Refusal, refuse } from '@assay/core/schema/outcome';
import { transaction } from '@assay/platform/db/transaction';
import { FileAnswer, type Handlers } from '@assay/platform/http/context';
import { takePicture } from '@assay/platform/images/intake';
import { byStaff, type Parts, withClaimed } from '../parts.ts';
import { FILES_OF_PERSON_MAX, KEEP_DRAFT_MS } from '../rules/index.ts';
import type { calls } from '../schema/index.ts';
import { addFile, findFile, keptFiles, removeDraft } from '../store/files.ts';
import { addLook } from '../store/looks.ts';
import { lockPerson } from '../store/tickets.ts';

type OfFiles = Pick<
  Handlers<typeof calls>,
  'uploadSupportFile' | 'removeSupportFile' | 'openSupportFile' | 'openSupportAttachment'
>;

/** The calls by which pictures come in, and are looked at (integrity reference §2.5). */
export function fileCalls(parts: Parts): OfFiles {
  const { database, files, marker } = parts;
  return {
    uploadSupportFile: async ({ fileName }, { actor, file, now }) => {
      const { userId, realm } = actor;
      if (realm === 'demo') return refuse('virtualAccount');
      if ((await keptFiles(database.pool, userId, now)) >= FILES_OF_PERSON_MAX) {
        return refuse('tooManyFiles');
      }
      const keepUntil = now + KEEP_DRAFT_MS;
      const use = { owner: userId, kind: 'support', keepUntil };
      const taken = await takePicture(parts, { ...file, fileName }, use, now);
      if (!('objectId' in taken)) return taken;
      const { objectId, width, height, size } = taken;
      const added = await transaction(database.pool, async (client) => {
        // Counted again: others of theirs may have been decoded meanwhile.
        await lockPerson(client, userId);
        if ((await keptFiles(client, userId, now)) >= FILES_OF_PERSON_MAX) {
          return refuse('tooManyFiles');
        }
        const of = { userId, objectId, width, height, size, sentAt: now, keepUntil };
        return addFile(client, of);
      });
      if (added instanceof Refusal) {
        await files.shred([objectId], now);
        return added;
      }
      return { fileId: added, width, height, size };
    },
    removeSupportFile: async ({ fileId }, { actor, now }) => {
      const removed = await removeDraft(database.pool, actor.userId, fileId);
      if (removed !== null) await files.shred([removed], now);
      return {};
    },
    openSupportFile: async ({ fileId }, { actor }) => {
      const file = await findFile(database.pool, fileId);
      if (file === null || file.userId !== actor.userId) return refuse('fileUnknown');
      const read = await files.read(file.objectId);
      return read === null ? refuse('fileGone') : new FileAnswer(read.bytes, 'image/jpeg');
    },
    openSupportAttachment: async ({ ticketId, fileId }, context) => {
      const { now } = context;
      const found = await withClaimed(parts, ticketId, context, async (ticket, by, client) => {
        const file = await findFile(client, fileId);
        if (file === null || file.ticketId !== ticketId) return refuse('fileUnknown');
        const read = await files.read(file.objectId);
        if (read === null) return refuse('fileGone');
        const { operatorId } = by;
        const reason = byStaff(operatorId);
        const look = { userId: ticket.userId, operatorId, fileId, reason, at: now };
        await addLook(client, { ...look, kind: 'file' });
        return { bytes: read.bytes, operatorId };
      });
      if (found instanceof Refusal) return found;
      // Nobody sees a picture unrecorded.
      const subject = `ticket:${ticketId}`;
      await parts.colleagues.record(context, {
        action: 'supportFile',
        subject,
        detail: { fileId },
      });
      const at = new Date(now).toISOString().replace('T', ' ').slice(0, 19);
      const marked = await marker.mark(found.bytes, [
        `STAFF #${found.operatorId} TICKET #${ticketId}`,
        `${at} UTC`,
      ]);
      return marked === null ? refuse('fileGone') : new FileAnswer(marked, 'image/jpeg');
    },
  };
}
