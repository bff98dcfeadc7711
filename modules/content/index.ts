import { SECOND } from '@assay/core/time';
import type { Database } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import type { StaffContext } from '@assay/platform/http/context';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import { type FactOptions, factHandlers, type Setting } from './calls/facts.ts';
import { readingHandlers } from './calls/reading.ts';
import { staffHandlers } from './calls/staff.ts';
import english from './messages/en.json' with { type: 'json' };
import { Press } from './press.ts';
import { AGREEMENT, COMPANY } from './rules.ts';
import { factCalls } from './schema/facts.ts';
import { readingCalls } from './schema/reading.ts';
import { staffCalls } from './schema/staff.ts';
import { Shelf } from './shelf.ts';
import { accept, acceptancesOf } from './store.ts';

export type { LogOfCommands, PublicFigures, Setting } from './calls/facts.ts';
export { contentApprovals } from './press.ts';

/** Texts of this module by language. */
export const contentMessages = { en: english };

export const contentMigrations = () =>
  migrationSets(import.meta.url, 'content', {
    shared: {
      content_item: ['insert', 'update'],
      content_edition: ['insert'],
      content_withdrawal: ['insert'],
      content_acceptance: ['insert'],
    },
  });

/** What the site says of itself, counted and not written. */
export function createFactCalls(options: FactOptions): CallSet {
  return callSet(factCalls, factHandlers(options));
}

export interface ContentOptions {
  readonly database: Pick<Database, 'pool'>;
  /** Of the settings, where the site has no name of its own. */
  readonly siteName: string;
  /** The languages of the site, its own first. */
  readonly languages: readonly [string, ...string[]];
  /** The address that people type, without a slash at its end. */
  readonly address: string;
  /** Writes down what a member of staff does. */
  readonly record: (
    context: StaffContext,
    entry: {
      readonly action: string;
      readonly subject: string;
      readonly detail: Readonly<Record<string, unknown>>;
    },
  ) => Promise<void>;
}

export interface Content {
  readonly calls: CallSet;
  readonly job: Job;
  /** Shows what another server has published, or what two people have. */
  refresh(now: number): Promise<void>;
  /** How a text of law is published once two people have agreed to it. */
  readonly law: Press['law'];
  /** How one that is announced is taken back once two people have agreed to that. */
  readonly lawWithdrawal: Press['lawWithdrawal'];
  /** Publishes what comes with the software. */
  start(now: number): Promise<void>;
  /** Puts on record that a person who registered has accepted the agreement of this moment. */
  accepted(userId: number, now: number): Promise<void>;
  /** What the operator calls the site, and how it looks. */
  lookOf(
    now: number,
  ): Pick<Setting, 'siteName' | 'accentDark' | 'accentLight' | 'hasLogo' | 'operatorNamed'>;
  /** What a person has accepted, for the download of their data. */
  acceptancesOf(userId: number): Promise<object>;
}

const LOOK_EVERY_MS = 2 * SECOND;

export function createContent(options: ContentOptions): Content {
  const { database, siteName, languages, address, record } = options;
  const { pool: client } = database;
  const [mainLanguage] = languages;
  const shelf = new Shelf(client, mainLanguage);
  const press = new Press({ database, shelf, mainLanguage });
  const handlers = {
    ...readingHandlers({ client, shelf, siteName, address }),
    ...staffHandlers({ client, press, languages, record }),
  };
  return {
    calls: callSet({ ...readingCalls, ...staffCalls }, handlers),
    job: { name: 'refreshContent', everyMs: LOOK_EVERY_MS, run: (at) => shelf.refresh(at) },
    refresh: (now) => shelf.refresh(now),
    law: press.law,
    lawWithdrawal: press.lawWithdrawal,
    start: (now) => press.printDefaults(now),
    accepted: async (userId, now) => {
      const agreement = shelf.find(AGREEMENT, now);
      if (agreement !== undefined) await accept(client, userId, agreement.editionId, now);
    },
    lookOf: (now) => {
      const look = shelf.find('site', now)?.body.look;
      const { siteName: name = '', logo = '', accentDark = '', accentLight = '' } = look ?? {};
      const operatorNamed = shelf.find(COMPANY, now)?.madeBy !== 'software';
      return {
        ...{ siteName: name || siteName, accentDark, accentLight, hasLogo: logo !== '' },
        operatorNamed,
      };
    },
    acceptancesOf: (userId) => acceptancesOf(client, userId),
  };
}
