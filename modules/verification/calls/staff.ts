import { type Refusal, refuse } from '@assay/core/schema/outcome';
import { transaction } from '@assay/platform/db/transaction';
import {
  FileAnswer,
  type Handlers,
  type Staff,
  type StaffContext,
} from '@assay/platform/http/context';
import { openData, type Parts } from '../parts.ts';
import {
  ALIKE_BITS,
  CLAIM_MS,
  type FieldReason,
  fieldsOf,
  KEEP_APPROVED_MS,
  KEEP_REFUSED_MS,
} from '../rules.ts';
import type { calls, StaffCase } from '../schema.ts';
import * as cases from '../store/cases.ts';
import { checksOf } from '../store/checks.ts';
import { entriesOf, type Queryable, record } from '../store/log.ts';
import { alike, photosOf } from '../store/photos.ts';

type OfStaff = Pick<
  Handlers<typeof calls>,
  | 'getVerificationQueue'
  | 'claimVerification'
  | 'releaseVerification'
  | 'getVerificationCase'
  | 'getDocumentTicket'
  | 'openDocument'
  | 'approveVerification'
>;

const QUEUE_MAX = 200;
const EARLIER_MAX = 10;
const LIKES_MAX = 10;
const LOG_MAX = 50;

/** Who works on a case, as the record and the customer see it: a number, no name. */
export const byStaff = ({ operatorId }: Pick<Staff, 'operatorId'>) => `staff:${operatorId}`;

type Work = 'caseUnknown' | 'caseDecided' | 'notClaimed';

/** Runs with a case that this member of staff has claimed, which nobody else changes meanwhile. */
function withClaimed<T>(
  parts: Parts,
  caseId: number,
  { actor, now }: StaffContext,
  work: (one: cases.Case, by: Staff, client: Queryable) => Promise<T>,
): Promise<T | Refusal<Work>> {
  return transaction(parts.database.pool, async (client) => {
    const by = actor.operator;
    const one = await cases.findCase(client, caseId, true);
    if (one === null) return refuse('caseUnknown');
    if (one.status !== 'review') return refuse('caseDecided');
    if (one.claimedBy !== by.operatorId || one.claimedUntil <= now) return refuse('notClaimed');
    return work(one, by, client);
  });
}

/** The calls of staff that look at cases, and the approval. */
export function staffCalls(parts: Parts): OfStaff {
  const { database, tickets } = parts;
  return {
    getVerificationQueue: async (_input, { actor, now }) => {
      const me = actor.operator;
      const rows = await cases.queue(database.pool, now, QUEUE_MAX);
      return {
        waiting: rows[0]?.waiting ?? 0,
        cases: rows.map(({ waiting, claimedBy, ...row }) => ({
          ...row,
          claimedBy: claimedBy === null ? null : byStaff({ operatorId: claimedBy }),
          claimedByMe: claimedBy === me.operatorId,
        })),
      };
    },
    claimVerification: ({ caseId }, { actor, now }) =>
      transaction(database.pool, async (client) => {
        const by = actor.operator;
        const one = await cases.findCase(client, caseId, true);
        if (one === null) return refuse('caseUnknown');
        if (one.status !== 'review') return refuse('caseDecided');
        const claimedUntil = now + CLAIM_MS;
        const claimed = await cases.claim(client, caseId, by.operatorId, now, claimedUntil);
        if (!claimed) return refuse('claimedByOther');
        await record(client, entryOf(one, 'claimed', byStaff(by), '', now));
        return { claimedUntil };
      }),
    releaseVerification: ({ caseId }, context) =>
      withClaimed(parts, caseId, context, async (one, by, client) => {
        await cases.release(client, caseId);
        await record(client, entryOf(one, 'released', byStaff(by), '', context.now));
        return {};
      }),
    getVerificationCase: ({ caseId }, context) =>
      withClaimed(parts, caseId, context, async (one, by, client) => {
        const view = await viewOf(parts, one, client, context.now);
        await record(client, entryOf(one, 'opened', byStaff(by), '', context.now));
        return view;
      }),
    getDocumentTicket: ({ caseId, slot, reason }, context) =>
      withClaimed(parts, caseId, context, async (one, by, client) => {
        if (!maySee(one, by, context.now)) return refuse('nothingToSign');
        const photos = await photosOf(client, caseId);
        if (!photos.some((photo) => photo.slot === slot)) return refuse('pictureGone');
        const { sessionId } = context.actor;
        return { ticket: tickets.make({ caseId, slot, reason, sessionId }, context.now) };
      }),
    openDocument: ({ ticket }, context) => openDocument(parts, ticket, context),
    approveVerification: ({ caseId }, context) => approve(parts, caseId, context),
  };
}

/** The refusal that a second person may sign now; null for none. */
function openProposal({ status, proposalId, proposedUntil }: cases.Case, now: number) {
  return status === 'review' && proposedUntil > now ? proposalId : null;
}

/** Who decides sees the pictures; who signs a refusal does too, for as long as it waits. */
function maySee(one: cases.Case, { rights }: Staff, now: number): boolean {
  return rights.has('verification.decide') || openProposal(one, now) !== null;
}

