import { accountId, WALLET } from '@assay/core/ledger/owners';
import { purposeName } from '@assay/core/ledger/purpose';
import type { Order as MachineOrder } from '@assay/core/order/life/view';
import { ORDER_STATUSES, REJECTIONS } from '@assay/core/order/order';
import type { Fact, Outcome } from '@assay/platform/engine/machine';
import { Reference, type Verdict } from './reference/reference.ts';
import { ceilPpm, type Market, type Order } from './reference/state.ts';
import { dueLists } from './reference/waiting.ts';
import { endBatch, type Sent, type Subject, send } from './subject.ts';

/** The machine and the model differ. */
class Mismatch extends Error {
  override readonly name = 'Mismatch';
}

/** Commands between two ends of a batch: more than one, so that rows and facts gather. */
const BATCH = 7;

/**
 * The machine and the plain model under the same commands; all of their state is compared after
 * each.
 */
export class Pair {
  readonly machine: ReturnType<Subject['start']>['realm'];
  readonly reference: Reference;
  readonly #subject: Subject;
  readonly #compareOwn: () => void;
  /** Every fact of the batches that ended. */
  readonly facts: Fact[] = [];
  /** Purposes of postings by the type of command that caused them. */
  readonly causes = new Map<string, Set<string>>();
  readonly refusals = new Map<string, number>();
  /** Every posting: command, from, to, amount, purpose. */
  readonly journal: string[] = [];
  decided = 0;
  readonly #totals = new Map<number, bigint>();
  #folded = 0;

  constructor(subject: Subject) {
    const { realm, modules, compare } = subject.start();
    this.machine = realm;
    this.reference = new Reference(modules, subject.bounds);
    this.#subject = subject;
    this.#compareOwn = compare;
  }

  /** Decides the command on both sides and throws Mismatch at the first difference. */
  step(command: Sent): Outcome {
    const { type, actor, body, now } = command;
    const outcome = send(this.machine.sequencer, command);
    const verdict = this.reference.decide(type, actor, body, now);
    this.#compareOutcome(outcome, verdict);
    this.#foldPostings(type);
    this.#compareState();
    this.#compareOwn();
    this.machine.ledger.audit();
    this.machine.orders.audit();
    this.decided += 1;
    if (outcome.refusal !== undefined) {
      this.refusals.set(outcome.refusal, (this.refusals.get(outcome.refusal) ?? 0) + 1);
    }
    if (this.decided % BATCH === 0) this.endBatch();
    return outcome;
  }

  endBatch(): void {
    this.machine.sequencer.audit();
    this.facts.push(...endBatch(this.machine.sequencer.list));
    this.#folded = 0;
  }

