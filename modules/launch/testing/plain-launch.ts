import { createHash } from 'node:crypto';
import { DAY } from '@assay/core/time';
import type { LaunchTerms } from '../schema/commands.ts';

interface Wish {
  readonly number: number;
  user: number | null;
  lots: number;
  got: number | null;
  freed: bigint;
}

interface Project {
  readonly terms: LaunchTerms;
  phase: string;
  next: number;
  freedOf: number;
  wishes: Wish[];
}

const LOT = 0.5;
const LOT_UNITS = 50_000_000n;
const LOT_PRICE = 100_000_000n;
const MOST_LOTS = 1_000;
/** Of the beacons: their first round, and the time between two. */
const FIRST_AT = 1_692_803_367_000;
const EVERY_MS = 3_000;

const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest('hex');
const roundAt = (round: number) => FIRST_AT + (round - 1) * EVERY_MS;

/**
 * New coins as their criteria say, without an engine: written from them, for the terms that the
 * twin publishes (half a coin a lot, 2 USDT a coin). Nothing of it is shared with the machine.
 */
export class PlainLaunch {
  /** How many lots all projects have sold. */
  sold = 0;
  /** How many lotteries were drawn. */
  drawn = 0;
  readonly #projects = new Map<number, Project>();
  readonly #money = new Map<string, bigint>();

  give(user: number | null, units: bigint, asset = 'USDT'): void {
    if (user !== null) this.#money.set(`${user} ${asset}`, this.has(user, asset) + units);
  }

  has(user: number, asset: string): bigint {
    return this.#money.get(`${user} ${asset}`) ?? 0n;
  }

  phase(id: number): string {
    return this.#projects.get(id)!.phase;
  }

  publish(id: number, terms: LaunchTerms): void {
    const project = { terms, phase: 'announced', next: 1, freedOf: 0, wishes: [] };
    this.#projects.set(id, project);
  }

  subscribeLaunch(user: number, id: number, quantity: number, now: number): string {
    const project = this.#projects.get(id)!;
    this.runTo(now);
    const { terms, phase, wishes } = project;
    if (now < terms.opensAt) return 'launchNotOpen';
    if (now >= terms.closesAt || phase === 'cancelled') return 'launchClosed';
    const lots = quantity / LOT;
    if (!isWhole(lots, terms)) return 'invalidLots';
    const own = wishes.find((wish) => wish.user === user);
    const most = terms.lottery === undefined ? MOST_LOTS : Number(terms.most) / LOT;
    if ((own?.lots ?? 0) + lots > most) return 'aboveHardCap';
    const cost = BigInt(lots) * LOT_PRICE;
    if (this.has(user, 'USDT') < cost) return 'insufficientUsdt';
    this.give(user, -cost);
    if (own === undefined) {
      wishes.push({ number: project.next, user, lots, got: null, freed: 0n });
      project.next += 1;
    } else own.lots += lots;
    return '';
  }

  withdrawSubscription(user: number, id: number, quantity: number, now: number): string {
    const project = this.#projects.get(id)!;
    this.runTo(now);
    if (project.phase !== 'open') return 'launchClosed';
    if (!project.terms.withdrawable) return 'notWithdrawable';
    if (!isWhole(quantity / LOT, project.terms)) return 'invalidLots';
    const own = project.wishes.find((wish) => wish.user === user);
    if (own === undefined || own.lots * LOT < quantity) return 'notSubscribed';
    own.lots -= quantity / LOT;
    this.give(user, BigInt(quantity / LOT) * LOT_PRICE);
    if (own.lots === 0) project.wishes = project.wishes.filter((wish) => wish !== own);
    return '';
  }

  cancel(id: number, now: number): string {
    this.runTo(now);
    const project = this.#projects.get(id)!;
    const { lottery } = project.terms;
    if (!['announced', 'open', 'awaiting'].includes(project.phase)) return 'tooLate';
    if (lottery !== undefined && now >= roundAt(lottery.round)) return 'tooLate';
    this.#end(project);
    return '';
  }

