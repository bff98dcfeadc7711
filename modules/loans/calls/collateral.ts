import { assetOf, ownerName, ownerOf, WALLET_NAMES, walletOf } from '@assay/core/ledger/owners';
import { purposeName } from '@assay/core/ledger/purpose';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import { Refusal, refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import { newId } from '@assay/platform/secrets';
import { receiptOf, tickOf } from '../collateral-receipts.ts';
import {
  contractOf,
  endedView,
  eventView,
  openView,
  standing,
  termsIn,
  termsView,
} from '../collateral-views.ts';
import { type Parts, sha256 } from '../parts.ts';
import { COLLATERAL_DAYS, hourInterest, leastCollateral } from '../rules/collateral.ts';
import { collateralCost } from '../rules/collateral-contract.ts';
import { LENT, percent } from '../rules/index.ts';
import type { collateralCalls } from '../schema/collateral.ts';
import {
  collateralEvents,
  conversionsIn,
  endedCollateral,
  endedCollateralOf,
  postingsWith,
  type StoredPosting,
} from '../store/collateral-reads.ts';
import type {
  CollateralEventRow,
  CollateralRow,
  CollateralTermsRow,
  EndedCollateralRow,
} from '../store/collateral-tables.ts';
import { text } from '../views.ts';

type All = Handlers<typeof collateralCalls>;
type Some<K extends keyof All> = Pick<All, K>;

/** The calls of people about loans against collateral. */
export function collateralHandlers(parts: Parts): All {
  return { ...openHandlers(parts), ...readHandlers(parts), ...changeHandlers(parts) };
}

interface Asked {
  readonly asset: string;
  readonly amount: string;
  readonly collateral: string;
  readonly periodDays: number;
}

function openHandlers(
  parts: Parts,
): Some<'getCollateralTerms' | 'previewCollateralLoan' | 'openCollateralLoan'> {
  const { realm, isOffered } = parts;
  return {
    getCollateralTerms: async (_input, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const machine = realm.secured();
      const terms = machine.terms.assets().map((asset) => termsView(realm, machine, asset, now));
      return {
        ...{ lentAsset: LENT, days: [...COLLATERAL_DAYS] },
        terms: terms.filter((one) => one !== null),
        isOffered: await isOffered(actor.userId),
      };
    },
    previewCollateralLoan: async (input, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      if (!(await isOffered(actor.userId))) return refuse('loansNotOffered');
      const found = termsFor(parts, input, now);
      if (found instanceof Refusal) return found;
      const { terms, amount, collateral } = found;
      const { periodDays } = input;
      const price = realm.secured().freshPrice(terms.asset, now)?.price;
      const cost = collateralCost(amount, periodDays, terms);
      const contract = contractFor(parts, actor.userId, found, periodDays);
      const owed = amount + hourInterest(amount, terms.aprPpm);
      return {
        ...{ version: terms.version, apr: percent(terms.aprPpm) },
        ...{ interest: text(cost.interest), total: text(amount + cost.interest) },
        ...{ interestMost: text(cost.most), price: price === undefined ? '' : text(price) },
        ...standing(owed, collateral, price, terms),
        leastCollateral: price === undefined ? '' : text(leastCollateral(amount, price, terms)),
        ...{ contract, contractDigest: sha256(contract) },
      };
    },
    openCollateralLoan: async (input, { actor, now, commandId }) => {
      const { realm: account, userId } = actor;
      if (account !== 'real') return refuse('virtualAccount');
      if (!(await isOffered(userId))) return refuse('loansNotOffered');
      const { asset, version, amount, collateral, periodDays, contract } = input;
      const found = termsFor(parts, input, now);
      if (found instanceof Refusal) return found;
      if (version !== found.terms.version) return refuse('loanTermsMoved');
      if (contract !== sha256(contractFor(parts, userId, found, periodDays))) {
        return refuse('otherLoanContract');
      }
      const body = { asset, version, amount, collateral, periodDays, contract };
      const id = commandId ?? `openCollateralLoan ${newId()}`;
      const reply = await realm.submit({ type: 'openCollateralLoan', actor: userId, id, body });
      if (!reply.ok) return known<'ltvTooHigh'>(reply);
      return shown(parts, reply.value.id, now);
    },
  };
}

function readHandlers(
  parts: Parts,
): Some<'getCollateralLoans' | 'getCollateralLoan' | 'getCollateralReceipt'> {
  const { realm, database } = parts;
  const { pool } = database;
  return {
    getCollateralLoans: async ({ before, limit }, { actor, now }) => {
      if (actor.realm !== 'real') return { open: [], ended: [], next: null };
      const machine = realm.secured();
      const rows = machine.openOf(actor.userId);
      const found = await endedCollateralOf(pool, actor.userId, { before, limit: limit + 1 });
      const page = found.slice(0, limit);
      return {
        open: rows.map((row) => openView(realm, machine, row, now)).reverse(),
        ended: page.map((row) => endedView(realm, machine, row)),
        next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
      };
    },
    getCollateralLoan: async ({ loanId }, { actor, now }) => {
      const row = await own(parts, loanId, actor);
      if (row instanceof Refusal) return row;
      const events = await collateralEvents(pool, loanId);
      const contract = contractOf(realm, agreedTo(row, events), termsOf(parts, row));
      return {
        loan: viewOf(parts, row, now),
        events: events.map(eventView),
        ...{ contract, contractDigest: row.contract },
      };
    },
    getCollateralReceipt: async ({ loanId, seq }, context) => {
      const { actor, now } = context;
      const row = await own(parts, loanId, actor);
      if (row instanceof Refusal) return row;
      const event = (await collateralEvents(pool, loanId)).find((one) => one.seq === seq);
      if (event?.what !== 'taken' && event?.what !== 'matured') return refuse('noReceipt');
      const { asset, index, version, amount, periodDays, openedAt } = viewOf(parts, row, now);
      const postings = await postingsOf(parts, row, event);
      const said = {
        ...{ loanId, asset, index, version, ...termsIn(termsOf(parts, row)) },
        ...{ amount, periodDays, openedAt, event: eventView(event) },
        postings: postings.map(({ from, to, amount: moved, purpose }) => ({
          ...{ seq, from: account(from, row.userId), to: account(to, row.userId) },
          ...{ asset, amount: text(moved), purpose: purposeName(purpose) },
        })),
      };
      const evidence = parts.evidence();
      const spend = (bytes: number) => context.spendBytes(bytes);
      return receiptOf(said, await tickOf(evidence, said, spend), evidence.signer);
    },
  };
}

function changeHandlers(
  parts: Parts,
): Some<'addCollateral' | 'releaseCollateral' | 'repayCollateralLoan'> {
  const { realm } = parts;
  return {
    addCollateral: async (body, { actor, now, commandId }) => {
      const row = await own(parts, body.loanId, actor);
      if (row instanceof Refusal) return row;
      const id = commandId ?? `addCollateral ${newId()}`;
      const by = { type: 'addCollateral', actor: actor.userId } as const;
      const reply = await realm.submit({ ...by, id, body });
      return reply.ok ? shown(parts, body.loanId, now) : known(reply);
    },
    releaseCollateral: async (body, { actor, now, commandId }) => {
      const row = await own(parts, body.loanId, actor);
      if (row instanceof Refusal) return row;
      const id = commandId ?? `releaseCollateral ${newId()}`;
      const by = { type: 'releaseCollateral', actor: actor.userId } as const;
      const reply = await realm.submit({ ...by, id, body });
      return reply.ok ? shown(parts, body.loanId, now) : known(reply);
    },
    repayCollateralLoan: async (body, { actor, now, commandId }) => {
      const row = await own(parts, body.loanId, actor);
      if (row instanceof Refusal) return row;
      const id = commandId ?? `repayCollateralLoan ${newId()}`;
      const by = { type: 'repayCollateralLoan', actor: actor.userId } as const;
      const reply = await realm.submit({ ...by, id, body });
      if (!reply.ok) return known(reply);
      const { interest, principal } = reply.value;
      const after = await shown(parts, body.loanId, now);
      return { ...after, paid: { interest, principal } };
    },
  };
}

interface Found {
  readonly terms: CollateralTermsRow;
  readonly amount: bigint;
  readonly collateral: bigint;
}

/** The terms of an asset that hold, if so much is lent by them. */
function termsFor({ realm }: Parts, asked: Asked, now: number) {
  const asset = realm.assetId(asked.asset);
  const terms = asset === undefined ? undefined : realm.secured().terms.at(asset, now);
  if (terms === undefined) return refuse('unknownCollateral');
  if (!terms.isOpen) return refuse('collateralClosed');
  const days: readonly number[] = COLLATERAL_DAYS;
  if (!days.includes(asked.periodDays)) return refuse('invalidLoanPeriod');
  const [amount, collateral] = [asked.amount, asked.collateral].map((one) => parse(one));
  const { least, most } = terms;
  if (amount! < least) return refuse('loanBelowLeast', { amount: text(least), asset: LENT });
  if (amount! > most) return refuse('loanAboveMost', { amount: text(most), asset: LENT });
  return { terms, amount: amount!, collateral: collateral! } satisfies Found;
}

const parse = (written: string) => parseDecimal(written, SCALE)!;

function contractFor(
  { realm }: Parts,
  userId: number,
  { terms, amount, collateral }: Found,
  periodDays: number,
): string {
  const { asset } = terms;
  return contractOf(realm, { userId, asset, amount, collateral, periodDays }, terms);
}

/** What was agreed to: the collateral of then. */
function agreedTo(row: CollateralRow, events: readonly CollateralEventRow[]): CollateralRow {
  const opened = events.find(({ what }) => what === 'opened');
  return opened === undefined ? row : { ...row, collateral: opened.collateral };
}

type Row = CollateralRow | EndedCollateralRow;

const viewOf = ({ realm }: Parts, row: Row, now: number) =>
  'state' in row
    ? endedView(realm, realm.secured(), row)
    : openView(realm, realm.secured(), row, now);

const termsOf = ({ realm }: Parts, row: Row) => realm.secured().termsOf(row);

/** That of somebody else is as unknown as one that does not exist. */
async function own(
  parts: Parts,
  loanId: number,
  actor: { readonly userId: number; readonly realm: string },
): Promise<Row | Refusal<'unknownLoan'>> {
  if (actor.realm !== 'real') return refuse('unknownLoan');
  const row = await find(parts, loanId);
  return row?.userId === actor.userId ? row : refuse('unknownLoan');
}

/** An open one, or one that has ended: which is read once its end is durable. */
async function find({ realm, database }: Parts, loanId: number): Promise<Row | undefined> {
  const open = realm.secured().get(loanId);
  if (open !== undefined) return open;
  await realm.decided();
  return endedCollateral(database.pool, loanId);
}

async function shown(parts: Parts, loanId: number, now: number) {
  const row = await find(parts, loanId);
  assert(row !== undefined, `loan ${loanId} is open or has ended`);
  return { loan: viewOf(parts, row, now) };
}

/** What people read of it: one that has ended meanwhile is in another state. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['unknownLoan', 'wrongLoanState'],
  ['commandIdReused', 'idempotencyConflict'],
]);

function known<R extends string = 'wrongLoanState'>({
  refusal,
  detail = {},
}: {
  readonly refusal: string;
  readonly detail?: Readonly<Record<string, string>> | undefined;
}) {
  return new Refusal((NAMES.get(refusal) ?? refusal) as R, detail);
}

/**
 * What a conversion moved. One command may convert for several loans of a person, of some of them
 * as much: each of these has its own posting, in the order of the loans, and the last has all that
 * are left.
 */
async function postingsOf(
  { database: { pool } }: Parts,
  { userId, asset }: Row,
  { seq, loanId, collateral }: CollateralEventRow,
): Promise<StoredPosting[]> {
  const converted = await conversionsIn(pool, { seq, userId, asset });
  const alike = converted.filter((one) => one.collateral === collateral);
  const at = alike.findIndex((one) => one.loanId === loanId);
  const postings = (await postingsWith(pool, seq, userId)).filter(
    ({ amount, from, purpose }) =>
      purposeName(purpose) === 'loanCollateral' && assetOf(from) === asset && amount === collateral,
  );
  return postings.slice(at, at === alike.length - 1 ? undefined : at + 1);
}

/** `person` for whoever it belongs to: a receipt can be shown to others. */
function account(number: number, userId: number): string {
  const owner = ownerOf(number);
  return `${owner === userId ? 'person' : ownerName(owner)} ${WALLET_NAMES[walletOf(number)]}`;
}
