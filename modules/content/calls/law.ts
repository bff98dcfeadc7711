import { refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import { AGREEMENT, TEXTS_OF_LAW } from '../rules.ts';
import type { readingCalls } from '../schema/reading.ts';
import type { Shelf, Shown } from '../shelf.ts';
import { accept, acceptancesOf, type Edition, editionsOf, type Queryable } from '../store.ts';

interface LawOptions {
  readonly client: Queryable;
  readonly shelf: Shelf;
}

type LawCalls = Pick<typeof readingCalls, 'getTextChanges' | 'getAgreement' | 'acceptAgreement'>;

/** What everybody may read of texts of law beyond the present one, and what people accept. */
export function lawHandlers({ client, shelf }: LawOptions): Handlers<LawCalls> {
  return {
    getTextChanges: async (_input, { wantedLang: lang, now }) => {
      const all = await Promise.all(TEXTS_OF_LAW.map((key) => editionsOf(client, key)));
      const changes = all
        .flat()
        .filter(hasBody)
        .filter(({ number }) => number > 1)
        .sort((a, b) => b.madeAt - a.madeAt || b.editionId - a.editionId)
        .map((shown) => ({
          ...{ key: shown.key, edition: shown.editionId, number: shown.number },
          title: shelf.entryOf(shown, lang).entry.title,
          ...{ reason: shown.reason, publishedAt: shown.madeAt, takesEffectAt: shown.publishAt },
          ...{ withdrawnAt: shown.withdrawnAt, withdrawnWhy: shown.withdrawnWhy },
        }));
      return { at: now, changes };
    },
    getAgreement: async ({ edition }, { wantedLang: lang, actor, now }) => {
      const current = shelf.find(AGREEMENT, now);
      const all = (await editionsOf(client, AGREEMENT)).filter(hasBody);
      const wanted = edition ?? current?.editionId;
      const shown = all.find(({ editionId }) => editionId === wanted);
      if (current === undefined || shown === undefined) return refuse('noText');
      const next = shelf.next(AGREEMENT, now);
      const accepted = actor === null ? [] : await acceptancesOf(client, actor.userId);
      return {
        text: shelf.viewOf(shown, lang, now),
        current: current.editionId,
        announced: next === undefined ? null : { edition: next.editionId, at: next.publishAt },
        editions: all.filter(stands).map(({ editionId, number, publishAt }) => ({
          ...{ edition: editionId, number, at: publishAt },
        })),
        accepted: accepted.map(({ edition: accept, at }) => ({ edition: accept, at })),
      };
    },
    acceptAgreement: async ({ edition }, { actor, now }) => {
      if (actor.realm === 'demo') return refuse('virtualAccount');
      const open = [shelf.find(AGREEMENT, now), shelf.next(AGREEMENT, now)];
      if (!open.some((one) => one?.editionId === edition)) return refuse('otherEdition');
      await accept(client, actor.userId, edition, now);
      return { at: now };
    },
  };
}

/** Not one that was taken back before it held. */
export const stands = ({ withdrawnAt }: Pick<Edition, 'withdrawnAt'>) => withdrawnAt === null;

/** Not one by which an item is withdrawn. */
export const hasBody = (edition: Edition): edition is Shown => edition.body !== null;
