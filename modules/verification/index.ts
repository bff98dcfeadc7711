import type { PersonalRecords } from '@assay/core/personal-records';
import { HOUR } from '@assay/core/time';
import { type CountryPolicy, type Policy, readOrMakeKey } from '@assay/modules/identity';
import { type Database, transaction } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import type { Files } from '@assay/platform/files/files';
import type { Limits } from '@assay/platform/http/limits';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Surface } from '@assay/platform/http/surface';
import type { Decoder } from '@assay/platform/images/decoder';
import type { Job } from '@assay/platform/jobs/jobs';
import { firstOpenDay } from './calendar.ts';
import { personCalls } from './calls/person.ts';
import { photoCalls } from './calls/photos.ts';
import { entryOf, staffCalls } from './calls/staff.ts';
import { correctionCommand, type HasTicket } from './correction.ts';
import english from './messages/en.json' with { type: 'json' };
import { openData, type Parts, type Registered, stateOf } from './parts.ts';
import { providerSurfaces } from './provider/events.ts';
import { Provider, type ProviderSettings } from './provider/provider.ts';
import { verificationRecords } from './records.ts';
import { refusalCommand } from './refusal.ts';
import type { Levels } from './rules.ts';
import { calls, type VerificationFact } from './schema.ts';
import { approvedByDay, expireCases, hasCases, keyIds, worksFor } from './store/cases.ts';
import { record } from './store/log.ts';
import { Tickets } from './tickets.ts';

export { approvals as verificationApprovals } from './refusal.ts';
export { verificationEvidence } from './store/evidence.ts';

export interface VerificationOptions {
  readonly database: Pick<Database, 'pool'>;
  /** The folder of the key of document numbers. */
  readonly dataDir: string;
  readonly files: Files;
  readonly decoder: Decoder;
  readonly marker: Decoder;
  readonly policy: CountryPolicy;
  readonly registered: Registered;
  /** Within this time staff decide on what is sent now. */
  decideWithinMs(now: number): number;
  readonly messages: Messages;
  readonly limits: Limits;
  /** Who checks people beside staff; null: nobody. */
  readonly provider: ProviderSettings | null;
}

export interface Verification {
  readonly calls: CallSet;
  /** Where an outside provider tells what it found. */
  readonly surfaces: readonly Surface[];
  readonly jobs: readonly Job[];
  /** The refusal of a case, for who keeps what takes two people. */
  readonly refusal: ReturnType<typeof refusalCommand>;
  /** How an approved level is proved again, by a conversation of support; likewise. */
  correction(hasTicket: HasTicket): ReturnType<typeof correctionCommand>;
  readonly personalRecords: PersonalRecords;
  /** How far a person is; what other products may ask. */
  levelsOf(userId: number): Promise<Levels>;
  /** The name that a person has proved by the first document; null: none is proved. */
  nameOf(userId: number): Promise<string | null>;
  /** The country of a person's approved document, else the one given at registration. */
  countryOf(userId: number): Promise<string>;
  /**
   * The rules of the country of a person's document, else of the one given at registration; null:
   * of somebody whose country is not known.
   */
  policyOf(userId: number | null): Promise<Policy>;
  /** Whether this member of staff has claimed a case of the person that waits for a decision. */
  worksFor(operatorId: number, userId: number, now: number): Promise<boolean>;
  /** How many people were verified by their first document, by UTC day, from an instant on. */
  verifiedByDay(from: number): Promise<{ day: number; count: number }[]>;
  onFact(listener: (fact: VerificationFact) => void): void;
}

/** The file of the key of document numbers, below DATA_DIR. */
const NUMBER_KEY_FILE = 'documents.key';

export const verificationMigrations = () =>
  migrationSets(import.meta.url, 'verification', {
    shared: {
      verification_case: ['insert', 'update'],
      verification_photo: ['insert', 'update', 'delete'],
      verification_log: ['insert'],
      verification_check: ['insert', 'delete'],
    },
  });

/** The keys that seal personal data, which the file of keys must have. */
export const verificationKeyIds = (database: Pick<Database, 'pool'>) => keyIds(database.pool);

/** Assembles the module. Throws when the key of document numbers is missing beside cases. */
export async function createVerification(options: VerificationOptions): Promise<Verification> {
  const { database, dataDir, messages } = options;
  messages.add({ en: english });
  const used = () => hasCases(database.pool);
  const numberKey = await readOrMakeKey(dataDir, NUMBER_KEY_FILE, used);
  const listeners: ((fact: VerificationFact) => void)[] = [];
  const publish = (fact: VerificationFact) => {
    for (const listener of listeners) listener(fact);
  };
  const provider = options.provider === null ? null : new Provider(options.provider, numberKey);
  const parts: Parts = { ...options, provider, numberKey, tickets: new Tickets(), publish };
  const handlers = {
    ...personCalls(parts),
    ...photoCalls(parts),
    ...staffCalls(parts),
  };
  return {
    calls: callSet(calls, handlers),
    surfaces: providerSurfaces(parts),
    refusal: refusalCommand(parts),
    correction: (hasTicket) => correctionCommand(parts, hasTicket),
    verifiedByDay: (from) => approvedByDay(database.pool, from),
    jobs: [{ name: 'expireVerifications', everyMs: HOUR, run: (at) => expire(parts, at) }],
    personalRecords: verificationRecords(parts),
    levelsOf: async (userId) => (await stateOf(parts, userId)).levels,
    nameOf: async (userId) => {
      const proved = provedBy((await stateOf(parts, userId)).cases);
      return proved === undefined ? null : openData(parts.files, proved).name;
    },
    countryOf: (userId) => countryOf(parts, userId),
    policyOf: async (userId) =>
      parts.policy.of(userId === null ? '' : await countryOf(parts, userId)),
    worksFor: (operatorId, userId, now) => worksFor(database.pool, operatorId, userId, now),
    onFact: (listener) => void listeners.push(listener),
  };
}

/** The case by which a person has proved who they are. */
const provedBy = (cases: Awaited<ReturnType<typeof stateOf>>['cases']) =>
  cases.find(({ level, status }) => level === 'junior' && status === 'approved');

async function countryOf(parts: Parts, userId: number): Promise<string> {
  const proved = provedBy((await stateOf(parts, userId)).cases);
  return proved?.country ?? (await parts.registered.countryOf(userId));
}

/**
 * Ends what was proved by a document that has run out: its last day has passed everywhere on earth.
 */
async function expire(parts: Parts, at: number): Promise<void> {
  const ended = await transaction(parts.database.pool, async (client) => {
    const cases = await expireCases(client, firstOpenDay(at));
    for (const one of cases) await record(client, entryOf(one, 'expired', 'system', '', at));
    return cases;
  });
  for (const { userId, level } of ended) {
    parts.publish({ fact: 'verificationExpired', userId, level });
  }
}
