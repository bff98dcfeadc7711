import { hash } from 'node:crypto';
import { transaction } from '@assay/platform/db/transaction';
import type { Surface, SurfaceAnswer, SurfaceRequest } from '@assay/platform/http/surface';
import { entryOf, settle } from '../calls/staff.ts';
import { documentKeyOf, type Parts } from '../parts.ts';
import { type Case, decideCase, findCase } from '../store/cases.ts';
import { addCheck, checksOf, type NewCheck } from '../store/checks.ts';
import { type Queryable, record } from '../store/log.ts';
import type { Provider } from './provider.ts';
import { approves, eventIn, isSound, type ProviderEvent } from './rules.ts';

/** Where a provider tells what it found. */
const PREFIX = '/hooks/verification';

/** The address that takes a provider's events. There is none without a provider. */
export function providerSurfaces(parts: Parts): Surface[] {
  const { provider } = parts;
  if (provider === null) return [];
  return [
    {
      prefix: PREFIX,
      methods: ['POST'],
      limit: 'verificationEvent',
      answer: async (request) => {
        if (request.path !== '') return null;
        const eventId = provider.signedId(request);
        if (eventId === null) return problem(401, 'unsigned');
        const event = eventIn(request.body);
        if (event === null) return problem(400, 'malformed');
        return take(parts, provider, eventId, event, request);
      },
      refuse: (reason) => problem(400, reason),
    },
  ];
}

const problem = (status: number, error: string): SurfaceAnswer => ({
  status,
  body: JSON.stringify({ error }),
});

/** Keeps what was found, once, and approves by it where the settings say so. */
async function take(
  parts: Parts,
  provider: Provider,
  eventId: string,
  event: ProviderEvent,
  { body, now }: SurfaceRequest,
): Promise<SurfaceAnswer> {
  const caseId = provider.caseOf(event.reference);
  if (caseId === null) return problem(404, 'unknownReference');
  let approved: Case | null = null;
  const answer = await transaction(parts.database.pool, async (client): Promise<SurfaceAnswer> => {
    const one = await findCase(client, caseId, true);
    if (one === null || one.wrappedKey.length === 0) return problem(404, 'unknownReference');
    const { result, reasons, occurredAt } = event;
    if (!isSound(one.level, result, reasons)) return problem(400, 'reasonsUnfit');
    const check: NewCheck = {
      ...{ eventId, caseId, digest: hash('sha256', body, 'buffer'), result, reasons },
      ...{ agrees: agreesWith(parts.numberKey, one, event), occurredAt, receivedAt: now },
    };
    const added = await addCheck(client, check);
    if (added === 'other') return problem(409, 'eventDiffers');
    if (added === 'new' && (await keep(client, provider, one, check))) approved = one;
    return { body: '{}' };
  });
  if (approved !== null) await settle(parts, approved, true, now);
  return answer;
}

/** Records what was found, and the approval that follows from it; whether there is one. */
async function keep(
  client: Queryable,
  provider: Provider,
  one: Case,
  check: NewCheck,
): Promise<boolean> {
  const { eventId, result, agrees, occurredAt, receivedAt: now } = check;
  const [latest] = await checksOf(client, one.caseId);
  const standing = {
    mode: provider.mode,
    inReview: one.status === 'review',
    taken: one.claimedUntil > now || one.proposedUntil > now,
    latest: latest?.eventId === eventId,
  };
  // The record comes last: its lock must not wait for whoever has this document approved.
  const isApproved =
    approves(standing, check) && (await decideCase(client, one.caseId, 'approved', [], now));
  const detail = `${eventId} ${result} ${agrees ?? 'unknown'} ${occurredAt}`;
  await record(client, entryOf(one, 'checked', provider.by, detail, now));
  if (isApproved) await record(client, entryOf(one, 'approved', provider.by, '', now));
  return isApproved;
}

/** Whether the provider saw the document that the person gave; null when it does not say. */
function agreesWith(key: Buffer, one: Case, { document }: ProviderEvent): boolean | null {
  if (document === undefined) return null;
  const { country, type, number } = document;
  return documentKeyOf(key, country, type, number).equals(one.documentKey);
}
