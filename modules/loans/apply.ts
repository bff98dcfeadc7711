import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { CallInput } from '@assay/core/schema/call';
import { conflict, Refusal, refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import { transaction } from '@assay/platform/db/transaction';
import { newId } from '@assay/platform/secrets';
import { type Parts, sha256, type UserContext } from './parts.ts';
import { contractText, LENT, loanNumber, MAX_OPEN_LOANS } from './rules/index.ts';
import { DOCUMENTS, type loanCalls } from './schema/person.ts';
import {
  type Application,
  addApplication,
  applicationByCommand,
  applicationById,
  drafts,
  type LoanDocument,
  setContract,
} from './store/applications.ts';
import type { ProductRow } from './store/tables.ts';
import { text, viewOf } from './views.ts';

type Input = CallInput<(typeof loanCalls)['lendBuy']>;

/** Until when an application is decided, as the person sees it. */
const REVIEW_MS = 3 * DAY;

/** The product as it is offered now, for an amount; or why it is not. */
export function quote({ realm }: Parts, product: string, amount: bigint) {
  const row = realm.machine().products.last(product);
  if (row === undefined || !row.isOpen) return refuse('unknownLoanProduct');
  const [least, most] = [text(row.least), text(row.most)];
  if (amount < row.least) return refuse('loanBelowLeast', { amount: least, asset: LENT });
  if (amount > row.most) return refuse('loanAboveMost', { amount: most, asset: LENT });
  return row;
}

/**
 * Takes an application in. Nothing is held and nothing is taken for it. The same command id again
 * gets the answer of the first.
 */
export async function applyForLoan(parts: Parts, input: Input, context: UserContext) {
  const { actor, now, commandId = `loan ${newId()}` } = context;
  if (actor.realm !== 'real') return refuse('virtualAccount');
  const { pool } = parts.database;
  const known = await applicationByCommand(pool, commandId);
  if (known !== null) return again(known, input, now);
  const { userId } = actor;
  if (!(await parts.isOffered(userId))) return refuse('loansNotOffered');
  if ((await parts.verified(userId)) === 'none') return refuse('verificationNeeded');
  const amount = parseDecimal(input.amount, SCALE)!;
  const row = quote(parts, input.product, amount);
  if (row instanceof Refusal) return row;
  if (row.version !== input.version) return refuse('loanTermsMoved');
  const open = parts.realm.machine().countOf(userId);
  if (open >= MAX_OPEN_LOANS) return refuse('tooManyLoans', { max: String(MAX_OPEN_LOANS) });
  const id = await transaction(pool, async (client) => {
    const sent = await drafts(client, userId);
    const missing = DOCUMENTS.filter((kind) => !sent.some((one) => one.kind === kind));
    if (missing.length > 0) return refuse('loanDocumentsMissing');
    const application = applicationOf({ userId, commandId, amount, now }, row, sent);
    const documents = sent.map(({ documentId }) => documentId);
    const added = await addApplication(client, application, documents);
    if (added === null) return null;
    const contract = contractOf(added, application, row);
    await setContract(client, added, contract, sha256(contract));
    return added;
  });
  if (id instanceof Refusal) return id;
  const added = id === null ? null : await applicationById(pool, id);
  if (added !== null) return { loan: viewOf(added, now) };
  // The same request came twice at once, or another application is under review.
  const first = await applicationByCommand(pool, commandId);
  return first === null ? refuse('loanUnderReview') : again(first, input, now);
}

function again(known: Application, { product, version, amount }: Input, now: number) {
  const isSame =
    known.product === product &&
    known.version === version &&
    known.amount === parseDecimal(amount, SCALE);
  return isSame ? { loan: viewOf(known, now) } : conflict();
}

interface Asked {
  readonly userId: number;
  readonly commandId: string;
  readonly amount: bigint;
  readonly now: number;
}

function applicationOf(
  { userId, commandId, amount, now }: Asked,
  { product, version, lender }: ProductRow,
  sent: readonly LoanDocument[],
) {
  const salt = newId();
  const pictures = sent.map(({ kind, picture }) => `${kind} ${picture}`).sort();
  const digest = sha256(userId, product, version, amount, ...pictures, salt);
  return {
    ...{ digest, commandId, userId, product, version, amount, lender, salt },
    ...{ appliedAt: now, deadline: now + REVIEW_MS },
  };
}

const contractOf = (
  applicationId: number,
  { userId, amount }: { readonly userId: number; readonly amount: bigint },
  row: ProductRow,
) =>
  contractText({
    number: loanNumber(applicationId),
    lender: row.lender,
    borrower: `the holder of account ${userId}`,
    terms: { ...row, amount },
  });

/** The contract as it would be, before anything is applied for. */
export const draftContract = (userId: number, amount: bigint, row: ProductRow) =>
  contractText({
    ...{ number: 'LN-…', lender: row.lender, borrower: `the holder of account ${userId}` },
    terms: { ...row, amount },
  });
