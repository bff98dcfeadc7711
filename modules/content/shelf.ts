import { createHash } from 'node:crypto';
import { Written } from '@assay/platform/http/context';
import { documentOf, wordsOf } from './document.ts';
import { isLaw, type Kind } from './rules.ts';
import type { Body, Entry, Teaser, TextView } from './schema/index.ts';
import { type Edition, lastChange, type Queryable, shownEditions } from './store.ts';

/** An edition that is shown: it has a body. */
export interface Shown extends Edition {
  readonly body: Body;
}

/** An answer that is the same for everybody, with its ETag. */
export interface Kept<T> {
  readonly written: Written<T>;
  readonly etag: string;
}

/** Answers that are kept ready; more than there are texts in all languages. */
const KEPT_MAX = 5_000;
const NEVER = Number.POSITIVE_INFINITY;

/** What is published, in memory; a text is parsed once for each language. */
export class Shelf {
  readonly #client: Queryable;
  readonly #mainLanguage: string;
  #editions: readonly Edition[] = [];
  #shown: ReadonlyMap<string, Shown> = new Map();
  #changesAt = 0;
  #last = -1;
  readonly #kept = new Map<string, Kept<unknown>>();

  constructor(client: Queryable, mainLanguage: string) {
    this.#client = client;
    this.#mainLanguage = mainLanguage;
  }

  /** Reads what is published if anything was published since, also by another server. */
  async refresh(now: number): Promise<void> {
    const last = await lastChange(this.#client);
    if (last === this.#last) return;
    this.#editions = await shownEditions(this.#client, now);
    this.#last = last;
    this.#changesAt = 0;
  }

  find(key: string, now: number): Shown | undefined {
    return this.#at(now).get(key);
  }

  of(kind: Kind, now: number): Shown[] {
    return [...this.#at(now).values()].filter((shown) => shown.kind === kind);
  }

  /** The entry in the language that was asked for, or in the site's own, or in any. */
  entryOf({ body: { texts } }: Pick<Shown, 'body'>, lang: string): { lang: string; entry: Entry } {
    for (const one of [lang, this.#mainLanguage, ...Object.keys(texts)]) {
      const entry = texts[one];
      if (entry !== undefined) return { lang: one, entry };
    }
    return { lang, entry: { title: '', lead: '', text: '' } };
  }

  teaserOf(shown: Shown, lang: string): Teaser {
    const { key, kind, publishAt, body } = shown;
    const { title, lead } = this.entryOf(shown, lang).entry;
    const { section, pinned } = body.place;
    return { key, kind, title, lead, at: publishAt, section, pinned };
  }

  /** The edition that takes the place of the present one; undefined where none is announced. */
  next(key: string, now: number): Shown | undefined {
    return this.#editions.find(
      (one): one is Shown => one.key === key && one.publishAt > now && one.body !== null,
    );
  }

  viewOf(shown: Shown, wanted: string, now: number): TextView {
    const { lang, entry } = this.entryOf(shown, wanted);
    const { editionId, number, madeBy, key, publishAt, withdrawnAt } = shown;
    const isCurrent = this.find(key, now)?.editionId === editionId;
    const next = isCurrent && isLaw(key) ? this.next(key, now) : undefined;
    const held = publishAt > now ? 'announced' : isCurrent ? 'current' : 'earlier';
    const state = withdrawnAt === null ? held : 'withdrawn';
    return {
      ...this.teaserOf(shown, wanted),
      document: documentOf(entry.text),
      ...{ edition: editionId, number, lang, own: madeBy === 'software', state },
      next: next === undefined ? null : { edition: next.editionId, at: next.publishAt },
    };
  }

  /** Whether a text has all these words, in any case. */
  matches(shown: Shown, lang: string, words: readonly string[]): boolean {
    const { title, lead, text } = this.entryOf(shown, lang).entry;
    const all = `${title}\n${lead}\n${wordsOf(documentOf(text))}`.toLowerCase();
    return words.every((word) => all.includes(word));
  }

  /** An answer that is made once, until something else is published. */
  keep<T>(name: string, now: number, make: () => T): Kept<T> {
    this.#at(now);
    const known = this.#kept.get(name);
    if (known !== undefined) return known as Kept<T>;
    const json = JSON.stringify(make());
    const digest = createHash('sha256').update(json).digest('base64url').slice(0, 22);
    const kept: Kept<T> = { written: new Written<T>(json), etag: `W/"${digest}"` };
    if (this.#kept.size < KEPT_MAX) this.#kept.set(name, kept);
    return kept;
  }

  #at(now: number): ReadonlyMap<string, Shown> {
    if (now < this.#changesAt) return this.#shown;
    const shown = new Map<string, Shown>();
    this.#changesAt = NEVER;
    for (const edition of this.#editions) {
      if (edition.publishAt > now) {
        this.#changesAt = Math.min(this.#changesAt, edition.publishAt);
      } else if (edition.body === null) shown.delete(edition.key);
      else shown.set(edition.key, { ...edition, body: edition.body });
    }
    this.#shown = shown;
    this.#kept.clear();
    return shown;
  }
}
