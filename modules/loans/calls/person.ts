import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { Refusal, refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import { transaction } from '@assay/platform/db/transaction';
import type { Handlers } from '@assay/platform/http/context';
import { takePicture } from '@assay/platform/images/intake';
import { newId } from '@assay/platform/secrets';
import { applyForLoan, draftContract, quote } from '../apply.ts';
import { type Parts, sha256 } from '../parts.ts';
import { aprPpm, percent } from '../rules/index.ts';
import { DOCUMENTS, type loanCalls } from '../schema/person.ts';
import { takeBack } from '../steps.ts';
import {
  type Application,
  applicationById,
  applicationsOf,
  drafts,
  type LoanDocument,
  releaseDocuments,
  setDraft,
} from '../store/applications.ts';
import { addRepayment, paymentsOf, type Repayment, repaymentsOf } from '../store/repayments.ts';
import {
  costView,
  detailOf,
  productView,
  repaymentView,
  scheduleView,
  stageOf,
  viewOf,
} from '../views.ts';

/** As long as law keeps what belongs to a loan. */
const KEEP_MS = 5 * 365 * DAY;
/** Pictures of loans that somebody has at once: those of a hundred loans in these years. */
const MOST_PICTURES = 500;
/** Payments of one loan that wait to be confirmed at once. */
const WAITING_MAX = 3;

type All = Handlers<typeof loanCalls>;
type Money = Pick<All, 'signLoan' | 'repayLoan' | 'sendRepaymentProof' | 'withdrawLoan'>;

/** The calls of people about loans. */
export function personHandlers(parts: Parts): All {
  return { ...readHandlers(parts), ...applyHandlers(parts), ...moneyHandlers(parts) };
}

function readHandlers({
  database: { pool },
  realm,
  isOffered,
  verified,
}: Parts): Pick<All, 'lendList' | 'lendMy' | 'getLoan' | 'lend_img'> {
  return {
    lendList: async (_input, { actor }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const available = realm.available();
      const latest = realm.machine().products.latest();
      const products = latest.toSorted((a, b) => a.periodDays - b.periodDays);
      return {
        products: products.map((row) => productView(row, available)),
        isOffered: await isOffered(actor.userId),
        verified: await verified(actor.userId),
      };
    },
    lend_img: async (_input, { actor }) => {
      const sent = actor.realm === 'real' ? await drafts(pool, actor.userId) : [];
      return { needed: [...DOCUMENTS], documents: sent.map(documentView) };
    },
    lendMy: async ({ before, limit }, { actor, now }) => {
      if (actor.realm !== 'real') return { loans: [], next: null };
      const found = await applicationsOf(pool, actor.userId, { before, limit: limit + 1 });
      const page = found.slice(0, limit);
      const next = found.length > limit ? (page.at(-1)?.applicationId ?? null) : null;
      return { loans: page.map((one) => viewOf(one, now)), next };
    },
    getLoan: async ({ applicationId }, { actor, now }) => {
      const one = await own(pool, applicationId, actor);
      if (one instanceof Refusal) return one;
      const payments = one.loanId === null ? [] : await paymentsOf(pool, one.loanId);
      return detailOf(one, payments, await repaymentsOf(pool, applicationId), now);
    },
  };
}

const pictureOf = (owner: number, kind: 'loan' | 'loanRepayment', now: number) => {
  return { owner, kind, keepUntil: now + KEEP_MS, most: MOST_PICTURES };
};

const documentView = ({ kind, sentAt }: LoanDocument) => ({ kind, sentAt });

function applyHandlers(parts: Parts): Pick<All, 'uploadLoanDocument' | 'previewLoan' | 'lendBuy'> {
  const { pool } = parts.database;
  return {
    uploadLoanDocument: async ({ kind, fileName }, { actor, file, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const { userId } = actor;
      if ((await parts.verified(userId)) === 'none') return refuse('verificationNeeded');
      const over = await releaseDocuments(pool, { userId, limit: MOST_PICTURES });
      await parts.files.shred(over, now);
      const use = pictureOf(userId, 'loan', now);
      const taken = await takePicture(parts, { ...file, fileName }, use, now);
      if (!('objectId' in taken)) return taken;
      const draft = { kind, picture: taken.objectId, sentAt: now };
      const before = await transaction(pool, (client) => setDraft(client, userId, draft));
      if (before !== null) await parts.files.shred([before], now);
      return { documents: (await drafts(pool, userId)).map(documentView) };
    },
    previewLoan: async (input, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      if (!(await parts.isOffered(actor.userId))) return refuse('loansNotOffered');
      const amount = parseDecimal(input.amount, SCALE)!;
      const row = quote(parts, input.product, amount);
      if (row instanceof Refusal) return row;
      const terms = { ...row, amount };
      return {
        ...{ dailyRate: percent(row.dailyPpm), apr: percent(aprPpm(row)), ...costView(terms) },
        schedule: scheduleView(terms, now, null),
        contract: draftContract(actor.userId, amount, row),
      };
    },
    lendBuy: (input, context) => applyForLoan(parts, input, context),
  };
}

function moneyHandlers(parts: Parts): Money {
  const { database, realm } = parts;
  const { pool } = database;
  return {
    withdrawLoan: async ({ applicationId }, { actor, now }) => {
      const asked = await own(pool, applicationId, actor);
      if (asked instanceof Refusal) return asked;
      const one = (await takeBack(parts, applicationId, now)) ?? asked;
      const [stage, loanId, { userId }] = [stageOf(one), one.loanId ?? one.offerId, one];
      if (stage === 'unreviewed' || stage === 'approved') return again(parts, applicationId, now);
      if (stage !== 'offered' || loanId === null) return refuse('wrongLoanState');
      const by = { actor: userId, id: `endLoanOffer ${loanId} ${userId}` };
      const reply = await realm.submit({ type: 'endLoanOffer', ...by, body: { loanId } });
      return reply.ok ? again(parts, applicationId, now) : refuse('wrongLoanState');
    },
    signLoan: async (input, context) => {
      const { actor, now } = context;
      const { applicationId, contract } = input;
      const one = await own(pool, applicationId, actor);
      if (one instanceof Refusal) return one;
      const { loanId, userId } = one;
      if (stageOf(one) !== 'offered' || loanId === null) return refuse('wrongLoanState');
      if (now >= one.offerUntil) return refuse('loanOfferOver');
      if (contract !== one.contractDigest) return refuse('otherLoanContract');
      if (!(await parts.isOffered(userId))) return refuse('loansNotOffered');
      const unproved = await parts.stepUp('signLoan', input, context);
      if (unproved !== null) return unproved;
      const by = { actor: userId, id: `signLoan ${loanId}` };
      const reply = await realm.submit({ type: 'signLoan', ...by, body: { loanId, contract } });
      return reply.ok ? again(parts, applicationId, now) : known(reply);
    },
    repayLoan: async ({ applicationId, amount }, { actor, now, commandId }) => {
      const one = await own(pool, applicationId, actor);
      if (one instanceof Refusal) return one;
      const { loanId, userId } = one;
      const id = commandId ?? `repayLoan ${newId()}`;
      if (loanId === null) return refuse('wrongLoanState');
      const body = { loanId, amount };
      const reply = await realm.submit({ type: 'repayLoan', actor: userId, id, body });
      if (!reply.ok) return known(reply);
      const { penalty, interest, principal } = reply.value;
      const after = await again(parts, applicationId, now);
      if (after instanceof Refusal) return after;
      return { ...after, paid: { penalty, interest, principal } };
    },
    sendRepaymentProof: async (input, { actor, file, now }) => {
      const { applicationId, fileName, description } = input;
      const one = await own(pool, applicationId, actor);
      if (one instanceof Refusal) return one;
      if (!viewOf(one, now).canRepay) return refuse('wrongLoanState');
      const { userId } = one;
      const amount = parseDecimal(input.amount, SCALE)!;
      const use = pictureOf(userId, 'loanRepayment', now);
      const taken = await takePicture(parts, { ...file, fileName }, use, now);
      if (!('objectId' in taken)) return taken;
      const [picture, salt] = [taken.objectId, newId()];
      const digest = sha256(userId, applicationId, amount, picture, salt);
      const given = { digest, userId, applicationId, amount, picture, description, salt };
      let added: Repayment | null = null;
      try {
        added = await transaction(pool, (client) =>
          addRepayment(client, { ...given, sentAt: now }, WAITING_MAX),
        );
      } finally {
        if (added === null) await parts.files.shred([picture], now);
      }
      if (added === null) return refuse('tooManyRepayments', { max: String(WAITING_MAX) });
      return { repayment: repaymentView(added) };
    },
  };
}

/** What people read of it: a loan that has ended is in another state; names of all modules. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['unknownLoan', 'wrongLoanState'],
  ['invalidAmount', 'invalidRepayment'],
  ['commandIdReused', 'idempotencyConflict'],
]);

/** What the engine has against it. */
function known({
  refusal,
  detail = {},
}: {
  readonly refusal: string;
  readonly detail?: Readonly<Record<string, string>> | undefined;
}) {
  return new Refusal((NAMES.get(refusal) ?? refusal) as 'wrongLoanState', detail);
}

/** That of somebody else is as unknown as one that does not exist. */
async function own(
  pool: Parts['database']['pool'],
  applicationId: number,
  { userId, realm }: { readonly userId: number; readonly realm: string },
): Promise<Application | Refusal<'unknownLoan'>> {
  const one = await applicationById(pool, applicationId);
  return realm === 'real' && one?.userId === userId ? one : refuse('unknownLoan');
}

async function again({ database }: Parts, applicationId: number, now: number) {
  const one = await applicationById(database.pool, applicationId);
  return one === null ? refuse('unknownLoan') : { loan: viewOf(one, now) };
}
