import { createHmac } from 'node:crypto';
import type { CountryPolicy } from '@assay/modules/identity';
import type { Database } from '@assay/platform/db/database';
import type { Files } from '@assay/platform/files/files';
import type { Limits } from '@assay/platform/http/limits';
import type { Decoder } from '@assay/platform/images/decoder';
import type { Provider } from './provider/provider.ts';
import { type Levels, normalNumber } from './rules.ts';
import type { VerificationFact } from './schema.ts';
import { type Case, latestCases } from './store/cases.ts';
import type { Tickets } from './tickets.ts';

/** What is needed of registered people. */
export interface Registered {
  /** The country given at registration. */
  countryOf(userId: number): Promise<string>;
}

/** What the handlers work with. */
export interface Parts {
  readonly database: Pick<Database, 'pool'>;
  readonly files: Files;
  /** For what strangers send, and for what staff look at: neither holds up the other. */
  readonly decoder: Decoder;
  readonly marker: Decoder;
  readonly tickets: Tickets;
  /** Of the numbers of documents. */
  readonly numberKey: Buffer;
  readonly limits: Limits;
  readonly policy: CountryPolicy;
  readonly registered: Registered;
  /** Who checks people beside staff; null: nobody. */
  readonly provider: Provider | null;
  /** Within this time staff decide on what is sent now. */
  decideWithinMs(now: number): number;
  publish(fact: VerificationFact): void;
}

/** What a case says of a person; it is stored sealed. */
export interface PersonalData {
  readonly name: string;
  readonly number: string;
  readonly address: string;
}

type SealedCase = Pick<Case, 'userId' | 'level' | 'submittedAt'>;

/** To what the personal data of a case are bound. */
const boundTo = ({ userId, level, submittedAt }: SealedCase) =>
  `${userId}|verification|${level}|${submittedAt}`;

export function sealData(files: Files, of: SealedCase, data: PersonalData) {
  return files.sealText(boundTo(of), JSON.stringify(data));
}

export function openData(files: Files, one: Case): PersonalData {
  return JSON.parse(files.openText(boundTo(one), one)) as PersonalData;
}

/** The same for every spelling of a number, and of no use to who does not have the key. */
export function documentKeyOf(key: Buffer, country: string, type: number, number: string): Buffer {
  const plain = normalNumber(number) ?? number;
  return createHmac('sha256', key).update(`${country}\0${type}\0${plain}`).digest();
}

export function levelsOf(cases: readonly Case[]): Levels {
  const of = (level: Case['level']) => cases.find((one) => one.level === level)?.status ?? 'none';
  return { junior: of('junior'), senior: of('senior'), address: of('address') };
}

/** The latest case of each level, and how far each level is. */
export async function stateOf({ database }: Pick<Parts, 'database'>, userId: number) {
  const cases = await latestCases(database.pool, userId);
  return { cases, levels: levelsOf(cases) };
}
