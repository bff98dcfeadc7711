import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { SubscriptionView, TicketsView } from '../schema/commands.ts';
import type { LaunchRow, ResultRow, SubscriptionRow } from '../store/tables.ts';
import { ticketsOf, wonTickets } from './lottery.ts';

const text = (units: bigint) => formatDecimal(units, SCALE);

/** What somebody has in a project; `row`: open, or its result once all of it is theirs. */
export function subscriptionView(
  project: LaunchRow,
  row: SubscriptionRow | ResultRow,
): SubscriptionView {
  const { id: launchId, symbol, phase, lotUnits, lotPrice } = project;
  const { number, at, lots, allotted } = row;
  const quantity = (of: number) => text(BigInt(of) * BigInt(lotUnits));
  const amount = (of: number) => text(BigInt(of) * BigInt(lotPrice));
  const isPaid = allotted !== null;
  const whole = BigInt(allotted ?? 0) * BigInt(lotUnits);
  return {
    ...{ launchId, symbol, number, at, phase },
    ...{ quantity: quantity(lots), amount: amount(lots) },
    allotted: isPaid ? quantity(allotted) : '',
    paid: isPaid ? amount(allotted) : '',
    refunded: isPaid ? amount(lots - allotted) : '',
    released: text('released' in row ? row.released : whole),
    ...(project.ticketLots === null ? {} : { tickets: ticketsView(project, row) }),
  };
}

function ticketsView(project: LaunchRow, row: SubscriptionRow | ResultRow): TicketsView {
  const count = ticketsOf(project, row.lots);
  return { count, first: row.firstTicket ?? 0, won: wonTickets(project, row) };
}