  #compareOutcome(outcome: Outcome, verdict: Verdict): void {
    if ('refusal' in verdict || outcome.refusal !== undefined) {
      const expected = 'refusal' in verdict ? verdict.refusal : undefined;
      same('refusal', '', outcome.refusal, expected);
      return;
    }
    if ('oco' in verdict) {
      this.#compareLeg(outcome.limit as Outcome, verdict.oco[0]);
      this.#compareLeg(outcome.stop as Outcome, verdict.oco[1]);
    }
    if ('list' in verdict) {
      const { working, pending } = outcome as unknown as { working: Outcome; pending: Outcome[] };
      this.#compareLeg(working, verdict.list.working);
      same('outcome', 'pending', pending.length, verdict.list.pending.length);
      for (const [n, order] of verdict.list.pending.entries()) this.#compareLeg(pending[n]!, order);
    }
    if ('value' in verdict)
      same('outcome', '', JSON.stringify(outcome), JSON.stringify(verdict.value));
    if ('canceled' in verdict) same('canceled', '', outcome.canceled, verdict.canceled);
    if (!('order' in verdict)) return;
    const { order, fills } = verdict;
    this.#compareLeg(outcome, order);
    const lasting = outcome.order as readonly unknown[] | undefined;
    if (lasting !== undefined) same('outcome', 'name', lasting[8], order.clientOrderId);
    const { trades } = this.reference.world;
    const expected = trades.slice(trades.length - countSince(trades, order, fills));
    const rows = expected
      .filter((trade) => trade.taker === order)
      .flatMap((trade) => [
        trade.id,
        ticks(order.market, trade.price),
        lots(order.market, trade.quantity),
        Number(trade.takerFee),
      ]);
    if (outcome.fills !== undefined) same('outcome', 'fills', outcome.fills, rows);
  }

  #compareLeg(outcome: Outcome, order: Order): void {
    const wanted = orderNumbers(order);
    for (const field of ['id', 'status', 'lots', 'filled', 'filledQuote', 'fee', 'held'] as const) {
      same('outcome', field, (outcome as Record<string, unknown>)[field], wanted[field]);
    }
  }

  /**
   * Adds the command's postings to the totals of the accounts, and notes the purposes of each
   * command type.
   */
  #foldPostings(type: string): void {
    const { postings } = this.machine.ledger.ledger;
    for (let row = this.#folded; row < postings.count; row += 1) {
      const [seq, from, to] = [postings.seq(row), postings.from(row), postings.to(row)];
      const units = BigInt(postings.amount(row));
      const purpose = postings.purpose(row);
      same('seq of a posting', '', seq, this.machine.sequencer.seq);
      this.journal.push(`${seq} ${from} ${to} ${units} ${purpose}`);
      this.#totals.set(from, (this.#totals.get(from) ?? 0n) - units);
      this.#totals.set(to, (this.#totals.get(to) ?? 0n) + units);
      const purposes = this.causes.get(type) ?? new Set();
      this.causes.set(type, purposes.add(purposeName(purpose)));
    }
    this.#folded = postings.count;
  }

  #compareState(): void {
    const { ledger, orders } = this.machine;
    const { world } = this.reference;
    for (const [key, { available, held }] of world.balances) {
      const [owner, asset] = key.split(' ') as [string, string];
      const account = accountId(
        Number(owner),
        WALLET.currency,
        this.#subject.assets.indexOf(asset) + 1,
      );
      const slot = ledger.ledger.find(account);
      same('available of', key, ledger.ledger.available(slot), available);
      same('held of', key, ledger.ledger.held(slot), held);
      same('postings of', key, this.#totals.get(account) ?? 0n, available + held);
    }
    ledger.ledger.forEach((account, available, held) => {
      if (available + held === (this.#totals.get(account) ?? 0n)) return;
      throw new Mismatch(`account ${account} is not the sum of its postings`);
    });
    same('open orders', '', orders.state.orders.size, world.open.length);
    for (const order of world.open) this.#compareOrder(order, orders.state.order(order.id));
    for (const ref of orders.state.dirty.all) {
      if (!orders.state.orders.isOpen(ref)) this.#compareEnded(orders.state.orderAt(ref));
    }
    for (const market of world.markets.values()) this.#compareBook(market);
  }

  #compareEnded(order: MachineOrder): void {
    const { ended } = this.reference.world;
    this.#compareOrder(ended.findLast((one) => one.id === order.id) as Order, order);
  }

  #compareOrder(expected: Order, order: MachineOrder | undefined): void {
    if (order === undefined) throw new Mismatch(`order ${expected.id} is not open`);
    const wanted = orderNumbers(expected);
    for (const field of Object.keys(wanted) as (keyof typeof wanted)[]) {
      same(field, expected.id, order[field], wanted[field]);
    }
    same('paired', expected.id, order.other !== 0, expected.twin !== null);
  }

  #compareBook(market: Market): void {
    const live = this.machine.orders.market(market.symbol);
    if (live === undefined) throw new Mismatch(`${market.symbol} is not there`);
    same('last of', market.symbol, live.lastTicks, ticks(market, market.last));
    same('trades of', market.symbol, live.lastTradeId, market.trades);
    const { world } = this.reference;
    same('due stops of', market.symbol, live.stops.due, world.dueIn(market).length);
    same('due lists of', market.symbol, live.dormant.due, dueLists(world, market).length);
    const { orders } = this.machine;
    const ids: number[] = [];
    live.book.forEach((slot) => {
      ids.push(orders.state.restingIn(live, slot).id);
    });
    const queue = [...world.queue(market, 'buy'), ...world.queue(market, 'sell')];
    let slot = 0;
    live.book.forEach((one) => {
      same('shown by', ids[slot]!, live.book.lots(one), lots(market, queue[slot]?.shown ?? 0n));
      slot += 1;
    });
    same(
      'book of',
      market.symbol,
      ids,
      queue.map((order) => order.id),
    );
  }
}

/** How many trades at the end of the list contain the last `fills` of this taker. */
function countSince(
  trades: readonly { readonly taker: Order }[],
  taker: Order,
  fills: number,
): number {
  let found = 0;
  let count = 0;
  for (let i = trades.length - 1; i >= 0 && found < fills; i -= 1) {
    count += 1;
    if (trades[i]?.taker === taker) found += 1;
  }
  return count;
}

function orderNumbers(order: Order) {
  const { market } = order;
  return {
    id: order.id,
    userId: order.user,
    status: ORDER_STATUSES.indexOf(order.status),
    limit: ticks(market, order.price),
    trigger: ticks(market, order.trigger),
    trailing: Number(order.trailing),
    activation: ticks(market, order.activation),
    trailingTime: order.since,
    iceberg: lots(market, order.iceberg),
    lots: lots(market, order.quantity),
    filled: lots(market, order.filled),
    filledQuote: Number(order.filledQuote),
    fee: Number(ceilPpm(order.feeExact)),
    held: Number(order.held),
    priority: order.priority,
    makerPpm: Number(order.makerPpm),
    takerPpm: Number(order.takerPpm),
    oco: order.oco,
    follows: order.follows,
    rejection: (REJECTIONS as readonly string[]).indexOf(order.rejection) + 1,
    clientOrderId: order.clientOrderId,
    listName: order.listName,
  };
}

function ticks(market: Market, price: bigint): number {
  return Number(price / market.tick);
}

function lots(market: Market, quantity: bigint): number {
  return Number(quantity / market.step);
}

/**
 * The compared value is named in two parts, because building one text costs more than comparing.
 */
function same(what: string, of: string | number, got: unknown, wanted: unknown): void {
  if (got === wanted) return;
  if (Array.isArray(got) && Array.isArray(wanted) && String(got) === String(wanted)) return;
  throw new Mismatch(`${what} ${of}: ${String(got)}, expected ${String(wanted)}`);
}
