import { createHash, type Hash } from 'node:crypto';
import { assert } from '@assay/core/num/integer';
import { type Cut, Draw, wins } from '../rules/draw.ts';
import { winnersOf } from '../rules/lottery.ts';
import type { LaunchRow, ResultRow, SubscriptionRow } from '../store/tables.ts';
import { roundValue, ticketKey } from './beacon.ts';
import type { Launches } from './launches.ts';

/** A list of tickets on its way to its digest. */
interface TicketList {
  readonly hash: Hash;
  /** How many tickets it has so far. */
  tickets: number;
  rows: number;
}

/** Looking at a ticket takes a hash: this part of a payment, so so many are one unit of work. */
const LOOKS = 10;

/**
 * The draw of a lottery (decision 0122): the list of tickets and its digest at the close, then,
 * once the round is there, the keys that win. Neither is stored on its way; a restart repeats both.
 */
export class Lotteries {
  readonly #launches: Launches;
  readonly #lists = new Map<number, TicketList>();
  readonly #draws = new Map<number, Draw>();

  constructor(launches: Launches) {
    this.#launches = launches;
  }

  /** Takes what was under way as far as it was. */
  loaded(): void {
    this.#lists.clear();
    this.#draws.clear();
    for (const project of this.#launches.rows()) {
      if (project.ticketLots === null) continue;
      if (project.phase === 'awaiting' && project.listDigest === null) {
        const list = this.#list(project);
        for (let number = 1; number <= project.cursor; number += 1) {
          const row = this.#launches.at(project.id, number);
          if (row !== undefined) addTo(list, row, project);
        }
      } else if (project.phase === 'calculating') this.#draw(project).step(project.looked);
    }
  }

  /** The next of the list: its tickets get their numbers. */
  add(project: LaunchRow, row: SubscriptionRow): void {
    this.#launches.numberTickets(row, addTo(this.#list(project), row, project));
  }

  /** The list is whole, and its digest is public. */
  close(project: LaunchRow): void {
    const { hash, tickets } = this.#list(project);
    assert(tickets === ticketsOf(project, project.totalLots), 'the list has all tickets');
    this.#launches.change(project, { listDigest: hash.digest('hex') });
    this.#lists.delete(project.id);
  }

  /** Whether all tickets win, so that nothing is to be drawn. */
  isEnough(project: LaunchRow): boolean {
    return ticketsOf(project, project.totalLots) <= winners(project);
  }

  /** One stretch of a draw; returns the units that it took, and whether it is over. */
  draw(project: LaunchRow, most: number): { readonly units: number; readonly isDone: boolean } {
    const draw = this.#draw(project);
    const looked = draw.step(most * LOOKS);
    this.#launches.change(project, { looked: project.looked + looked });
    if (!draw.isDone) return { units: most, isDone: false };
    const { key: cutKey, ties } = draw.cut;
    this.#launches.change(project, { cutKey, ties });
    this.#draws.delete(project.id);
    return { units: Math.max(1, Math.ceil(looked / LOOKS)), isDone: true };
  }

  /** How many tickets of a subscription win; takes the ties that it needs. */
  won(project: LaunchRow, row: SubscriptionRow): number {
    let [count, { ties }] = [0, project];
    for (const key of keysOf(project, row)) {
      const { won, tie } = wins(key, cutOf(project), ties);
      if (won) count += 1;
      if (tie) ties -= 1;
    }
    if (ties !== project.ties) this.#launches.change(project, { ties });
    return count;
  }

  /** What looking at somebody's tickets takes beside a payment: when they are drawn, and shown. */
  unitsOf({ ticketLots }: LaunchRow, { lots }: SubscriptionRow): number {
    return ticketLots === null ? 0 : Math.ceil((2 * lots) / ticketLots / LOOKS);
  }

  forget({ id }: LaunchRow): void {
    this.#lists.delete(id);
    this.#draws.delete(id);
  }

  #list({ id }: LaunchRow): TicketList {
    const known = this.#lists.get(id) ?? { hash: createHash('sha256'), tickets: 0, rows: 0 };
    this.#lists.set(id, known);
    return known;
  }

  #draw(project: LaunchRow): Draw {
    const { id, totalLots } = project;
    const known = this.#draws.get(id);
    if (known !== undefined) return known;
    const { length, at } = this.#launches.wishes(id);
    const tickets = { length, at: (place: number) => ticketsOf(project, at(place) ?? 0) };
    const value = roundValueOf(project);
    const of = { winners: winners(project), total: ticketsOf(project, totalLots) };
    const made = new Draw(tickets, of, (number) => ticketKey(id, value, number));
    this.#draws.set(id, made);
    return made;
  }
}

/** The numbers of the tickets of somebody that won; none before they were paid. */
export function wonTickets(project: LaunchRow, row: SubscriptionRow | ResultRow): number[] {
  const { allotted, firstTicket } = row;
  if (allotted === null || allotted === 0 || firstTicket === null) return [];
  const all = keysOf(project, row).map((key, i) => ({ key, number: firstTicket + i }));
  const won = all.filter(({ key }) => key <= cutOf(project).key);
  return won.slice(0, ticketsOf(project, allotted)).map(({ number }) => number);
}

/** The value of the round; '' where nothing had to be drawn. */
export function roundValueOf({ signature }: LaunchRow): string {
  return signature === null ? '' : roundValue(signature);
}

export function ticketsOf({ ticketLots }: Pick<LaunchRow, 'ticketLots'>, lots: number): number {
  assert(ticketLots !== null, 'a lottery has tickets');
  return lots / ticketLots;
}

const winners = ({ supplyLots, ticketLots }: LaunchRow) => winnersOf(supplyLots, ticketLots!);

const cutOf = ({ cutKey, ties }: LaunchRow): Cut => ({ key: cutKey!, ties });

function keysOf(project: LaunchRow, { lots, firstTicket }: SubscriptionRow | ResultRow): string[] {
  assert(firstTicket !== null, 'the tickets of a closed list have numbers');
  const value = roundValueOf(project);
  return Array.from({ length: ticketsOf(project, lots) }, (_, i) =>
    ticketKey(project.id, value, firstTicket + i),
  );
}

/** A line of the list: number and tickets. Returns the number of the first ticket. */
function addTo(list: TicketList, { number, lots }: SubscriptionRow, project: LaunchRow): number {
  const first = list.tickets + 1;
  const count = ticketsOf(project, lots);
  list.hash.update(`${list.rows === 0 ? '' : '\n'}${number} ${count}`);
  list.tickets += count;
  list.rows += 1;
  return first;
}
