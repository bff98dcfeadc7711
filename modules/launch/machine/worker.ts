import { assert } from '@assay/core/num/integer';
import type { Fact, Turn } from '@assay/platform/engine/machine';
import type { HistoryTable } from '@assay/platform/engine/tables/history-table';
import { Allocation, allotted, type Sale } from '../rules/allocation.ts';
import { timesOf } from '../rules/lottery.ts';
import { freedUnits, releaseAt } from '../rules/terms.ts';
import type { LaunchTerms, Lottery, Phase } from '../schema/commands.ts';
import type { LaunchRow, launchMove, launchResult, SubscriptionRow } from '../store/tables.ts';
import { isSignature } from './beacon.ts';
import type { Launches } from './launches.ts';
import { Lotteries } from './lottery.ts';
import type { LaunchMoney } from './money.ts';

export interface WorkerParts {
  readonly launches: Launches;
  readonly money: LaunchMoney;
  readonly results: HistoryTable<typeof launchResult>;
  readonly moves: HistoryTable<typeof launchMove>;
  /** Whether the coin has a spot market that is open. */
  readonly isListed: (asset: number) => boolean;
  readonly publish: (fact: Fact) => void;
  /** Reports what somebody has now. */
  readonly changed: (row: SubscriptionRow) => void;
}

/** Why everybody has their money back from a lottery whose round never came. */
export const ROUND_MISSED = 'roundMissed';

/** Looking at a wish costs this part of a payment, so so many are one unit of work. */
const LOOKS = 50;
/** Places without a subscription that a pass goes by for one unit of work. */
const EMPTY = 50;

/**
 * What the clock makes due: phases, calculation, payment, releases. Each depends on the terms, the
 * subscriptions and the time of the command alone, and is cut into slices (decision 0019).
 */
