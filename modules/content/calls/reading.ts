import { refuse } from '@assay/core/schema/outcome';
import type { CallContext, Handlers } from '@assay/platform/http/context';
import { isLaw } from '../rules.ts';
import { PAGE_SIZE, type readingCalls } from '../schema/reading.ts';
import type { Kept, Shelf, Shown } from '../shelf.ts';
import { editionsOf, type Queryable } from '../store.ts';
import { hasBody, lawHandlers } from './law.ts';

export interface ReadingOptions {
  readonly client: Queryable;
  readonly shelf: Shelf;
  /** Of the settings, where the site has no name of its own. */
  readonly siteName: string;
  /** The address that people type, without a slash at its end. */
  readonly address: string;
}

/** What everybody may read. Answers that are the same for all are made once, and carry an ETag. */
export function readingHandlers(options: ReadingOptions): Handlers<typeof readingCalls> {
  const { client, shelf, siteName, address } = options;
  const lookOf = (now: number) => shelf.find('site', now)?.body.look ?? null;
  const pageOf = (shown: readonly Shown[], page: number, lang: string) => ({
    total: shown.length,
    items: shown
      .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      .map((one) => shelf.teaserOf(one, lang)),
  });
  return {
    getGG: ({ kind, page }, context) => {
      const { wantedLang: lang, now } = context;
      const make = () => pageOf(shelf.of(kind, now).sort(latestFirst), page, lang);
      return same(context, shelf.keep(`getGG ${kind} ${page} ${lang}`, now, make));
    },
    getBanner: (_input, context) => {
      const { wantedLang: lang, now } = context;
      const make = () => ({
        banners: shelf
          .of('banner', now)
          .sort(inOrder)
          .map((one) => ({ ...shelf.teaserOf(one, lang), link: one.body.place.link })),
      });
      return same(context, shelf.keep(`getBanner ${lang}`, now, make));
    },
    getLogo: (_input, context) => {
      const make = () => {
        const look = lookOf(context.now);
        const image = look?.logo ? `data:image/png;base64,${look.logo}` : '';
        return { siteName: look?.siteName || siteName, image };
      };
      return same(context, shelf.keep('getLogo', context.now, make));
    },
    getParam: (_input, context) => {
      const make = () => {
        const { accentDark = '', accentLight = '', contact = '' } = lookOf(context.now) ?? {};
        return { accentDark, accentLight, contact };
      };
      return same(context, shelf.keep('getParam', context.now, make));
    },
    getText: async ({ id, edition }, context) => {
      const { wantedLang: lang, now } = context;
      if (edition !== undefined) {
        const all = isLaw(id) ? (await editionsOf(client, id)).filter(hasBody) : [];
        const wanted = all.find(({ editionId }) => editionId === edition);
        return wanted === undefined ? refuse('noText') : shelf.viewOf(wanted, lang, now);
      }
      const shown = shelf.find(id, now);
      if (shown === undefined || shown.kind === 'site') return refuse('noText');
      const make = () => shelf.viewOf(shown, lang, now);
      return same(context, shelf.keep(`getText ${id} ${lang}`, now, make));
    },
    getTextsList: ({ kind, section, search, page }, context) => {
      const { wantedLang: lang, now } = context;
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      const make = () => {
        const found = shelf
          .of(kind, now)
          .filter((one) => section === undefined || one.body.place.section === section)
          .filter((one) => shelf.matches(one, lang, words));
        return pageOf(found.sort(inOrder), page, lang);
      };
      // What people search for is not kept: there is no end to it.
      if (words.length > 0) return make();
      const name = `getTextsList ${kind} ${section ?? ''} ${page} ${lang}`;
      return same(context, shelf.keep(name, now, make));
    },
    getQrcode: () => ({ address: `${address}/` }),
    ...lawHandlers(options),
  };
}

/** Browsers and proxies may keep the answer, and ask whether it is still the same. */
function same<T>(context: CallContext, { written, etag }: Kept<T>) {
  context.setHeader('etag', etag);
  context.setHeader('cache-control', 'no-cache');
  return written;
}

function latestFirst(a: Shown, b: Shown): number {
  const pinned = Number(b.body.place.pinned) - Number(a.body.place.pinned);
  return pinned || b.publishAt - a.publishAt || b.editionId - a.editionId;
}

function inOrder(a: Shown, b: Shown): number {
  return a.body.place.order - b.body.place.order || latestFirst(a, b);
}
