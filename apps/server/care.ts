import type { Inbox } from '@assay/modules/inbox';
import type { Support } from '@assay/modules/support';
import type { CallSet } from '@assay/platform/http/route';
import type { Hub } from '@assay/platform/streams/hub';
import { type InboxOptions, startInbox } from './inbox.ts';
import { type Around, type SupportOptions, startSupport } from './support.ts';

interface Care {
  readonly inbox: Inbox;
  readonly support: Support;
  readonly calls: readonly CallSet[];
}

/** Where staff meet people: verification, messages and support. */
export function startCare(
  ground: SupportOptions & InboxOptions,
  around: Omit<Around, 'inbox'>,
  hubs: { readonly people: Hub; readonly staff: Hub },
): Care {
  const inbox = startInbox(ground, around, hubs.people);
  const support = startSupport(ground, { ...around, inbox }, hubs);
  return { inbox, support, calls: [around.verification.calls, inbox.calls, support.calls] };
}
