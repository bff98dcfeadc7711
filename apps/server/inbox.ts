import type { AccountEvent, Identity } from '@assay/modules/identity';
import { createInbox, type Inbox } from '@assay/modules/inbox';
import type { Verification } from '@assay/modules/verification';
import type { VerificationFact } from '@assay/modules/verification/schema';
import type { Clock } from '@assay/platform/clock';
import type { Config } from '@assay/platform/config';
import type { Database } from '@assay/platform/db/database';
import type { Messages } from '@assay/platform/http/messages';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import type { Hub } from '@assay/platform/streams/hub';

/** What messages to people need of the server. */
export interface InboxOptions {
  readonly clock: Clock;
  readonly config: Pick<Config, 'DATA_DIR' | 'SITE_NAME' | 'PUBLIC_URL' | 'MAIL_FROM'>;
  readonly db: Pick<Database, 'pool'>;
  readonly messages: Messages;
  readonly log: Log;
  readonly jobs: Jobs;
}

/** Entries of the account log that are no news to the person, or come too often. */
const SILENT: ReadonlySet<AccountEvent['kind']> = new Set([
  ...(['registered', 'login', 'loginFailed', 'logout', 'sessionsEnded'] as const),
  'nameChanged',
]);

/** The message centre, and what arrives there: changes of security, and decisions about people. */
export function startInbox(
  { clock, config, db, messages, log, jobs }: InboxOptions,
  from: {
    readonly identity: Pick<Identity, 'onEvent' | 'addPersonalRecords' | 'write' | 'hasEmail'>;
    readonly verification: Pick<Verification, 'onFact'>;
  },
  hub: Pick<Hub, 'declare'>,
): Inbox {
  const { identity, verification } = from;
  const inbox = createInbox({
    ...{ database: db, messages, log, identity },
    dataDir: config.DATA_DIR,
    siteName: config.SITE_NAME,
    contact: contactOf(config),
  });
  jobs.add(inbox.job);
  inbox.stream(hub);
  identity.addPersonalRecords('messages', inbox.personalRecords);
  identity.onEvent(async ({ userId, kind, at }) => {
    if (SILENT.has(kind)) return;
    const about = { kind: 'security', key: `event.${kind}`, details: {} } as const;
    await inbox.deliver({ userId, ...about, link: '/deallog', at });
  });
  verification.onFact((fact) => {
    const { userId, level } = fact;
    if (fact.fact === 'verificationSubmitted') return;
    const outcome = outcomeOf(fact);
    const about = { kind: 'verification', key: `verified.${outcome}`, details: { level } } as const;
    const message = { userId, ...about, link: '/sfyz', at: clock.now() };
    // The decision stands already; a message that is lost changes nothing of it.
    inbox.deliver(message).catch((err: unknown) => log.error({ err }, 'a message was lost'));
  });
  return inbox;
}

function outcomeOf(fact: Exclude<VerificationFact, { fact: 'verificationSubmitted' }>) {
  if ('approved' in fact) return fact.approved ? 'approved' : 'refused';
  return fact.fact === 'verificationExpired' ? 'expired' : 'reopened';
}

/** Whom makers of browsers write to when notifications make trouble (RFC 8292). */
function contactOf({ PUBLIC_URL, MAIL_FROM }: InboxOptions['config']): string {
  if (PUBLIC_URL.startsWith('https:')) return PUBLIC_URL;
  const address = /<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM;
  return `mailto:${address}`;
}
