import { refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import { CANNED_MAX, forbiddenIn } from '../rules/index.ts';
import type { calls } from '../schema/index.ts';
import * as canned from '../store/canned.ts';

type OfCanned = Pick<
  Handlers<typeof calls>,
  'getCannedAnswers' | 'saveCannedAnswer' | 'removeCannedAnswer'
>;

/** Answers that are written once. They are filtered when they are saved, and again when sent. */
export function cannedCalls({ database, colleagues, ownHosts }: Parts): OfCanned {
  const { pool } = database;
  return {
    getCannedAnswers: async () => ({ answers: await canned.cannedAnswers(pool) }),
    saveCannedAnswer: async ({ cannedId, title, text }, context) => {
      const { now } = context;
      const found = forbiddenIn(`${title}\n${text}`, ownHosts);
      const isKnown =
        cannedId === undefined ||
        (await canned.cannedAnswers(pool)).some((one) => one.cannedId === cannedId);
      if (!isKnown) return refuse('cannedUnknown');
      if (found !== null) return refuse(found.code, { found: found.found });
      let saved: number | null = cannedId ?? null;
      if (cannedId === undefined) {
        saved = await canned.addCanned(pool, { title, text }, CANNED_MAX, now);
        if (saved === null) return refuse('tooManyCanned');
      } else if (!(await canned.changeCanned(pool, { cannedId, title, text }, now))) {
        return refuse('cannedUnknown');
      }
      const subject = `canned:${saved}`;
      await colleagues.record(context, { action: 'cannedSaved', subject, detail: { title } });
      return { cannedId: saved ?? 0 };
    },
    removeCannedAnswer: async ({ cannedId }, context) => {
      if (!(await canned.removeCanned(pool, cannedId, context.now))) return refuse('cannedUnknown');
      const subject = `canned:${cannedId}`;
      await colleagues.record(context, { action: 'cannedRemoved', subject });
      return {};
    },
  };
}
