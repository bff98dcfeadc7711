import { isStaff, OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { RefusedWith, RulesFor } from '@assay/core/schema/registry';
import { MINUTE } from '@assay/core/time';
import type { Turn } from '@assay/platform/engine/machine';
import type { HistoryTable } from '@assay/platform/engine/tables/history-table';
import { missingOf, readLine } from '../rules/made-good.ts';
import type { PayMadeGood, VoidWindow } from '../schema/commands.ts';
import type { madeGoodOption, optionMadeGood, optionVoid, WindowRow } from '../store/tables.ts';
import { isWithin } from './refusals.ts';
import type { Settler, SettlerParts } from './settler.ts';

type SpanRules = RulesFor<'voidWindow' | 'makeGoodWindow' | 'payMadeGood'>;

export interface SpansParts
  extends Pick<
    SettlerParts,
    'markets' | 'open' | 'windows' | 'people' | 'days' | 'escrow' | 'symbol' | 'publish'
  > {
  readonly settler: Settler;
  readonly voided: HistoryTable<typeof optionVoid>;
  readonly spans: HistoryTable<typeof optionMadeGood>;
  readonly paid: HistoryTable<typeof madeGoodOption>;
  /** Steps that one command takes at most. */
  readonly slice: number;
}

const MAX_SPAN_MS = 10 * MINUTE;
const MAX_REASON = 300;

/**
 * What two of staff do about wrong ticks of an index, for all of a window or for none: while it is
 * open it is void, and once it is settled it is made good (decisions 0068, 0116).
 */
export class Spans {
  readonly rules: SpanRules = {
    voidWindow: (body, turn) => this.#void(body, turn),
    makeGoodWindow: (body, turn) => this.#declare(body, turn),
    payMadeGood: (body, turn) => this.#pay(body, turn),
  };
  readonly #parts: SpansParts;

  constructor(parts: SpansParts) {
    this.#parts = parts;
  }

  /** What is set aside for an asset. */
  owed(asset: number): bigint {
    const { windows, markets } = this.#parts;
    const own = windows.owed().filter(({ market }) => markets.get(market)?.asset === asset);
    return own.reduce((sum, { missing }) => sum + missing, 0n);
  }

  #void(body: VoidWindow, turn: Turn): ReturnType<SpanRules['voidWindow']> {
    const refusal = refuseSpan(body, turn);
    if (refusal !== null) return { refusal };
    const { index, from, to, reason } = body;
    const { open, settler, voided, slice } = this.#parts;
    const series = open.within(`${index}`, from, to);
    if (series.length === 0) return { refusal: 'nothingOpen' };
    // Past this line nothing may fail.
    for (const one of series) settler.decide(one, [], 'wrongWindow', turn);
    open.addVoids(series);
    const { seq, at } = turn;
    voided.add({ seq, index, from, to, reason, windows: series.length, at });
    settler.work(turn, slice);
    return { windows: series.length };
  }

  /** What is missing to all options of the windows is set aside at once, or nothing is declared. */
  #declare(body: VoidWindow, turn: Turn): ReturnType<SpanRules['makeGoodWindow']> {
    const refusal = refuseSpan(body, turn);
    if (refusal !== null) return { refusal };
    const { index, from, to, reason } = body;
    const { seq, at } = turn;
    const { markets, open, windows, days, escrow, spans } = this.#parts;
    const isOf = (market: string) => markets.indexOf(market) === index;
    const rows = windows.within(isOf, from, to, at);
    if (rows.length === 0) return { refusal: 'nothingSettled' };
    if (rows.some((row) => open.seriesOf(row) !== undefined)) return { refusal: 'stillSettling' };
    const sums = [...this.#sums(rows)].sort(([one], [other]) => one - other);
    const short = sums.find(([asset, { amount }]) => amount > escrow.capital(asset));
    if (short !== undefined) return { refusal: 'capitalTooSmall', detail: this.#said(short) };
    // Past this line nothing may fail.
    for (const { crowd, market, crowdDay } of rows) {
      if (crowd !== '') days.uncount(market, crowdDay, crowd === 'right');
    }
    windows.declare(rows, seq);
    for (const [asset, sum] of sums) {
      escrow.setAside(asset, sum.amount, seq);
      spans.add({ seq, asset, index, from, to, reason, ...sum, at });
    }
    const isFirst = ({ part }: WindowRow) => part === 0;
    return { windows: rows.filter(isFirst).length, owed: sums.map((sum) => this.#said(sum)) };
  }

  #pay({ part, lines, ...key }: PayMadeGood, turn: Turn): ReturnType<SpanRules['payMadeGood']> {
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    const { markets, windows, people, days, escrow, paid, symbol, publish } = this.#parts;
    const isText = Array.isArray(lines) && lines.every((line) => typeof line === 'string');
    const row = isText ? windows.owedBy(key, part, lines) : null;
    if (row === null) return { refusal: 'otherOptions' };
    // Past this line nothing may fail.
    const { seq, at } = turn;
    const market = markets.get(row.market)!;
    const declaredBy = row.declaredBy!;
    for (const line of lines.map(readLine)) {
      const { id, userId } = line;
      const isCleared = people.isCleared(userId, id);
      const own = escrow.makeGood(line, market.asset, isCleared, turn);
      if (isCleared) continue;
      const amount = missingOf(line);
      days.madeGood(market.market, at, amount);
      paid.add({ id, userId, market: market.market, amount, own, declaredBy, seq, at });
      const [type, asset] = ['optionMadeGood', symbol(market.asset)] as const;
      if (own > 0) publish({ type, userId, market: market.market, asset, amount: own });
    }
    windows.remove(row);
    return { paid: lines.length };
  }

  #sums(rows: readonly WindowRow[]): Map<number, { windows: number; amount: bigint }> {
    const sums = new Map<number, { windows: number; amount: bigint }>();
    for (const { market, part, missing } of rows) {
      const asset = this.#parts.markets.get(market)!.asset;
      const { windows, amount } = sums.get(asset) ?? { windows: 0, amount: 0n };
      sums.set(asset, { windows: windows + (part === 0 ? 1 : 0), amount: amount + missing });
    }
    return sums;
  }

  #said([asset, { amount }]: [number, { amount: bigint }]) {
    return { amount: formatDecimal(amount, SCALE), asset: this.#parts.symbol(asset) };
  }
}

function refuseSpan(
  { from, to, reason }: VoidWindow,
  { actor }: Turn,
): RefusedWith<'notAllowed' | 'invalidSpan' | 'invalidReason'>['refusal'] | null {
  if (!isStaff(actor)) return 'notAllowed';
  const isSpan = [from, to].every((time) => Number.isSafeInteger(time) && time >= 0);
  if (!isSpan || to < from || to - from > MAX_SPAN_MS) return 'invalidSpan';
  const isReason = typeof reason === 'string' && isWithin(reason.trim().length, 1, MAX_REASON);
  return isReason ? null : 'invalidReason';
}
