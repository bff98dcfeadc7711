import { hash } from 'node:crypto';
import { canonicalText } from '@assay/core/approval/canonical-text';
import { type Approvals, byTwo, defineApprovals } from '@assay/core/approval/policy';
import { id } from '@assay/core/schema/fields';
import { refuse } from '@assay/core/schema/outcome';
import { HOUR } from '@assay/core/time';
import type { Database } from '@assay/platform/db/database';
import { transaction } from '@assay/platform/db/transaction';
import { z } from 'zod';
import { defaults } from './defaults/index.ts';
import { LAW_FINAL_MS, LAW_NOTICE_MS, TEXTS_OF_LAW } from './rules.ts';
import type { Body } from './schema/index.ts';
import { key } from './schema/shapes.ts';
import type { Shelf } from './shelf.ts';
import * as store from './store.ts';

/**
 * Texts of law take two people (decision 0035), to announce one and to take it back (0099); a draft
 * lies open for three days.
 */
export const contentApprovals: Approvals<{ publishLaw: object; withdrawLaw: object }> =
  defineApprovals({
    publishLaw: byTwo('content', 72 * HOUR),
    withdrawLaw: byTwo('content'),
  });

const lawKey = key.refine((one) => TEXTS_OF_LAW.includes(one));
const withdrawLaw = z.strictObject({ key: lawKey, edition: id });
/** What two people agree to: this draft, and no other. */
const publishLaw = z.strictObject({
  key: lawKey,
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});

export const digestOf = (draft: Body) => hash('sha256', canonicalText(draft), 'hex');

export interface PressOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly shelf: Shelf;
  /** The site's own language, which every text must have. */
  readonly mainLanguage: string;
}

/** Makes editions. */
export class Press {
  readonly #options: PressOptions;

  constructor(options: PressOptions) {
    this.#options = options;
  }

  /** How a text of law is announced once two people have agreed to it; then it holds by itself. */
  readonly law = {
    read: (body: object) => publishLaw.safeParse(body).data ?? null,
    run: async (
      body: object,
      client: store.Queryable,
      now: number,
      _signers: readonly number[],
      reason: string,
    ) => {
      const wanted = publishLaw.parse(body);
      const item = await store.findItem(client, wanted.key, true);
      const draft = item?.draft ?? null;
      if (item === null || draft === null || digestOf(draft) !== wanted.digest) {
        return { refusal: 'draftChanged' as const };
      }
      if (!this.#isComplete(draft)) return { refusal: 'mainLanguage' as const };
      const publishAt = now + LAW_NOTICE_MS;
      const by = { madeBy: 'two staff', reason, publishAt, now };
      const number = await this.#print(client, item, draft, by);
      return { outcome: { number, publishAt } };
    },
  };

  /** How one that is announced is taken back, in public, as long as it does not hold. */
  readonly lawWithdrawal = {
    read: (body: object) => withdrawLaw.safeParse(body).data ?? null,
    prepared: async (body: object, client: store.Queryable, { now }: { readonly now: number }) => {
      const { key: name, edition } = withdrawLaw.parse(body);
      return isAnnounced(await store.editionsOf(client, name), edition, now)
        ? null
        : 'notAnnounced';
    },
    run: async (
      body: object,
      client: store.Queryable,
      now: number,
      _signers: readonly number[],
      reason: string,
    ) => {
      const { key: name, edition } = withdrawLaw.parse(body);
      const all = await store.editionsOf(client, name);
      const isDone =
        isAnnounced(all, edition, now) &&
        (await store.withdrawEdition(client, edition, reason, now));
      return isDone ? { outcome: { edition } } : { refusal: 'notAnnounced' as const };
    },
    done: (_body: object, now: number) => this.#options.shelf.refresh(now),
  };

  async publish(wanted: {
    readonly key: string;
    readonly revision: number;
    readonly publishAt: number;
    readonly by: string;
    readonly now: number;
  }) {
    const { publishAt, by, now } = wanted;
    if (TEXTS_OF_LAW.includes(wanted.key)) return refuse('approvalNeeded');
    const printed = await transaction(this.#options.database.pool, async (client) => {
      const item = await store.findItem(client, wanted.key, true);
      if (item === null) return refuse('noText');
      if (item.draft === null) return refuse('noDraft');
      if (item.revision !== wanted.revision) return refuse('draftChanged');
      if (!this.#isComplete(item.draft)) return refuse('mainLanguage');
      if (publishAt < now) return refuse('timePassed');
      const number = await this.#print(client, item, item.draft, { madeBy: by, publishAt, now });
      return { number, publishAt };
    });
    await this.#options.shelf.refresh(now);
    return printed;
  }

  async withdraw(name: string, by: string, now: number) {
    if (defaults.some((one) => one.key === name && one.kind === 'text')) return refuse('mustStay');
    const withdrawn = await transaction(this.#options.database.pool, async (client) => {
      const item = await store.findItem(client, name, true);
      if (item === null) return refuse('noText');
      const [last] = await store.editionsOf(client, name);
      if (last === undefined || last.body === null) return refuse('notShown');
      const { itemId } = item;
      const edition = { itemId, body: null, publishAt: now, madeBy: by, madeAt: now };
      return { number: await store.addEdition(client, edition) };
    });
    await this.#options.shelf.refresh(now);
    return withdrawn;
  }

  /** Publishes what comes with the software, where staff have not written their own. */
  async printDefaults(now: number): Promise<void> {
    for (const { key: name, kind, body } of defaults) {
      await transaction(this.#options.database.pool, async (client) => {
        await store.addItem(client, name, kind);
        const item = await store.findItem(client, name, true);
        if (item === null) return;
        const [last] = await store.editionsOf(client, name);
        if (last !== undefined && last.madeBy !== 'software') return;
        if (last?.body && digestOf(last.body) === digestOf(body)) return;
        const { itemId } = item;
        // Another edition of a text of law is announced, whoever wrote it.
        const notice = last !== undefined && TEXTS_OF_LAW.includes(name) ? LAW_NOTICE_MS : 0;
        const edition = { itemId, body, publishAt: now + notice, madeBy: 'software', madeAt: now };
        await store.addEdition(client, edition);
      });
    }
    await this.#options.shelf.refresh(now);
  }

  /** A text has a title in the site's language; the look of the site has no texts. */
  #isComplete({ texts, look }: Body): boolean {
    return look !== null || (texts[this.#options.mainLanguage]?.title ?? '') !== '';
  }

  async #print(
    client: store.Queryable,
    item: store.Item,
    body: Body,
    { now, ...by }: Pick<store.NewEdition, 'madeBy' | 'publishAt' | 'reason'> & { now: number },
  ): Promise<number> {
    await store.saveDraft(client, item, null, by.madeBy, now);
    return store.addEdition(client, { itemId: item.itemId, body, madeAt: now, ...by });
  }
}

/** Whether it is still so long until it holds that it can be taken back. */
function isAnnounced(editions: readonly store.Edition[], edition: number, now: number): boolean {
  const one = editions.find(({ editionId }) => editionId === edition);
  return one !== undefined && one.withdrawnAt === null && one.publishAt >= now + LAW_FINAL_MS;
}
