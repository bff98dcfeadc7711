import type { AccountSlot, Ledger } from '@assay/core/ledger/ledger';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import { lesser } from '@assay/core/num/integer';
import type { Turn } from '@assay/core/schema/turn';
import type { Fact } from '@assay/platform/engine/machine';
import type { HistoryTable } from '@assay/platform/engine/tables/history-table';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { hoursAt, type Owed, owedAt, sumOf, type Taken } from '../rules/collateral.ts';
import type {
  CollateralChanged,
  CollateralEnd,
  CollateralRecord,
  CollateralWhat,
} from '../schema/collateral-commands.ts';
import type {
  CollateralEventRow,
  CollateralRow,
  CollateralTermsRow,
  collateralEvent,
  collateralLoan,
  endedCollateralLoan,
} from '../store/collateral-tables.ts';
import type { CollateralIndex } from './collateral-index.ts';
import type { CollateralTermsBook } from './collateral-terms.ts';
import { text } from './parts.ts';

export interface CollateralBooksParts {
  readonly terms: CollateralTermsBook;
  readonly open: ObjectTable<typeof collateralLoan>;
  readonly index: CollateralIndex;
  readonly ended: HistoryTable<typeof endedCollateralLoan>;
  readonly events: HistoryTable<typeof collateralEvent>;
  readonly ledger: Ledger;
  readonly symbol: (asset: number) => string;
  readonly publish: (fact: Fact) => void;
}

/** The tick by which something is decided. */
export interface Tick {
  readonly n: number;
  readonly price: bigint;
}

type Moved = Pick<CollateralEventRow, 'collateral'> & Partial<Omit<Taken, 'collateral'>>;

/** What the books of a loan know before a command changes it. */
interface Before {
  readonly owed: Owed;
  readonly collateral: bigint;
}

/** The loans, and every change of one: its books, its postings, its event, its fact. */
export class CollateralBooks {
  readonly #parts: CollateralBooksParts;

  constructor(parts: CollateralBooksParts) {
    this.#parts = parts;
  }

  termsOf({ asset, version }: CollateralRow): CollateralTermsRow {
    return this.#parts.terms.get(asset, version)!;
  }

  owedAt(row: CollateralRow, at: number): Owed {
    return owedAt(row, this.termsOf(row).aprPpm, at);
  }

  /** Charges every hour that has begun. */
  charge(row: CollateralRow, at: number): Before {
    const owed = this.owedAt(row, at);
    const interest = owed.interest + row.interestPaid;
    this.#parts.open.change(row, { hours: hoursAt(row, at), interest });
    return { owed, collateral: row.collateral };
  }

  /** Pays a part out of the currency account: interest first. */
  repay(row: CollateralRow, amount: bigint, turn: Turn): Owed {
    const { open, index, ledger } = this.#parts;
    const before = this.charge(row, turn.at);
    const interest = lesser(amount, before.owed.interest);
    const paid = { interest, principal: lesser(amount - interest, before.owed.principal) };
    const [from, pool] = [
      this.account(row.userId, row.lent),
      this.account(OWNER.lending, row.lent),
    ];
    if (interest > 0n) ledger.post(from, pool, interest, PURPOSE.loanInterest);
    if (paid.principal > 0n) ledger.post(from, pool, paid.principal, PURPOSE.loanRepayment);
    open.change(row, {
      interestPaid: row.interestPaid + interest,
      repaid: row.repaid + paid.principal,
    });
    index.repay(row, paid.principal);
    const isPaid = sumOf(paid) === sumOf(before.owed);
    // What was held is free at once.
    const free = isPaid ? row.collateral : 0n;
    if (isPaid) this.#end(row, 'repaid', 0n, turn);
    const state = isPaid ? 'repaid' : 'open';
    this.note('repaid', row, before, { collateral: free, ...paid }, null, turn, state);
    return paid;
  }

  /** Converts collateral at the price of a tick; it goes to the pool, which gave the loan. */
  take(row: CollateralRow, taken: Taken, what: 'taken' | 'matured', tick: Tick, turn: Turn): void {
    const { open, index, ledger } = this.#parts;
    const before = this.charge(row, turn.at);
    const { collateral, interest, principal, lost } = taken;
    const [from, pool] = [this.account(row.userId, row.asset), OWNER.lending];
    ledger.postHeld(from, this.account(pool, row.asset), collateral, PURPOSE.loanCollateral);
    open.change(row, {
      ...{ collateral: row.collateral - collateral, repaid: row.repaid + principal },
      ...{ interestPaid: row.interestPaid + interest, calls: 0, calledAt: 0 },
    });
    index.repay(row, principal);
    const isOver = sumOf(before.owed) === interest + principal || row.collateral === 0n;
    const end = lost > 0n ? 'short' : 'taken';
    if (isOver) this.#end(row, end, lost, turn);
    this.note(what, row, before, taken, tick, turn, isOver ? end : 'open');
  }

  /** Calls its person, once more or for the first time; 0: the call is over. */
  call(row: CollateralRow, calls: number, tick: Tick, turn: Turn): void {
    const before = this.charge(row, turn.at);
    const calledAt = calls === 0 ? 0 : row.calledAt || turn.at;
    this.#parts.open.change(row, { calls, calledAt });
    const what = calls === 0 ? 'callEnded' : 'called';
    this.note(what, row, before, { collateral: 0n }, tick, turn);
  }

  /** Writes down and publishes what happened; `before`: what there was until then. */
  note(
    what: CollateralWhat,
    row: CollateralRow,
    { owed, collateral }: Before,
    moved: Moved,
    tick: Tick | null,
    { seq, at }: Turn,
    state: CollateralRecord['state'] = 'open',
  ): void {
    const { id: loanId, userId } = row;
    const { value = 0n, fee = 0n, interest = 0n, principal = 0n, lost = 0n } = moved;
    this.#parts.events.add({
      ...{ seq, loanId, userId, what, hadCollateral: collateral },
      ...{ owedInterest: owed.interest, owedPrincipal: owed.principal },
      ...{ tick: tick?.n ?? 0, price: tick?.price ?? 0n, collateral: moved.collateral },
      ...{ value, fee, interest, principal, lost, at },
    });
    const fact: CollateralChanged = {
      ...{ type: 'collateralLoanChanged', userId, loan: this.recordOf(row, state), what },
      ...{ collateral: text(moved.collateral), paid: text(interest + principal), lost: text(lost) },
    };
    this.#parts.publish(fact);
  }

  /** What is left of the collateral is free, and the loan is over. */
  #end(row: CollateralRow, state: CollateralEnd, lost: bigint, { seq, at: endedAt }: Turn): void {
    const { open, index, ended, ledger } = this.#parts;
    if (row.collateral > 0n) {
      ledger.release(this.account(row.userId, row.asset), row.collateral);
    }
    open.delete(row);
    index.remove(row);
    ended.add({ ...row, state, lost, seq, endedAt });
  }

  recordOf(row: CollateralRow, state: CollateralRecord['state']): CollateralRecord {
    const { id, asset, amount, repaid, interest, interestPaid, collateral } = row;
    const owed = amount - repaid + interest - interestPaid;
    return {
      ...{ id, state, asset: this.#parts.symbol(asset), amount: text(amount) },
      ...{ collateral: text(collateral), owed: text(owed) },
    };
  }

  account(owner: number, asset: number): AccountSlot {
    return this.#parts.ledger.open(accountId(owner, WALLET.currency, asset));
  }
}
