import { larger, lesser } from '@assay/core/num/integer';
import { indexName } from '@assay/core/order/market';
import { DAY } from '@assay/core/time';
import type { CollateralMachine } from './machine/collateral-machine.ts';
import type { LoansRealm } from './parts.ts';
import {
  type CollateralTerms,
  endsAt,
  FRESH_MS,
  ltvPpm,
  type Owed,
  priceAt,
  releasable,
  sumOf,
} from './rules/collateral.ts';
import { collateralContractText } from './rules/collateral-contract.ts';
import { LENT } from './rules/index.ts';
import type {
  CollateralEventView,
  CollateralTermsView,
  SecuredLoanView,
} from './schema/collateral.ts';
import type {
  CollateralEventRow,
  CollateralRow,
  CollateralTermsRow,
  EndedCollateralRow,
} from './store/collateral-tables.ts';
import { text } from './views.ts';

const sharesOf = (terms: CollateralTerms) => {
  const { initialPpm, callPpm, liquidationPpm, feePpm, aprPpm } = terms;
  return { initialPpm, callPpm, liquidationPpm, feePpm, aprPpm };
};

const amountsOf = ({ least, most, capacity }: CollateralTermsRow) => ({
  ...{ least: text(least), most: text(most), capacity: text(capacity) },
});

/** The terms of an asset that hold, with what can be lent by them now. */
export function termsView(
  realm: LoansRealm,
  machine: CollateralMachine,
  asset: number,
  now: number,
): CollateralTermsView | null {
  const terms = machine.terms.at(asset, now);
  if (terms === undefined) return null;
  const announced = machine.terms.announced(asset, now);
  const left = terms.capacity - machine.lentAgainst(asset);
  const pool = realm.available();
  const room = larger(0n, lesser(left, pool));
  const symbol = realm.symbol(asset);
  return {
    ...{ asset: symbol, index: indexName(symbol, LENT), version: terms.version },
    ...{ isOpen: terms.isOpen, ...sharesOf(terms), ...amountsOf(terms) },
    room: text(room),
    price: priceText(machine.freshPrice(asset, now)?.price),
    announced: announced && {
      ...{ version: announced.version, isOpen: announced.isOpen, ...sharesOf(announced) },
      ...{ ...amountsOf(announced), from: announced.validFrom },
    },
  };
}

const priceText = (price: bigint | undefined) => (price === undefined ? '' : text(price));

/** Share and prices of something that is owed against collateral; `price`: undefined for none. */
export function standing(
  owed: bigint,
  collateral: bigint,
  price: bigint | undefined,
  { callPpm, liquidationPpm }: Pick<CollateralTerms, 'callPpm' | 'liquidationPpm'>,
) {
  return {
    ltvPpm: price === undefined ? null : ltvPpm(owed, collateral, price),
    callPrice: text(priceAt(owed, collateral, callPpm)),
    liquidationPrice: text(priceAt(owed, collateral, liquidationPpm)),
  };
}

export function openView(
  realm: LoansRealm,
  machine: CollateralMachine,
  row: CollateralRow,
  now: number,
): SecuredLoanView {
  const terms = machine.termsOf(row);
  const owed = machine.owedAt(row, now);
  const last = machine.lastPrice(row.asset);
  const { collateral, calls, calledAt } = row;
  const free =
    last === null ? 0n : releasable(sumOf(owed), collateral, last.price, terms.initialPpm);
  return {
    ...shared(realm, row, terms, owed),
    ...{ state: 'open', endedAt: 0, lost: '0', calls, calledAt },
    ...standing(sumOf(owed), collateral, last?.price, terms),
    ...{ price: priceText(last?.price), priceAt: last?.at ?? 0 },
    isFresh: last !== null && now - last.at <= FRESH_MS,
    releasable: text(free),
  };
}

export function endedView(
  realm: LoansRealm,
  machine: CollateralMachine,
  row: EndedCollateralRow,
): SecuredLoanView {
  const { state, endedAt, lost } = row;
  const none = { interest: 0n, principal: 0n };
  return {
    ...shared(realm, row, machine.termsOf(row), none),
    ...{ state, endedAt, lost: text(lost), calls: 0, calledAt: 0, ltvPpm: null },
    ...{ price: '', priceAt: 0, isFresh: false, releasable: '0' },
    ...{ callPrice: '0', liquidationPrice: '0' },
  };
}

function shared(realm: LoansRealm, row: CollateralRow, terms: CollateralTerms, owed: Owed) {
  const { id: loanId, version, amount, collateral, periodDays, openedAt } = row;
  const asset = realm.symbol(row.asset);
  return {
    ...{ loanId, asset, index: indexName(asset, LENT), lentAsset: LENT, version },
    ...{ ...sharesOf(terms), amount: text(amount), collateral: text(collateral), periodDays },
    ...{ openedAt, dueAt: openedAt + periodDays * DAY, endsAt: endsAt(row) },
    ...{ interest: text(owed.interest), principal: text(owed.principal), owed: text(sumOf(owed)) },
    paid: text(row.interestPaid + row.repaid),
  };
}

export function eventView(row: CollateralEventRow): CollateralEventView {
  const { seq, at, what, tick } = row;
  return {
    ...{ seq, at, what, tick, hadCollateral: text(row.hadCollateral) },
    ...{ owedInterest: text(row.owedInterest), owedPrincipal: text(row.owedPrincipal) },
    ...{ price: row.price === 0n ? '' : text(row.price), collateral: text(row.collateral) },
    ...{ value: text(row.value), fee: text(row.fee), interest: text(row.interest) },
    ...{ principal: text(row.principal), lost: text(row.lost) },
  };
}

/** The text that was agreed to, made of the terms again: its digest is that of the loan. */
export function contractOf(
  realm: LoansRealm,
  one: Pick<CollateralRow, 'userId' | 'asset' | 'amount' | 'collateral' | 'periodDays'>,
  terms: CollateralTermsRow,
): string {
  const { userId, amount, collateral, periodDays } = one;
  return collateralContractText({
    ...{
      borrower: `the holder of account ${userId}`,
      asset: realm.symbol(one.asset),
      version: terms.version,
    },
    ...{ amount, collateral, periodDays, terms },
  });
}

export const termsIn = sharesOf;
