import { refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import type { calls } from '../schema.ts';
import type { FeedService } from '../service.ts';
import { dayOf } from '../store/tick-days.ts';

type ArchiveCalls = Pick<typeof calls, 'getTickProof' | 'getTickDays' | 'getTickDay'>;

/** A path in an old day costs the reading of its file: as much as an answer of so many bytes. */
const PROOF_BYTES = 2_000_000;
/** The head of a day that grows is made of the ticks since it was asked for last. */
const HEAD_BYTES = 100_000;
const LAST_DAY = 10_000_000;

/** Calls about days of ticks. */
export function archiveCalls(
  feed: Pick<FeedService, 'archive' | 'hasIndex'>,
): Handlers<ArchiveCalls> {
  return {
    async getTickProof({ index, n }, context) {
      const { archive } = feed;
      if (archive === null || !feed.hasIndex(index)) return refuse('unknownIndex', { index });
      context.spendBytes(PROOF_BYTES);
      const proof = await archive.prove(index, n);
      if (proof === null) return refuse('unknownTick', { n: String(n) });
      return { publicKey: archive.signer.publicKey, ...proof, path: [...proof.path] };
    },
    async getTickDays({ index, before, limit }, context) {
      const { archive } = feed;
      if (archive === null || !feed.hasIndex(index)) return refuse('unknownIndex', { index });
      context.spendBytes(HEAD_BYTES);
      const end = before === undefined ? LAST_DAY : dayOf(Date.parse(before));
      return {
        publicKey: archive.signer.publicKey,
        newest: await archive.head(index),
        days: await archive.days.before(index, end, limit),
      };
    },
    async getTickDay({ index, day }) {
      const { archive } = feed;
      if (archive === null || !feed.hasIndex(index)) return refuse('unknownIndex', { index });
      const [sealed] = await archive.days.before(index, dayOf(Date.parse(day)) + 1, 1);
      const file = sealed?.head.day === day ? await archive.sealed.file(sealed) : undefined;
      if (sealed === undefined || file === undefined) return refuse('notSealed', { day });
      const { head, fileHash } = sealed;
      return { head, fileHash, file: file.toString('base64') };
    },
  };
}
