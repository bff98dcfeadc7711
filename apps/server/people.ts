import type { Realm } from '@assay/core/ledger/realm';
import type { Mode } from '@assay/core/schema/mode';
import { HOUR } from '@assay/core/time';
import { type ApiKeys, createApiKeys } from '@assay/modules/api-keys';
import { createIdentity, type Identity, type VirtualAccounts } from '@assay/modules/identity';
import type { Clock } from '@assay/platform/clock';
import type { Config } from '@assay/platform/config';
import type { Database } from '@assay/platform/db/database';
import type { Limits } from '@assay/platform/http/limits';
import type { Messages } from '@assay/platform/http/messages';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import { createMailer, type SmsOptions } from '@assay/platform/mail/mailer';
import type { Outbox } from '@assay/platform/mail/outbox';
import type { Metrics } from '@assay/platform/metrics';
import type { RealmEngine } from './realm.ts';
import type { Stops } from './stops.ts';
import { lostVisitorsJob } from './visitors.ts';
import { fundsOf, virtualAccountsOf } from './wiring.ts';

/** What people and their credentials need of the server. */
export interface PeopleOptions {
  readonly mode: Mode;
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Database;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
  readonly jobs: Jobs;
  readonly figures: Metrics;
  readonly messages: Messages;
  readonly limits: Limits;
  readonly outbox: Outbox;
  readonly stops: Stops;
}

/** The first line of each mail of a trial. */
const TRIAL_LABEL = 'This is a trial: its money is made up.';

/** People, their sessions, the keys of their programs, mails to them, and their periodic work. */
export async function startPeople(
  options: PeopleOptions,
): Promise<{ readonly identity: Identity; readonly apiKeys: ApiKeys }> {
  const { engines, config, jobs } = options;
  const virtualAccounts = virtualAccountsOf(engines.demo, config.VIRTUAL_BALANCE, options);
  const identity = await startIdentity(options, virtualAccounts);
  const apiKeys = await startApiKeys(options, identity);
  jobs.add(lostVisitorsJob({ identity, apiKeys, virtualAccounts }));
  return { identity, apiKeys };
}

async function startIdentity(
  options: PeopleOptions,
  virtualAccounts: VirtualAccounts,
): Promise<Identity> {
  const { config, log, clock, db, engines, messages, limits, jobs, outbox, stops } = options;
  const mailer = createMailer({
    outbox,
    log,
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    clock,
    ...(config.SMS_URL === '' ? {} : { sms: smsOf(config) }),
    showInLog: config.SMTP_URL === '' && config.PUBLIC_URL === '',
    label: options.mode === 'trial' ? TRIAL_LABEL : '',
  });
  stops.add('mail', () => mailer.stop());
  const identity = await createIdentity({
    database: db,
    dataDir: config.DATA_DIR,
    mailer,
    messages,
    limits,
    virtualAccounts,
    funds: fundsOf(engines),
    invitationRequired: config.REGISTRATION === 'invitation',
    // Without a mail server people read all codes in the outbox; with one they do not look there.
    phoneAvailable: config.SMTP_URL === '' || config.SMS_URL !== '',
    siteName: config.SITE_NAME,
    publicUrl: config.PUBLIC_URL,
    port: config.PORT,
    log,
  });
  stops.add('sessions', () => identity.writeSeen());
  jobs.add({ name: 'writeSeen', everyMs: 30_000, run: () => identity.writeSeen() });
  jobs.add({ name: 'forgetOld', everyMs: HOUR, run: (at) => identity.forgetOld(at) });
  const close = (at: number, signal: AbortSignal) => identity.closeAccounts(at, signal);
  jobs.add({ name: 'closeAccounts', everyMs: HOUR, atStart: true, run: close });
  return identity;
}

function smsOf(config: Config): SmsOptions {
  return {
    url: config.SMS_URL,
    body: config.SMS_BODY,
    authorization: config.SMS_AUTHORIZATION,
    dailyMax: config.SMS_DAILY_MAX,
    reportKey: config.SMS_REPORT_KEY,
  };
}

async function startApiKeys(options: PeopleOptions, identity: Identity): Promise<ApiKeys> {
  const { config, log, db, messages, jobs, stops } = options;
  const dataDir = config.DATA_DIR;
  const apiKeys = await createApiKeys({ database: db, dataDir, messages, identity, log });
  stops.add('API keys', () => apiKeys.writeUsed());
  jobs.add({ name: 'writeUsed', everyMs: 30_000, run: () => apiKeys.writeUsed() });
  jobs.add({ name: 'endOldApiKeys', everyMs: 60_000, run: (at) => apiKeys.endOld(at) });
  return apiKeys;
}
