import { DAY } from '@assay/core/time';
import { accountsOf, note } from './account.ts';
import type { Parts } from './parts.ts';

/** As long as a request for deletion can be withdrawn. */
const GRACE_MS = 14 * DAY;
/** As long as somebody is informed where they were reached before. */
const FORMER_MS = 30 * DAY;
/** Law keeps the records of a customer for five years (Directive (EU) 2015/849, Article 40). */
const KEPT_BY_LAW_MS = 5 * 365 * DAY;

/** A request for deletion: when the account closes, and what is kept for how long after it. */
export async function deletionOf(parts: Parts, userId: number, requestedAt: number) {
  const closesAt = requestedAt + GRACE_MS;
  const isEmpty = await parts.funds.isEmpty(userId);
  const balances = isEmpty ? [] : [{ reason: 'balances' as const, until: null }];
  const law = { reason: 'law' as const, until: closesAt + KEPT_BY_LAW_MS };
  return { requestedAt, closesAt, keptBy: [...balances, law] };
}

/**
 * Closes accounts whose owners asked for it and hold nothing, and erases what law has kept of
 * closed ones long enough, and addresses of before. An account that holds something waits; what
 * a crash interrupts is done again.
 */
export async function closeAccounts(parts: Parts, now: number, signal: AbortSignal) {
  await parts.security.forgetAddresses(now - FORMER_MS);
  for (const userId of await parts.closing.due(now - GRACE_MS)) {
    signal.throwIfAborted();
    await close(parts, userId, now);
  }
  for (const userId of await parts.closing.unkept(now - KEPT_BY_LAW_MS)) {
    signal.throwIfAborted();
    for (const { erase } of parts.personalRecords.values()) await erase?.(userId, now);
    await parts.closing.erase(userId, now);
  }
}

/** What opens the account goes first; from then on nobody can come in while the rest is erased. */
async function close(parts: Parts, userId: number, now: number): Promise<void> {
  const person = await parts.people.byId(userId);
  if (person === null) return;
  if (person.closedAt === null) {
    if (!(await parts.funds.isEmpty(userId))) return;
    if (!(await parts.closing.close(userId, now))) return;
    for (const account of accountsOf(person)) {
      note(parts, account, person, 'event.closed');
    }
  }
  await parts.sessions.endAll(userId, [], now);
  await parts.virtualAccounts.end(userId);
  for (const data of parts.personalRecords.values()) await data.close?.(userId, now);
  await parts.closing.cleared(userId, now);
}
