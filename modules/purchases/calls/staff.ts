import { claimOf } from '@assay/core/claim';
import { type Refusal, refuse } from '@assay/core/schema/outcome';
import { MINUTE } from '@assay/core/time';
import { transaction } from '@assay/platform/db/transaction';
import { FileAnswer, type Handlers, type StaffContext } from '@assay/platform/http/context';
import { newId } from '@assay/platform/secrets';
import { assignTo, owedOf } from '../decided.ts';
import { asSelf } from '../own-import.ts';
import type { Parts } from '../parts.ts';
import { referencesIn } from '../rules.ts';
import type { purchaseStaffCalls } from '../schema/staff.ts';
import { readStatement } from '../statements/index.ts';
import { settle } from '../steps.ts';
import { addDebits } from '../store/debits.ts';
import {
  addLines,
  differing,
  type Line,
  latestLines,
  lineById,
  lockStatements,
  openLines,
} from '../store/lines.ts';
import {
  claim,
  type Order,
  openOrders,
  orderById,
  orderByReference,
  releaseClaim,
} from '../store/orders.ts';
import { payeesOf } from '../store/payees.ts';
import { lineView, queuedOf, timelineOf, viewOf } from '../views.ts';
import { bankWithdrawalHandlers } from '../withdrawals/staff.ts';

const CLAIM_MS = 30 * MINUTE;
const QUEUE_MAX = 500;
const LINES_SHOWN = 200;
/** Entries that are named when they differ from what is known. */
const DIFFERING_SHOWN = 20;

type All = Handlers<typeof purchaseStaffCalls>;
type OfBank = Pick<All, 'importStatement' | 'getBankLines' | 'getPayees'>;
type OfWithdrawals = Pick<All, 'getBankDebits' | 'payBankWithdrawalAlone'>;

/** The calls of staff about orders, statements and accounts of the house. */
export function staffHandlers(parts: Parts): All {
  return { ...orderHandlers(parts), ...bankHandlers(parts), ...bankWithdrawalHandlers(parts) };
}

function bankHandlers(parts: Parts): OfBank {
  const { database, record } = parts;
  const { pool } = database;
  return {
    importStatement: async (input, context) => {
      const { file, now } = context;
      const read = readStatement(file, input);
      if (typeof read === 'string') return refuse(read);
      const { credits, debits } = read;
      const lines = [...credits, ...debits];
      const own = new Set((await payeesOf(pool)).map(({ account }) => account));
      const strange = lines.find(({ account }) => !own.has(account));
      if (strange !== undefined) return refuse('unknownAccount', { account: strange.account });
      const { operatorId } = context.actor.operator;
      const salted = credits.map((line) => ({ ...line, salt: newId() }));
      const by = { now, operatorId };
      const { added, other } = await transaction(pool, async (client) => {
        await lockStatements(client);
        const came = await addLines(client, salted, by);
        return {
          added: came + (await addDebits(client, debits, by)),
          other: [
            ...(await differing(client, 'bank_line', credits)),
            ...(await differing(client, 'bank_debit', debits)),
          ],
        };
      });
      const detail = { file: input.fileName, read: lines.length, added, differing: other.length };
      await record(context, { action: 'statementImported', detail });
      return { read: lines.length, added, differing: other.slice(0, DIFFERING_SHOWN) };
    },
    getBankLines: async () => ({
      open: await lineViews(parts, await openLines(pool, LINES_SHOWN)),
      decided: await lineViews(parts, await latestLines(pool, LINES_SHOWN)),
    }),
    getPayees: async () => ({ payees: await payeesOf(pool) }),
  };
}