  /** `isSigned`: whether the signature is that of the round. */
  draw(id: number, round: number, signature: string, isSigned: boolean, now: number): string {
    this.runTo(now);
    const project = this.#projects.get(id)!;
    const { lottery } = project.terms;
    if (lottery === undefined || project.phase !== 'awaiting') return 'notAwaited';
    if (round !== lottery.round) return 'otherRound';
    if (now < roundAt(round)) return 'roundNotYet';
    if (!isSigned) return 'invalidSignature';
    const value = sha256(Buffer.from(signature, 'hex'));
    const tickets = project.wishes.flatMap((wish) =>
      new Array<Wish>(wish.lots / lottery.ticketLots).fill(wish),
    );
    const keyed = tickets.map((wish, i) => ({
      wish,
      key: sha256(`assay-lottery-1\n${id}\n${value}\n${i + 1}`),
    }));
    const won = keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).slice(0, winnersOf(project));
    this.#pay(
      project,
      project.wishes.map(
        (one) => won.filter(({ wish }) => wish === one).length * lottery.ticketLots,
      ),
    );
    this.drawn += 1;
    this.runTo(now);
    return '';
  }

  /** A virtual account begins again: what a closed project still owes it is lost to it. */
  reset(user: number, units: bigint, now: number): void {
    this.runTo(now);
    for (const project of this.#projects.values()) {
      const own = project.wishes.find((wish) => wish.user === user);
      if (own === undefined) continue;
      if (project.phase === 'open') {
        project.wishes = project.wishes.filter((wish) => wish !== own);
      } else own.user = null;
    }
    this.#money.set(`${user} USDT`, units);
    this.#money.set(`${user} NEW`, 0n);
  }

  runTo(now: number): void {
    for (const project of this.#projects.values()) {
      const { terms } = project;
      if (project.phase === 'announced' && now >= terms.opensAt) project.phase = 'open';
      if (project.phase === 'open' && now >= terms.closesAt) this.#close(project);
      const isAwaited = project.phase === 'awaiting' && terms.lottery !== undefined;
      if (isAwaited && now >= roundAt(terms.lottery!.round) + 7 * DAY) this.#end(project);
      if (project.phase !== 'locked') continue;
      while (project.freedOf < terms.releases.length) {
        const { days } = terms.releases[project.freedOf]!;
        if (now < terms.closesAt + days * DAY) break;
        project.freedOf += 1;
        this.#free(project);
      }
    }
  }

  /** Everybody gets back everything. */
  #end(project: Project): void {
    for (const { user, lots } of project.wishes) this.give(user, BigInt(lots) * LOT_PRICE);
    project.wishes = [];
    project.phase = 'cancelled';
  }

  #close(project: Project): void {
    const { terms, wishes } = project;
    if (terms.lottery !== undefined) {
      const { ticketLots } = terms.lottery;
      const tickets = wishes.reduce((sum, { lots }) => sum + lots / ticketLots, 0);
      if (tickets > winnersOf(project)) project.phase = 'awaiting';
      else
        this.#pay(
          project,
          wishes.map(({ lots }) => lots),
        );
      return;
    }
    const [supply, cap] = [Number(terms.supply) / LOT, Number(terms.cap) / LOT];
    const lots = shareOut(
      wishes.map((wish) => wish.lots),
      supply,
      cap,
    );
    this.#pay(project, lots);
  }

  #pay(project: Project, lots: readonly number[]): void {
    for (const [i, wish] of project.wishes.entries()) {
      wish.got = lots[i]!;
      this.sold += wish.got;
      this.give(wish.user, BigInt(wish.lots - wish.got) * LOT_PRICE);
    }
    project.phase = 'locked';
  }

  #free({ terms, wishes, freedOf }: Project): void {
    const ppm = terms.releases.slice(0, freedOf).reduce((sum, one) => sum + one.sharePpm, 0);
    for (const wish of wishes) {
      const freed = (BigInt(wish.got!) * LOT_UNITS * BigInt(ppm)) / 1_000_000n;
      this.give(wish.user, freed - wish.freed, 'NEW');
      wish.freed = freed;
    }
  }
}

function isWhole(lots: number, { lottery }: LaunchTerms): boolean {
  return lottery === undefined || lots % lottery.ticketLots === 0;
}

function winnersOf({ terms: { supply, lottery } }: Project): number {
  return Math.floor(Number(supply) / LOT / lottery!.ticketLots);
}

/** Lot by lot: whoever is furthest behind their exact share gets the next; caps first. */
function shareOut(wishes: readonly number[], supply: number, cap: number): number[] {
  const most = wishes.map((lots) => Math.min(lots, cap));
  if (most.reduce((sum, lots) => sum + lots, 0) <= supply) return most;
  // The fraction of everybody's wish, found by trying each possible set of those at the cap.
  const order = [...wishes].sort((a, b) => b - a);
  for (let capped = 0; capped < order.length; capped += 1) {
    const left = supply - capped * cap;
    const asked = order.slice(capped).reduce((sum, lots) => sum + lots, 0);
    const isRight = left >= 0 && order[capped]! * left < cap * asked;
    if (!isRight) continue;
    const border = capped === 0 ? Number.POSITIVE_INFINITY : order[capped - 1]!;
    const exact = wishes.map((lots) => (lots >= border ? cap * asked : lots * left));
    const got = exact.map((of) => Math.floor(of / asked));
    let over = supply - got.reduce((sum, lots) => sum + lots, 0);
    for (; over > 0; over -= 1) {
      const behind = exact.map((of, i) => of - got[i]! * asked);
      const most = Math.max(...behind);
      got[behind.indexOf(most)]! += 1;
    }
    return got;
  }
  throw new Error('some set is at the cap');
}