/** The record comes first: nobody sees a picture unrecorded. */
async function openDocument(
  parts: Parts,
  ticket: string,
  { actor, now }: StaffContext,
): Promise<FileAnswer | Refusal<'ticketUnknown' | 'nothingToSign' | 'pictureGone'>> {
  const { database, files, marker, tickets } = parts;
  const ticketed = tickets.use(ticket, actor.sessionId, now);
  if (ticketed === null) return refuse('ticketUnknown');
  const { caseId, slot, reason } = ticketed;
  const one = await cases.findCase(database.pool, caseId);
  const photo = (await photosOf(database.pool, caseId)).find((of) => of.slot === slot);
  const read = photo === undefined ? null : await files.read(photo.objectId);
  if (one === null || read === null) return refuse('pictureGone');
  const by = actor.operator;
  if (!maySee(one, by, now)) return refuse('nothingToSign');
  await transaction(database.pool, (client) =>
    record(client, entryOf(one, 'viewed', byStaff(by), `${slot} ${reason}`, now)),
  );
  const at = new Date(now).toISOString().replace('T', ' ').slice(0, 19);
  const marked = await marker.mark(read.bytes, [
    `STAFF #${by.operatorId} CASE #${caseId}`,
    `${at} UTC`,
  ]);
  return marked === null ? refuse('pictureGone') : new FileAnswer(marked, 'image/jpeg');
}

async function approve(parts: Parts, caseId: number, context: StaffContext) {
  const done = await withClaimed(parts, caseId, context, async (one, by, client) => {
    if (context.actor.operator.accounts.includes(one.userId)) return refuse('ownMatter');
    if (!(await decide(client, one, 'approved', [], byStaff(by), context.now))) {
      return refuse('documentInUse');
    }
    return one;
  });
  if (!('caseId' in done)) return done;
  await settle(parts, done, true, context.now);
  return {};
}

/** Writes a decision; false when the document is another person's. */
export async function decide(
  client: Queryable,
  one: cases.Case,
  status: 'approved' | 'refused',
  reasons: readonly FieldReason[],
  by: string,
  now: number,
): Promise<boolean> {
  const decided = await cases.decideCase(client, one.caseId, status, reasons, now);
  if (!decided) return false;
  const detail = reasons.map(({ field, reason }) => `${field}:${reason}`).join(' ');
  await record(client, entryOf(one, status, by, detail, now));
  return true;
}

/** What follows from a decision: how long pictures are kept, and the fact. */
export async function settle(
  { database, files, publish }: Parts,
  { caseId, userId, level }: cases.Case,
  approved: boolean,
  now: number,
): Promise<void> {
  const objects = (await photosOf(database.pool, caseId)).map(({ objectId }) => objectId);
  await files.keepUntil(objects, now + (approved ? KEEP_APPROVED_MS : KEEP_REFUSED_MS));
  publish({ fact: 'verificationDecided', userId, level, approved });
}

export function entryOf(
  { userId, caseId, level }: Pick<cases.Case, 'userId' | 'caseId' | 'level'>,
  kind: string,
  by: string,
  detail: string,
  at: number,
) {
  return { userId, caseId, level, kind, by, detail, at };
}

async function viewOf(
  parts: Parts,
  one: cases.Case,
  client: Queryable,
  now: number,
): Promise<StaffCase> {
  const { caseId, userId, level } = one;
  const photos = await photosOf(client, caseId);
  const tries = await cases.casesOf(client, userId, level, EARLIER_MAX);
  const log = await entriesOf(client, { caseId }, LOG_MAX);
  const likes = [
    ...(await cases.sameDocument(client, one, LIKES_MAX)),
    ...(await alike(client, caseId, ALIKE_BITS, LIKES_MAX)),
  ];
  const data = openData(parts.files, one);
  const shown = fieldsOf[level].some((field) => field === 'address') ? data.address : '';
  return {
    ...{ caseId, userId, level, status: one.status, country: one.country, type: one.type },
    ...{ name: data.name, number: data.number, address: shown, expiresOn: one.expiresOn },
    ...{ submittedAt: one.submittedAt, deadlineAt: one.deadlineAt, decidedAt: one.decidedAt },
    reasons: [...one.reasons],
    photos: photos.map(({ objectId, ...photo }) => photo),
    proposalId: openProposal(one, now),
    claimedUntil: one.claimedUntil,
    likes,
    earlier: tries
      .filter((of) => of.caseId !== caseId)
      .map(({ caseId: id, status, submittedAt, decidedAt, reasons }) => ({
        ...{ caseId: id, status, submittedAt, decidedAt, reasons: [...reasons] },
      })),
    log: log.map(({ kind, by, detail, at }) => ({ kind, by, detail, at })),
    checks: (await checksOf(client, caseId)).map(({ result, reasons, agrees, occurredAt }) => ({
      ...{ result, reasons: [...reasons], agrees, occurredAt },
    })),
  };
}
