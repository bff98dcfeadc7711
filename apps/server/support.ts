import { HOUR } from '@assay/core/time';
import type { Identity } from '@assay/modules/identity';
import type { Inbox } from '@assay/modules/inbox';
import type { Operators } from '@assay/modules/operators';
import type { Parameters } from '@assay/modules/parameters';
import { createSupport, type Support } from '@assay/modules/support';
import type { SupportFact } from '@assay/modules/support/schema';
import type { Clock } from '@assay/platform/clock';
import type { Config } from '@assay/platform/config';
import type { Database } from '@assay/platform/db/database';
import type { Messages } from '@assay/platform/http/messages';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import type { Hub } from '@assay/platform/streams/hub';
import type { Documents } from './documents.ts';

/** What support needs of the server. */
export interface SupportOptions {
  readonly clock: Clock;
  readonly config: Pick<Config, 'PUBLIC_URL' | 'PORT'>;
  readonly db: Pick<Database, 'pool'>;
  readonly messages: Messages;
  readonly log: Log;
  readonly jobs: Jobs;
}

export interface Around extends Documents {
  readonly parameters: Pick<Parameters, 'ofHouse'>;
  readonly identity: Identity;
  readonly operators: Operators;
  readonly inbox: Pick<Inbox, 'deliver' | 'readAbout'>;
}

/** Conversations with staff, their streams, and the messages about answers that nobody has read. */
export function startSupport(
  { clock, config, db, messages, log, jobs }: SupportOptions,
  { identity, operators, inbox, parameters, verification, files, decoder, marker }: Around,
  hubs: { readonly people: Hub; readonly staff: Hub },
): Support {
  const support = createSupport({
    ...{ database: db, messages, files, decoder, marker },
    registered: identity,
    verified: verification,
    colleagues: {
      answering: () => operators.membersWith('support.answer'),
      record: (context, entry) => operators.record(context, entry),
    },
    ownHosts: ownHostsOf(config),
    answerWithinMs: (now) => parameters.ofHouse('supportHours', now) * HOUR,
    mostOpen: (now) => parameters.ofHouse('supportOpen', now),
  });
  for (const job of support.jobs) jobs.add(job);
  support.stream(hubs.people, hubs.staff);
  identity.addPersonalRecords('support', support.personalRecords);
  const handle = async ({ fact, userId, ticketId }: SupportFact) => {
    const link = `/service?ticket=${ticketId}`;
    if (fact === 'supportRead') return inbox.readAbout(userId, link, clock.now());
    const about = { kind: 'support', key: 'support.unread' } as const;
    const details = { ticket: String(ticketId) };
    return inbox.deliver({ userId, ...about, details, link, at: clock.now() });
  };
  support.onFact((fact) => {
    // The answer stands in the conversation; a message about it that is lost changes nothing.
    handle(fact).catch((err: unknown) => log.error({ err }, 'a message was lost'));
  });
  return support;
}

/** Where the site itself is: what messages of staff may lead to. */
function ownHostsOf({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string[] {
  return PUBLIC_URL === ''
    ? [`localhost:${PORT}`, `127.0.0.1:${PORT}`]
    : [new URL(PUBLIC_URL).host];
}
