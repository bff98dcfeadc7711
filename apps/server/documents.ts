import path from 'node:path';
import type { Mode } from '@assay/core/schema/mode';
import { DAY, HOUR, MINUTE } from '@assay/core/time';
import type { Identity } from '@assay/modules/identity';
import type { Parameters } from '@assay/modules/parameters';
import {
  createVerification,
  type Verification,
  verificationKeyIds,
} from '@assay/modules/verification';
import type { Clock } from '@assay/platform/clock';
import type { Config } from '@assay/platform/config';
import type { Database } from '@assay/platform/db/database';
import { Files } from '@assay/platform/files/files';
import { ObjectFolder, type ObjectStore } from '@assay/platform/files/folder';
import { S3Bucket } from '@assay/platform/files/s3';
import type { Limits } from '@assay/platform/http/limits';
import type { Messages } from '@assay/platform/http/messages';
import { Decoder } from '@assay/platform/images/decoder';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import { countryPolicy } from './policies.ts';
import type { Stops } from './stops.ts';

/** What documents of people need of the server. */
export interface DocumentsOptions {
  readonly mode: Mode;
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Database;
  readonly jobs: Jobs;
  readonly messages: Messages;
  readonly limits: Limits;
  readonly stops: Stops;
  readonly parameters: Pick<Parameters, 'ofHouse' | 'valueAt'>;
}

/** Verification, and what others need to take pictures of people too. */
export interface Documents {
  readonly verification: Verification;
  readonly files: Files;
  readonly decoder: Decoder;
  readonly marker: Decoder;
}

/** Stored files, the processes that decode images, and verification by documents. */
export async function startVerification(
  options: DocumentsOptions,
  identity: Identity,
): Promise<Documents> {
  const { mode, config, log, clock, db, jobs, messages, limits, stops, parameters } = options;
  const dataDir = config.DATA_DIR;
  const files = await Files.start({
    database: db,
    dataDir,
    store: objectStore(config),
    keyIdsOfOthers: () => verificationKeyIds(db),
  });
  jobs.add({ name: 'forgetFiles', everyMs: HOUR, run: (at) => files.forgetOld(at) });
  jobs.add({ name: 'rewrapFiles', everyMs: DAY, atStart: true, run: () => files.rewrapAll() });
  const [decoder, marker] = [new Decoder({ log }), new Decoder({ log })];
  stops.add('image processes', () => {
    decoder.stop();
    marker.stop();
  });
  const verification = await createVerification({
    ...{ database: db, dataDir, files, decoder, marker, messages, limits },
    policy: countryPolicy(config, mode === 'trial', parameters, () => clock.now()),
    registered: identity,
    provider: providerOf(config),
    decideWithinMs: (now) => parameters.ofHouse('verificationHours', now) * HOUR,
  });
  identity.verifiedFrom(verifiedBy(verification));
  const ease = (at: number) => identity.endHoldsOfVerified(at);
  jobs.add({ name: 'endHoldsOfVerified', everyMs: MINUTE, run: ease });
  identity.addPersonalRecords('verification', verification.personalRecords);
  for (const job of verification.jobs) jobs.add(job);
  return { verification, files, decoder, marker };
}

/** By which approved level staff can compare who says that they are a person; null: by none. */
export function verifiedBy({ levelsOf }: Pick<Verification, 'levelsOf'>) {
  return async (userId: number) => {
    const levels = await levelsOf(userId);
    return (['senior', 'junior'] as const).find((one) => levels[one] === 'approved') ?? null;
  };
}

function providerOf(config: Config) {
  const { VERIFICATION_URL: url, VERIFICATION_SECRET: secret, VERIFICATION_BY: mode } = config;
  return url === '' ? null : { url, secret, mode };
}

function objectStore(config: Config): ObjectStore {
  if (config.S3_ENDPOINT === '') return new ObjectFolder(path.join(config.DATA_DIR, 'files'));
  return new S3Bucket({
    endpoint: config.S3_ENDPOINT,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  });
}