export class LaunchWorker {
  readonly #parts: WorkerParts;
  readonly #calculations = new Map<number, Allocation>();
  readonly #lotteries: Lotteries;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#lotteries = new Lotteries(parts.launches);
  }

  /** Takes the calculations that were under way as far as they were. */
  loaded(): void {
    this.#calculations.clear();
    for (const project of this.#parts.launches.rows()) {
      const isShared = project.phase === 'calculating' && project.ticketLots === null;
      if (isShared) this.#calculation(project).step(project.looked);
    }
    this.#lotteries.loaded();
  }

  /** Whether work was begun that needs no clock to go on. */
  get hasWork(): boolean {
    return this.#parts.launches.rows().some((project) => this.#isWorking(project));
  }

  isDue(at: number): boolean {
    return this.#parts.launches
      .rows()
      .some((project) => this.#isWorking(project) || this.#nextPhase(project, at) !== null);
  }

  /** Does up to `most` units, project by project. */
  work(turn: Turn, most: number): number {
    let left = most;
    for (const project of this.#parts.launches.rows()) {
      while (left > 0) {
        if (this.#isWorking(project)) left -= this.#go(project, turn, left);
        else if (!this.#moveOn(project, turn)) break;
        else left -= 1;
      }
    }
    return most - left;
  }

  enter(project: LaunchRow, phase: Phase, { seq, at }: Turn): void {
    const { launches, moves, publish } = this.#parts;
    const { id: launchId, symbol } = project;
    launches.change(project, { phase, cursor: 0 });
    moves.add({ launchId, phase, seq, at });
    publish({ type: 'launchMoved', launchId, symbol, phase });
  }

  /** Begins the draw of a lottery by its round; false, and nothing, if that is not signed. */
  bring(
    project: LaunchRow,
    { publicKey, round }: Pick<Lottery, 'publicKey' | 'round'>,
    signature: string,
    turn: Turn,
  ): boolean {
    if (!isSignature(publicKey, round, signature)) return false;
    this.#parts.launches.change(project, { signature });
    this.enter(project, 'calculating', turn);
    return true;
  }

  /** The calculation is over before it ends: everybody gets back what they paid. */
  cancel(project: LaunchRow, reason: string, turn: Turn): void {
    this.#calculations.delete(project.id);
    this.#lotteries.forget(project);
    this.#parts.launches.change(project, { reason });
    this.enter(project, 'cancelled', turn);
  }

  #isWorking({ phase, cursor, lastNumber, releasing, listDigest }: LaunchRow): boolean {
    if (phase === 'awaiting') return listDigest === null;
    if (phase === 'calculating' || phase === 'result' || releasing) return true;
    return phase === 'cancelled' && cursor < lastNumber;
  }

  /** What the clock says comes next, if it is time. */
  #nextPhase(project: LaunchRow, at: number): Phase | 'release' | null {
    const { phase, opensAt, closesAt, listsAt, asset, ticketLots } = project;
    if (phase === 'announced' && at >= opensAt) return 'open';
    if (phase === 'open' && at >= closesAt) {
      return ticketLots === null ? 'calculating' : 'awaiting';
    }
    if (phase === 'awaiting') {
      const { until } = timesOf(this.#parts.launches.terms(project).lottery!);
      return at >= until ? 'cancelled' : null;
    }
    if (phase !== 'locked' && phase !== 'listed') return null;
    const next = this.#parts.launches.terms(project).releases[project.releases];
    if (next !== undefined && at >= releaseAt(closesAt, next)) return 'release';
    const isListed = phase === 'locked' && at >= listsAt && this.#parts.isListed(asset);
    return isListed ? 'listed' : null;
  }

  #moveOn(project: LaunchRow, turn: Turn): boolean {
    const next = this.#nextPhase(project, turn.at);
    if (next === null) return false;
    if (next === 'cancelled') this.cancel(project, ROUND_MISSED, turn);
    else if (next !== 'release') this.enter(project, next, turn);
    else this.#parts.launches.change(project, { releasing: true, cursor: 0 });
    return true;
  }

  /** One stretch of what was begun; returns the units that it took. */
  #go(project: LaunchRow, turn: Turn, most: number): number {
    if (project.phase === 'awaiting') return this.#freeze(project, turn, most);
    if (project.phase === 'calculating') {
      if (project.ticketLots === null) return this.#calculate(project, turn, most);
      return this.#draw(project, turn, most);
    }
    if (project.releasing) return this.#pass(project, most, (row) => this.#free(project, row));
    const done = this.#pass(project, most, (row) => this.#pay(project, row, turn));
    if (project.phase === 'result' && project.cursor >= project.lastNumber) {
      const { launches } = this.#parts;
      launches.change(project, { releases: firstReleases(launches.terms(project)) });
      this.enter(project, 'locked', turn);
    }
    return done;
  }

  /** The list of a lottery; what nobody has to draw needs no round. */
  #freeze(project: LaunchRow, turn: Turn, most: number): number {
    const done = this.#pass(project, most, (row) => this.#lotteries.add(project, row));
    if (project.cursor < project.lastNumber) return done;
    this.#lotteries.close(project);
    if (this.#lotteries.isEnough(project)) this.enter(project, 'calculating', turn);
    return done;
  }

  #draw(project: LaunchRow, turn: Turn, most: number): number {
    const { units, isDone } = this.#lotteries.draw(project, most);
    if (isDone) this.enter(project, 'result', turn);
    return units;
  }

  #calculate(project: LaunchRow, turn: Turn, most: number): number {
    const calculation = this.#calculation(project);
    const looked = calculation.step(most * LOOKS);
    this.#parts.launches.change(project, { looked: project.looked + looked });
    if (!calculation.isDone) return most;
    const { capFrom, num, den, cut, ties } = calculation.shares;
    const numbers = [capFrom, num, den, cut].map(Number);
    assert(numbers.every(Number.isSafeInteger), 'shares are exact');
    const [from = 0, above = 0, below = 0, least = 0] = numbers;
    this.#parts.launches.change(project, {
      capFrom: from,
      num: above,
      den: below,
      cut: least,
      ties,
    });
    this.#calculations.delete(project.id);
    this.enter(project, 'result', turn);
    return Math.max(1, Math.ceil(looked / LOOKS));
  }

  #calculation(project: LaunchRow): Allocation {
    const known = this.#calculations.get(project.id);
    if (known !== undefined) return known;
    const wishes = this.#parts.launches.wishes(project.id);
    const made = new Allocation(wishes, saleOf(project));
    this.#calculations.set(project.id, made);
    return made;
  }

  /** Goes on over the subscriptions by number; ends the releases that it was for. */
  #pass(project: LaunchRow, most: number, each: (row: SubscriptionRow) => void): number {
    const { launches } = this.#parts;
    let [{ cursor }, empty, done] = [project, 0, 0];
    while (cursor < project.lastNumber && done + empty / EMPTY < most) {
      cursor += 1;
      const row = launches.at(project.id, cursor);
      if (row === undefined) empty += 1;
      else {
        each(row);
        done += 1 + this.#lotteries.unitsOf(project, row);
      }
    }
    launches.change(project, { cursor });
    if (project.releasing && cursor >= project.lastNumber) {
      launches.change(project, { releasing: false, releases: project.releases + 1 });
    }
    return Math.max(1, done + Math.ceil(empty / EMPTY));
  }

  /** Allocation, refund and what is free at once: one step, so nobody is paid half. */
  #pay(project: LaunchRow, row: SubscriptionRow, { seq, at: paidAt }: Turn): void {
    const { launches, money, results, changed } = this.#parts;
    const { launchId, number, userId, lots, at, firstTicket } = row;
    const got = this.#allot(project, row);
    money.refund(userId, BigInt(lots - got) * BigInt(project.lotPrice));
    const units = BigInt(got) * BigInt(project.lotUnits);
    const terms = launches.terms(project);
    const free = freedUnits(units, terms.releases, firstReleases(terms));
    money.release(userId, project.asset, free);
    launches.change(project, { soldLots: project.soldLots + got });
    const result = { launchId, number, userId, lots, at, allotted: got, seq, paidAt };
    results.add({ ...result, firstTicket });
    launches.settle(row, got, free);
    changed(row);
    if (free === units) launches.remove(row);
  }

  #allot(project: LaunchRow, row: SubscriptionRow): number {
    const { phase, capFrom, num, den, cut, ties, ticketLots } = project;
    if (phase === 'cancelled') return 0;
    if (ticketLots !== null) return this.#lotteries.won(project, row) * ticketLots;
    const shares = { capFrom: BigInt(capFrom), num: BigInt(num), den: BigInt(den) };
    const { cap } = saleOf(project);
    const got = allotted(BigInt(row.lots), { ...shares, cut: BigInt(cut), ties }, cap, ties);
    if (got.tie) this.#parts.launches.change(project, { ties: ties - 1 });
    return Number(got.lots);
  }

  #free(project: LaunchRow, row: SubscriptionRow): void {
    const { launches, money, changed } = this.#parts;
    const { allotted: lots, userId, released } = row;
    assert(lots !== null, 'only what was allotted is released');
    const units = BigInt(lots) * BigInt(project.lotUnits);
    const freed = freedUnits(units, launches.terms(project).releases, project.releases + 1);
    money.release(userId, project.asset, freed - released);
    launches.settle(row, lots, freed);
    changed(row);
    if (freed === units) launches.remove(row);
  }
}

/** Releases that come with the result: those of day 0. */
function firstReleases({ releases }: LaunchTerms): number {
  return releases[0]?.days === 0 ? 1 : 0;
}

const saleOf = ({ supplyLots, capLots }: LaunchRow): Sale => ({
  supply: BigInt(supplyLots),
  cap: BigInt(capLots),
});
