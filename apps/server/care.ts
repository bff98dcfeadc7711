import type { Inbox } from '@assay/modules/inbox';
import type { Support } from '@assay/modules/support';
import type { DepositsModule, ReservesModule } from '@assay/modules/wallet';
import type { CallSet } from '@assay/platform/http/route';
import type { Hub } from '@assay/platform/streams/hub';
import { type EndedOrdersOptions, reportEndedOrders } from './ended-orders.ts';
import { type InboxOptions, startInbox } from './inbox.ts';
import { type LaunchOptions, startLaunch } from './launch.ts';
import { reportMadeGood } from './options.ts';
import type { Staffed } from './staff.ts';
import { type Around, type SupportOptions, startSupport } from './support.ts';

interface Care {
  readonly inbox: Inbox;
  readonly support: Support;
  readonly calls: readonly CallSet[];
}

/** Where staff meet people: verification, messages, support, and who takes part in new coins. */
export function startCare(
  ground: SupportOptions & InboxOptions & EndedOrdersOptions & LaunchOptions,
  around: Omit<Around, 'inbox'> &
    Pick<Staffed, 'withdrawals' | 'purchases' | 'loans' | 'recoveries'> & {
      readonly deposits: DepositsModule;
      readonly reserves: ReservesModule;
    },
  hubs: { readonly people: Hub; readonly staff: Hub },
): Care {
  const inbox = startInbox(ground, around, hubs.people);
  reportEndedOrders(ground, inbox);
  reportMadeGood(ground, inbox);
  around.withdrawals.tell(inbox);
  const support = startSupport(ground, { ...around, inbox }, hubs);
  around.purchases.connect(inbox, support);
  around.loans.connect(inbox);
  around.recoveries.connect((message) => inbox.deliver(message));
  const { verification, deposits, reserves } = around;
  deposits.connect(hubs.people, (message) => inbox.deliver(message));
  const calls = [
    verification.calls,
    inbox.calls,
    support.calls,
    ...deposits.calls,
    ...reserves.calls,
    ...startLaunch(ground, { ...around, inbox }),
  ];
  return { inbox, support, calls };
}
