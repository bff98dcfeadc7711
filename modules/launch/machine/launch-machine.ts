import { FIRST_USER, isStaff, OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import { PIECE } from '@assay/core/order/life/bounds';
import type { RulesFor } from '@assay/core/schema/registry';
import type { Assets, HoldOwner, LedgerMachine } from '@assay/modules/ledger';
import type { LiveMarket } from '@assay/modules/markets';
import type { FollowUp, RowReader, Turn } from '@assay/platform/engine/machine';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import { checkTerms } from '../rules/index.ts';
import { MAX_TICKETS, timesOf } from '../rules/lottery.ts';
import { CASH, lotsOf, MAX_TOTAL_LOTS } from '../rules/terms.ts';
import type { LaunchTerms, SubscriptionView } from '../schema/commands.ts';
import {
  type LaunchRow,
  launch,
  launchMove,
  launchResult,
  type SubscriptionRow,
  subscription,
} from '../store/tables.ts';
import { roundValue } from './beacon.ts';
import { Launches } from './launches.ts';
import { LaunchMoney } from './money.ts';
import { subscriptionView } from './view.ts';
import { LaunchWorker, ROUND_MISSED } from './worker.ts';

type LaunchRules = RulesFor<
  | 'listLaunch'
  | 'publishLaunch'
  | 'cancelLaunch'
  | 'subscribeLaunch'
  | 'withdrawSubscription'
  | 'drawLaunch'
  | 'stepLaunches'
  | 'payOutLaunch'
>;
type Decision<T extends keyof LaunchRules> = ReturnType<LaunchRules[T]>;

export interface LaunchParts {
  readonly ledger: LedgerMachine;
  readonly assets: Assets;
  /** The spot markets, for whether a coin is traded. */
  readonly markets: { markets(): Iterable<LiveMarket> };
  /** The accounts that are taken for one person's with somebody's, without their own. */
  readonly peersOf?: ((userId: number) => Iterable<number>) | undefined;
  /** Units of work of one command. */
  readonly slice?: number | undefined;
}

const MAX_LAUNCHES = 1_000;
const MAX_PEOPLE = 5_000_000;
const MAX_REASON = 300;
/** While a project can still end without a result. */
const BEFORE = new Set<string>(['announced', 'open', 'awaiting', 'calculating']);

/**
 * New coins (decision 0076). What is sold is in escrow before the project is announced, what people
 * pay from then on; everything after the close follows from the subscriptions and the clock.
 */
export class LaunchMachine extends TableMachine implements HoldOwner {
  readonly name = 'launch';
  readonly rules: LaunchRules = {
    listLaunch: (terms, turn) =>
      turn.actor === OWNER.setup ? this.#publish(terms, turn, true) : { refusal: 'notAllowed' },
    publishLaunch: (terms, turn) =>
      isStaff(turn.actor) ? this.#publish(terms, turn, false) : { refusal: 'notAllowed' },
    cancelLaunch: (body, turn) => this.#cancel(body, turn),
    subscribeLaunch: (body, turn) => this.#subscribe(body, turn),
    withdrawSubscription: (body, turn) => this.#withdraw(body, turn),
    drawLaunch: (body, turn) => this.#draw(body, turn),
    stepLaunches: (_body, turn) => {
      const isOurs = turn.actor === OWNER.custody || turn.actor === OWNER.engine;
      if (!isOurs) return { refusal: 'notAllowed' };
      if (!this.isDue(turn.at)) return { refusal: 'nothingDue' };
      this.#ledger.begin(turn.seq);
      return { work: this.#worker.work(turn, this.#slice) };
    },
    payOutLaunch: (body, turn) => this.#payOut(body, turn),
  };
  readonly launches = new Launches(this.keep(launch), this.keep(subscription));
  readonly money: LaunchMoney;
  readonly #moves = this.log(launchMove);
  readonly #worker: LaunchWorker;
  readonly #ledger: LedgerMachine['ledger'];
  readonly #assets: Assets;
  readonly #slice: number;
  readonly #peersOf: (userId: number) => Iterable<number>;

  constructor({ ledger, assets, markets, peersOf, slice = PIECE }: LaunchParts) {
    super();
    this.#ledger = ledger.ledger;
    this.#assets = assets;
    this.#slice = slice;
    this.#peersOf = peersOf ?? (() => []);
    this.money = new LaunchMoney(this.#ledger, () => assets.assetId(CASH) ?? -1);
    this.#worker = new LaunchWorker({
      ...{ launches: this.launches, money: this.money, moves: this.#moves },
      results: this.log(launchResult),
      isListed: (asset) => hasMarket(markets.markets(), assets.assetSymbol(asset)),
      publish: (fact) => this.publish(fact),
      changed: (row) => void this.#changed(row),
    });
    ledger.addHoldOwner(this);
  }

  override async load(reader: RowReader): Promise<void> {
    await super.load(reader);
    this.launches.loaded();
    this.#worker.loaded();
  }

  followUp(): FollowUp | null {
    if (!this.#worker.hasWork) return null;
    return { type: 'stepLaunches', actor: OWNER.engine, body: {} };
  }

  /** Whether the clock or work that was begun has something to do. */
  isDue(at: number): boolean {
    return this.#worker.isDue(at);
  }

  /** What was paid is in escrow, not held. */
  claim(): void {}

  /**
   * A virtual account ends: while a project is open it gets its money back. Later the result of
   * others depends on what it asked for, so what is still due to it goes to the house.
   */
  endAll(userId: number, turn: Turn): void {
    this.#ledger.begin(turn.seq);
    for (const row of this.launches.allOf(userId)) {
      const project = this.launches.get(row.launchId)!;
      if (project.phase === 'open') this.#giveBack(project, row, row.lots);
      else this.launches.give(row, OWNER.launch);
    }
  }

  /** What is in escrow is what projects and people can claim of it, to the unit. */
  override audit(): void {
    super.audit();
    const cash = this.#assets.assetId(CASH) ?? -1;
    const due = new Map<number, bigint>();
    const add = (asset: number, units: bigint) => due.set(asset, (due.get(asset) ?? 0n) + units);
    const sums = new Map(this.launches.rows().map(({ id }) => [id, { lots: 0, people: 0 }]));
    for (const row of this.launches.subscriptions()) {
      const project = this.launches.get(row.launchId);
      const sum = sums.get(row.launchId);
      assert(
        project !== undefined && sum !== undefined,
        `subscription ${row.number} has a project`,
      );
      assert(this.launches.at(row.launchId, row.number) === row, `${row.number} is found`);
      sum.lots += row.lots;
      sum.people += 1;
      if (row.allotted === null) add(cash, BigInt(row.lots) * BigInt(project.lotPrice));
      else add(project.asset, BigInt(row.allotted) * BigInt(project.lotUnits) - row.released);
    }
    for (const project of this.launches.rows()) {
      const { id, supplyLots, soldLots, lotPrice, lotUnits, paidOut, phase, totalLots } = project;
      assert(soldLots <= supplyLots, `project ${id} sells no more than there is`);
      if (!paidOut) {
        add(cash, BigInt(soldLots) * BigInt(lotPrice));
        add(project.asset, BigInt(supplyLots - soldLots) * BigInt(lotUnits));
      }
      const { lots, people } = sums.get(id)!;
      const isWhole = lots === totalLots && people === project.people;
      const isBefore = BEFORE.has(phase);
      assert(!isBefore || isWhole, `project ${id} counts what was subscribed`);
    }
    for (const { id } of this.#assets.assets()) {
      assert(this.money.inEscrow(id) === (due.get(id) ?? 0n), `escrow of ${id} is what is due`);
    }
  }

  view(row: SubscriptionRow): SubscriptionView {
    return subscriptionView(this.launches.get(row.launchId)!, row);
  }

  #publish(terms: LaunchTerms, turn: Turn, isSetup: boolean): Decision<'publishLaunch'> {
    const asset = this.#assets.assetId(`${terms.symbol}`);
    if (asset === undefined || terms.symbol === CASH) return { refusal: 'unknownAsset' };
    if (this.launches.rows().length >= MAX_LAUNCHES) return { refusal: 'tooManyLaunches' };
    const numbers = checkTerms(terms, turn.at, isSetup);
    if ('wrong' in numbers) return { refusal: 'invalidTerms', detail: { field: numbers.wrong } };
    const { lotUnits, lotPrice, supplyLots, capLots, mostLots } = numbers;
    const units = BigInt(supplyLots) * BigInt(lotUnits);
    if (this.money.free(asset) < units) return { refusal: 'notFunded' };
    // Past this line nothing may fail.
    const { symbol, opensAt, closesAt, listsAt, withdrawable } = terms;
    this.#ledger.begin(turn.seq);
    this.money.fund(asset, units);
    const project = this.launches.add({
      ...{ id: turn.seq, symbol, asset, terms: JSON.stringify(terms), lotUnits, lotPrice },
      ...{ supplyLots, capLots, mostLots, opensAt, closesAt, listsAt, withdrawable },
      ...{ phase: 'announced', totalLots: 0, people: 0, lastNumber: 0, cursor: 0, looked: 0 },
      ...{ capFrom: 0, num: 0, den: 1, cut: 0, ties: 0, soldLots: 0, releases: 0 },
      ...{ releasing: false, paidOut: false, reason: '' },
      ...{ ticketLots: terms.lottery?.ticketLots ?? null, listDigest: null, signature: null },
      cutKey: null,
    });
    this.#worker.enter(project, 'announced', turn);
    return { launchId: project.id };
  }

  #cancel(
    { launchId, symbol, reason }: Parameters<LaunchRules['cancelLaunch']>[0],
    turn: Turn,
  ): Decision<'cancelLaunch'> {
    if (!isStaff(turn.actor)) return { refusal: 'notAllowed' };
    const project = this.launches.get(launchId);
    if (project?.symbol !== symbol) return { refusal: 'unknownLaunch' };
    const isReason = typeof reason === 'string' && reason.trim() !== '';
    // What the engine says of itself is said by nobody else.
    const isOwn = reason === ROUND_MISSED;
    if (!isReason || isOwn || reason.length > MAX_REASON) return { refusal: 'invalidReason' };
    if (!this.#mayCancel(project, turn.at)) return { refusal: 'tooLate' };
    // Past this line nothing may fail.
    this.#ledger.begin(turn.seq);
    this.#worker.cancel(project, reason, turn);
    return { launchId };
  }

  #subscribe(
    { launchId, quantity }: Parameters<LaunchRules['subscribeLaunch']>[0],
    turn: Turn,
  ): Decision<'subscribeLaunch'> {
    const { actor: userId, at } = turn;
    if (userId < FIRST_USER) return { refusal: 'notAllowed' };
    const project = this.launches.get(launchId);
    if (project === undefined) return { refusal: 'unknownLaunch' };
    const { phase, opensAt, closesAt, lotUnits, lotPrice, lastNumber } = project;
    const { ticketLots } = project;
    if (at < opensAt) return { refusal: 'launchNotOpen' };
    const isOpen = at < closesAt && (phase === 'announced' || phase === 'open');
    if (!isOpen) return { refusal: 'launchClosed' };
    const lots = lotsOf(quantity, lotUnits);
    if (!isWhole(lots, project)) return { refusal: 'invalidLots', detail: this.#lot(project) };
    const left = this.#leftTo(project, userId);
    if (lots > left) {
      const most = quantityText(project, left);
      return { refusal: 'aboveHardCap', detail: { most, asset: project.symbol } };
    }
    const most = Math.min(
      MAX_TOTAL_LOTS,
      ticketLots === null ? Infinity : MAX_TICKETS * ticketLots,
    );
    const isFull = lastNumber >= MAX_PEOPLE || project.totalLots > most - lots;
    if (isFull) return { refusal: 'launchFull' };
    const cost = BigInt(lots) * BigInt(lotPrice);
    if (!this.money.covers(userId, cost)) return { refusal: 'insufficientUsdt' };
    // Past this line nothing may fail.
    if (phase === 'announced') this.#worker.enter(project, 'open', turn);
    this.#ledger.begin(turn.seq);
    this.money.take(userId, cost);
    return this.#changed(this.launches.subscribe(project, userId, lots, at));
  }

  #withdraw(
    { launchId, quantity }: Parameters<LaunchRules['withdrawSubscription']>[0],
    turn: Turn,
  ): Decision<'withdrawSubscription'> {
    const { actor: userId, at } = turn;
    if (userId < FIRST_USER) return { refusal: 'notAllowed' };
    const project = this.launches.get(launchId);
    if (project === undefined) return { refusal: 'unknownLaunch' };
    if (project.phase !== 'open' || at >= project.closesAt) return { refusal: 'launchClosed' };
    if (!project.withdrawable) return { refusal: 'notWithdrawable' };
    const lots = lotsOf(quantity, project.lotUnits);
    if (!isWhole(lots, project)) return { refusal: 'invalidLots', detail: this.#lot(project) };
    const row = this.launches.of(launchId, userId);
    if (row === undefined || row.lots < lots) return { refusal: 'notSubscribed' };
    // Past this line nothing may fail.
    this.#ledger.begin(turn.seq);
    return this.#giveBack(project, row, lots);
  }

  /** Only one signature holds for a round, so whoever brings it decides nothing by it. */
  #draw(
    { launchId, round, signature }: Parameters<LaunchRules['drawLaunch']>[0],
    turn: Turn,
  ): Decision<'drawLaunch'> {
    const { actor, at } = turn;
    const isAllowed = actor >= FIRST_USER || isStaff(actor) || actor === OWNER.custody;
    if (!isAllowed) return { refusal: 'notAllowed' };
    const project = this.launches.get(launchId);
    if (project === undefined) return { refusal: 'unknownLaunch' };
    const { lottery } = this.launches.terms(project);
    const isAwaited = project.phase === 'awaiting' && project.listDigest !== null;
    if (lottery === undefined || !isAwaited) return { refusal: 'notAwaited' };
    if (round !== lottery.round) return { refusal: 'otherRound' };
    const times = timesOf(lottery);
    if (at < times.at) return { refusal: 'roundNotYet' };
    if (at >= times.until) return { refusal: 'roundMissed' };
    const isTaken = this.#worker.bring(project, lottery, signature, turn);
    return isTaken ? { value: roundValue(signature) } : { refusal: 'invalidSignature' };
  }

  /** Before the result; a lottery only while nobody can know who would win. */
  #mayCancel(project: LaunchRow, at: number): boolean {
    const { lottery } = this.launches.terms(project);
    if (lottery === undefined) return BEFORE.has(project.phase);
    return BEFORE.has(project.phase) && at < timesOf(lottery).at;
  }

  /**
   * Accounts that are taken for one have the most of one person together. Shares are by account, so
   * in a sale by shares several of them ask for no more than one person gets.
   */
  #leftTo({ id, ticketLots, capLots, mostLots }: LaunchRow, userId: number): number {
    const own = this.launches.of(id, userId)?.lots ?? 0;
    let peers = 0;
    for (const peer of this.#peersOf(userId)) peers += this.launches.of(id, peer)?.lots ?? 0;
    const most = ticketLots === null && peers > 0 ? capLots : mostLots;
    return Math.max(0, most - own - peers);
  }

  #payOut(
    { launchId, symbol, userId }: Parameters<LaunchRules['payOutLaunch']>[0],
    turn: Turn,
  ): Decision<'payOutLaunch'> {
    if (!isStaff(turn.actor)) return { refusal: 'notAllowed' };
    const project = this.launches.get(launchId);
    if (project?.symbol !== symbol) return { refusal: 'unknownLaunch' };
    if (!Number.isSafeInteger(userId) || userId < FIRST_USER) return { refusal: 'unknownUser' };
    const { phase, cursor, lastNumber, paidOut, asset } = project;
    const isEnded = phase === 'cancelled' && cursor >= lastNumber;
    if (!isEnded && phase !== 'locked' && phase !== 'listed') return { refusal: 'notYet' };
    if (paidOut) return { refusal: 'alreadyPaidOut' };
    // Past this line nothing may fail.
    const { soldLots, lotPrice, supplyLots, lotUnits } = project;
    const raised = BigInt(soldLots) * BigInt(lotPrice);
    const unsold = BigInt(supplyLots - soldLots) * BigInt(lotUnits);
    this.#ledger.begin(turn.seq);
    this.money.payOut(userId, asset, raised, unsold);
    this.launches.change(project, { paidOut: true });
    return { raised: formatDecimal(raised, SCALE), unsold: formatDecimal(unsold, SCALE) };
  }

  #giveBack(project: LaunchRow, row: SubscriptionRow, lots: number): SubscriptionView {
    this.money.refund(row.userId, BigInt(lots) * BigInt(project.lotPrice));
    this.launches.withdraw(project, row, lots);
    const isLeft = this.launches.of(project.id, row.userId) !== undefined;
    return this.#changed(isLeft ? row : { ...row, lots: 0 });
  }

  #lot(project: LaunchRow) {
    return { lot: quantityText(project, project.ticketLots ?? 1), asset: project.symbol };
  }

  #changed(row: SubscriptionRow): SubscriptionView {
    const view = this.view(row);
    this.publish({ type: 'subscriptionChanged', userId: row.userId, subscription: view });
    return view;
  }
}

/** Whole lots, and in a lottery whole tickets. */
function isWhole(lots: number | null, { ticketLots }: LaunchRow): lots is number {
  return lots !== null && (ticketLots === null || lots % ticketLots === 0);
}

function quantityText({ lotUnits }: LaunchRow, lots: number): string {
  return formatDecimal(BigInt(lots) * BigInt(lotUnits), SCALE);
}

function hasMarket(markets: Iterable<LiveMarket>, symbol: string): boolean {
  for (const { listing, stage } of markets) {
    if (listing.base === symbol && listing.quote === CASH && stage === 'open') return true;
  }
  return false;
}
