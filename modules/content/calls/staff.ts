import { refuse } from '@assay/core/schema/outcome';
import type { Handlers, StaffContext } from '@assay/platform/http/context';
import { cleaned, documentOf } from '../document.ts';
import { isReadable, isSmallPng } from '../look.ts';
import { digestOf, type Press } from '../press.ts';
import { type Kind, TEXTS_OF_LAW } from '../rules.ts';
import type { Body } from '../schema/index.ts';
import type { staffCalls } from '../schema/staff.ts';
import * as store from '../store.ts';
import { stands } from './law.ts';

export interface StaffOptions {
  readonly client: store.Queryable;
  readonly press: Press;
  /** The languages of the site, its own first. */
  readonly languages: readonly string[];
  /** Writes down what a member of staff does. */
  readonly record: (context: StaffContext, entry: Entry) => Promise<void>;
}

interface Entry {
  readonly action: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

const EMPTY: Body = {
  texts: {},
  place: { section: '', order: 0, pinned: false, link: '' },
  look: null,
};

const byStaff = ({ actor }: StaffContext) => `staff:${actor.operator.operatorId}`;

/** What staff do with texts. */
export function staffHandlers(options: StaffOptions): Handlers<typeof staffCalls> {
  const { client, press, languages, record } = options;
  /** Changes a draft, unless somebody else has changed it meanwhile. */
  const save = async (
    { key, revision }: { readonly key: string; readonly revision: number },
    context: StaffContext,
    change: (body: Body) => Body,
  ) => {
    const item = await store.findItem(client, key);
    if (item === null) return refuse('noText');
    if (item.revision !== revision) return refuse('draftChanged');
    const draft = change(item.draft ?? (await latestBody(client, key)));
    const saved = await store.saveDraft(client, item, draft, byStaff(context), context.now);
    return saved === null ? refuse('draftChanged') : { revision: saved };
  };
  return {
    getContentItems: async ({ kind }, { now }) => {
      const items = await store.itemsOf(client, kind);
      return {
        items: await Promise.all(items.map((item) => rowOf(client, item, languages, now))),
      };
    },
    getContentItem: async ({ key }) => {
      const item = await store.findItem(client, key);
      if (item === null) return refuse('noText');
      const editions = await store.editionsOf(client, key);
      const draft = item.draft ?? latestIn(editions) ?? EMPTY;
      return {
        ...{ key, kind: item.kind, revision: item.revision, draft },
        ...{ changed: item.draft !== null, digest: digestOf(draft) },
        ...{ takesTwo: TEXTS_OF_LAW.includes(key), languages: [...languages] },
        editions: editions.map(({ editionId, number, publishAt, madeBy, madeAt, ...one }) => ({
          ...{ edition: editionId, number, publishAt, madeBy, madeAt },
          withdrawn: one.body === null || !stands(one),
        })),
      };
    },
    addContentItem: async ({ key, kind }) => {
      if (isFixed(kind)) return refuse('kindFixed');
      const added = await store.addItem(client, key, kind);
      return added === null ? refuse('keyTaken') : { revision: added.revision };
    },
    saveContentText: async ({ language, title, lead, text, ...which }, context) => {
      const entry = { title: cleaned(title), lead: cleaned(lead), text: cleaned(text) };
      if (!languages.includes(language)) return refuse('unknownLanguage');
      const change = (body: Body): Body => {
        const { [language]: _replaced, ...texts } = body.texts;
        return {
          ...body,
          texts: title === '' ? texts : { ...texts, [language]: entry },
        };
      };
      return save(which, context, change);
    },
    saveContentPlace: async ({ place, look, ...which }, context) => {
      if (look !== undefined && look.logo !== '' && !isSmallPng(look.logo)) {
        return refuse('logoUnfit');
      }
      const isFine =
        isReadable(look?.accentDark ?? '', 'dark') && isReadable(look?.accentLight ?? '', 'light');
      if (!isFine) return refuse('colourUnreadable');
      const change = (body: Body): Body => ({
        ...body,
        place: place ?? body.place,
        look: look ?? body.look,
      });
      return save(which, context, change);
    },
    previewContent: ({ text }) => ({ document: documentOf(text) }),
    publishContent: async ({ key, revision, publishAt }, context) => {
      const { now } = context;
      const by = byStaff(context);
      const detail = { revision, publishAt: publishAt ?? now };
      await record(context, { action: 'publishedContent', subject: `content:${key}`, detail });
      return press.publish({ key, revision, publishAt: publishAt ?? now, by, now });
    },
    withdrawContent: async ({ key }, context) => {
      const subject = `content:${key}`;
      await record(context, { action: 'withdrewContent', subject, detail: {} });
      return press.withdraw(key, byStaff(context), context.now);
    },
  };
}

/** Of these there are those that the software knows, and no others. */
const isFixed = (kind: Kind) => kind === 'text' || kind === 'site';

async function latestBody(client: store.Queryable, key: string): Promise<Body> {
  const editions = await store.editionsOf(client, key);
  return latestIn(editions) ?? EMPTY;
}

/** The text of the latest edition, but of none that was taken back. */
function latestIn(editions: readonly store.Edition[]): Body | undefined {
  return editions.find((one) => one.body !== null && stands(one))?.body ?? undefined;
}

async function rowOf(
  client: store.Queryable,
  item: store.Item,
  languages: readonly string[],
  now: number,
) {
  const last = (await store.editionsOf(client, item.key)).find(stands);
  const body = item.draft ?? last?.body ?? (await latestBody(client, item.key));
  const titles = languages.flatMap((lang) => body.texts[lang]?.title ?? []);
  return {
    ...{ key: item.key, kind: item.kind, title: titles[0] ?? '', state: stateOf(last, now) },
    ...{ changed: item.draft !== null, languages: Object.keys(body.texts) },
    at: last?.publishAt ?? 0,
  };
}

function stateOf(last: store.Edition | undefined, now: number) {
  if (last === undefined) return 'draft' as const;
  if (last.body === null) return 'withdrawn' as const;
  return last.publishAt > now ? ('scheduled' as const) : ('shown' as const);
}