function orderHandlers(parts: Parts): Omit<All, keyof OfBank | keyof OfWithdrawals> {
  const { database, record } = parts;
  const { pool } = database;
  return {
    getPurchaseQueue: async (_input, { actor, now }) => {
      const me = actor.operator.operatorId;
      const found = await openOrders(pool, QUEUE_MAX);
      const purchases = found.map((order) => queuedOf(order, me, now));
      const waiting = purchases.filter(({ stage }) => stage !== 'waiting').length;
      return { waiting, purchases };
    },
    getPurchaseCase: async ({ purchaseId }, context) => {
      const order = await orderById(pool, purchaseId);
      if (order === null) return refuse('unknownPurchase');
      const subject = `user:${order.userId}`;
      await record(context, { action: 'purchaseOpened', subject, detail: { purchaseId } });
      return caseOf(parts, order, context);
    },
    openPurchaseProof: async ({ purchaseId }, context) => {
      const order = await orderById(pool, purchaseId);
      if (order === null) return refuse('unknownPurchase');
      const read = order.proof === null ? null : await parts.files.read(order.proof);
      if (read === null) return refuse('fileGone');
      // Nobody sees a picture unrecorded.
      const subject = `user:${order.userId}`;
      await record(context, { action: 'purchaseProof', subject, detail: { purchaseId } });
      const at = new Date(context.now).toISOString().replace('T', ' ').slice(0, 19);
      const { operatorId } = context.actor.operator;
      const about = `STAFF #${operatorId} PURCHASE #${purchaseId}`;
      const marked = await parts.marker.mark(read.bytes, [about, `${at} UTC`]);
      return marked === null ? refuse('fileGone') : new FileAnswer(marked, 'image/jpeg');
    },
    claimPurchase: async ({ purchaseId }, { actor, now }) => {
      const order = await orderById(pool, purchaseId);
      if (order === null) return refuse('unknownPurchase');
      if (order.state !== 'open') return refuse('wrongState', { state: viewOf(order).stage });
      const claimedUntil = now + CLAIM_MS;
      const { operatorId } = actor.operator;
      const isMine = await claim(pool, purchaseId, operatorId, now, claimedUntil);
      return isMine ? { claimedUntil } : refuse('claimedByOther');
    },
    unclaimPurchase: async ({ purchaseId }, context) => {
      const order = await claimed(parts, purchaseId, context);
      if (!('digest' in order)) return order;
      await releaseClaim(pool, purchaseId, context.actor.operator.operatorId);
      return {};
    },
    releasePurchaseAlone: async ({ purchaseId, lineId }, context) => {
      const order = await claimed(parts, purchaseId, context);
      if (!('digest' in order)) return order;
      const { digest, userId } = order;
      if (context.actor.operator.accounts.includes(userId)) return refuse('ownMatter');
      const { person } = context.actor.operator;
      const of = { purchaseId, digest, lineId, alone: person } as const;
      const why = await transaction(pool, (client) => assignTo(parts, client, of, context.now));
      if (why !== null) return refuse(aloneRefusal(why), { state: viewOf(order).stage });
      const subject = `user:${userId}`;
      const self = await asSelf(parts, await lineById(pool, lineId), person);
      const detail = { purchaseId, lineId, digest, ...self };
      await record(context, { action: 'purchaseReleased', subject, detail });
      const decided = await orderById(pool, purchaseId);
      if (decided !== null) await settle(parts, decided);
      await releaseClaim(pool, purchaseId, context.actor.operator.operatorId);
      return {};
    },
  };
}

type Alone = NonNullable<Awaited<ReturnType<typeof assignTo>>>;

/** What does not fit in everything takes two; what they cannot decide either is refused there. */
const aloneRefusal = (why: Alone) =>
  why === 'lineDiffers' || why === 'otherDigest' ? 'needsTwoPeople' : why;

/** An order that this member of staff works on, or why it is none. */
async function claimed(
  { database }: Parts,
  purchaseId: number,
  { actor, now }: StaffContext,
): Promise<Order | Refusal<'unknownPurchase' | 'notClaimed'>> {
  const order = await orderById(database.pool, purchaseId);
  if (order === null) return refuse('unknownPurchase');
  return claimOf(order, actor.operator.operatorId, now).claimedByMe ? order : refuse('notClaimed');
}

async function caseOf(parts: Parts, order: Order, { actor, now }: StaffContext) {
  const { pool } = parts.database;
  const lines = await openLines(pool, LINES_SHOWN);
  const named = (line: Line) => referencesIn(line.remittance).includes(order.reference);
  const sorted = [...lines].sort((a, b) => Number(named(b)) - Number(named(a)));
  const { userId, digest } = order;
  const owed = await owedOf(parts, order);
  return {
    ...{ purchase: viewOf(order), timeline: timelineOf(order), userId, digest },
    customer: await parts.customer(userId),
    verified: await parts.verified(userId),
    lines: sorted.map((line) => lineView(line, owed)),
    ...claimOf(order, actor.operator.operatorId, now),
  };
}

async function lineViews(parts: Parts, lines: readonly Line[]) {
  const { ofBanks, database } = parts;
  const { pool } = database;
  return Promise.all(
    lines.map(async (line) => {
      const [reference] = referencesIn(line.remittance);
      const order = reference === undefined ? null : await orderByReference(pool, reference);
      const [back] = referencesIn(line.remittance, 'BW');
      const sent = back === undefined ? null : await ofBanks.byReference(pool, back);
      const open = order?.state === 'open' ? await owedOf(parts, order) : null;
      return lineView(line, open, sent?.withdrawalId ?? null);
    }),
  );
}
