import { type Content, createContent } from '@assay/modules/content';
import type { Identity } from '@assay/modules/identity';
import type { Operators } from '@assay/modules/operators';
import type { Clock } from '@assay/platform/clock';
import { type Config, languages } from '@assay/platform/config';
import type { Database } from '@assay/platform/db/database';
import type { Jobs } from '@assay/platform/jobs/jobs';

/** What the texts of the operator need of the server. */
export interface TextsOptions {
  readonly config: Pick<Config, 'DEFAULT_LANGUAGE' | 'SITE_NAME' | 'PUBLIC_URL' | 'PORT'>;
  readonly clock: Clock;
  readonly db: Pick<Database, 'pool'>;
  readonly jobs: Jobs;
}

/** What the operator publishes. Staff exist only after it: they sign what is published. */
export function startTexts(
  { config, db, jobs }: TextsOptions,
  operators: () => Pick<Operators, 'record'>,
): Content {
  const { DEFAULT_LANGUAGE: own, PUBLIC_URL, PORT } = config;
  const content = createContent({
    database: db,
    siteName: config.SITE_NAME,
    languages: [own, ...languages.filter((language) => language !== own)],
    address: PUBLIC_URL === '' ? `http://localhost:${PORT}` : new URL(PUBLIC_URL).origin,
    record: (context, entry) => operators().record(context, entry),
  });
  jobs.add(content.job);
  return content;
}

/** Publishes what comes with the software; who registers has accepted the agreement. */
export async function publishTexts(
  { clock }: Pick<TextsOptions, 'clock'>,
  content: Content,
  identity: Identity,
): Promise<void> {
  await content.start(clock.now());
  identity.addPersonalRecords('agreements', { read: (userId) => content.acceptancesOf(userId) });
  identity.onEvent(async ({ kind, userId, at }) => {
    if (kind === 'registered') await content.accepted(userId, at);
  });
}
