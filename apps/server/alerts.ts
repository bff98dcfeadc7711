import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { type Alerts, createAlerts } from '@assay/modules/alerts';
import type { Identity } from '@assay/modules/identity';
import type { Inbox } from '@assay/modules/inbox';
import type { Parameters } from '@assay/modules/parameters';
import type { Database } from '@assay/platform/db/database';
import type { Messages } from '@assay/platform/http/messages';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import type { Pricing } from './pricing.ts';

/** What price alerts need of the server. */
export interface AlertsOptions {
  readonly db: Pick<Database, 'pool'>;
  readonly messages: Messages;
  readonly log: Log;
  readonly jobs: Jobs;
}

/** Price alerts by the feed's ticks, delivered by the message centre. */
export async function startAlerts(
  { db, messages, log, jobs }: AlertsOptions,
  from: {
    readonly identity: Pick<Identity, 'addPersonalRecords'>;
    readonly inbox: Inbox;
    readonly parameters: Pick<Parameters, 'ofHouse'>;
  },
  { feed, boards }: Pricing,
): Promise<Alerts> {
  const open = (market: string) => dayOpen(feed.day('real', market));
  const alerts = await createAlerts({
    ...{ database: db, messages, log },
    most: (now) => from.parameters.ofHouse('priceAlerts', now),
    deliver: (message) => from.inbox.deliver(message),
    quotes: {
      has: (market) => boards.real.has(market),
      now: (market) => unitsOf(feed.indexOf(market)?.tick?.price),
      open,
    },
  });
  jobs.add(alerts.job);
  from.identity.addPersonalRecords('alerts', alerts.personalRecords);
  feed.onTicks((ticks) => {
    for (const { index, price, at } of ticks) {
      const units = unitsOf(price);
      if (units === null) continue;
      for (const market of feed.book.followers(index))
        alerts.price(market, units, open(market), at);
    }
  });
  return alerts;
}

/** Null where there is no price. */
function unitsOf(price: string | null | undefined): bigint | null {
  if (price === undefined || price === null || price === '') return null;
  const units = parseDecimal(price, SCALE);
  return units === 0n ? null : units;
}

const dayOpen = (day: { readonly open: number } | null) => (day === null ? null : BigInt(day.open));
