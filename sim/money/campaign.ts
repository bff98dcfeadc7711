import { randomBytes } from 'node:crypto';
import type { Dice } from '@assay/core/testing/dice';
import { pause } from '../kill9/child.ts';
import { compare, type Totals } from './compare.ts';
import { House } from './house.ts';
import { Person } from './person.ts';
import { type Kill, MOMENTS, STEPS, Traps, whereOf } from './traps.ts';

/** Where nobody has come to a step by then, another one is tried; a busy machine takes its time. */
const STEP_MS = 60_000;
const TRIES = 5;
const RELEASE_MS = 500;
const END_MS = 1_200_000;

export interface Report {
  readonly kills: number;
  /** Where processes were killed, and how often. */
  readonly at: Record<string, number>;
  readonly totals: Totals;
  readonly findings: readonly string[];
}

/** Who asks for money during a campaign, and how often. */
export interface Crowd {
  readonly people: number;
  readonly everyMs: number;
  /** Test money that each begins with: at most as often as a day allows. */
  readonly gifts: number;
  /** Withdrawals on their way at which nobody asks for another one. */
  readonly mostOpen: number;
}

const CROWD: Crowd = { people: 4, everyMs: 100, gifts: 5, mostOpen: 1_000 };

/** Deposits and withdrawals that go on while parts of the house are killed. */
export class Load {
  readonly acknowledged = new Set<number>();
  readonly faults: string[] = [];
  readonly #house: House;
  readonly #dice: Dice;
  readonly #crowd: Crowd;
  readonly #people: Person[] = [];
  #chainId = 0;
  #isOver = false;
  #running: Promise<void>[] = [];

  constructor(house: House, dice: Dice, crowd: Crowd) {
    this.#house = house;
    this.#dice = dice;
    this.#crowd = crowd;
  }

  async begin(): Promise<void> {
    const chains = await this.#house.rows<{ id: string }>(
      'select chain_id::text as id from deposit_chain where is_test',
    );
    this.#chainId = Number(chains[0]?.id);
    const { people, everyMs, gifts } = this.#crowd;
    for (let at = 0; at < people; at += 1) {
      const person = new Person(this.#house, `person-${at}`);
      await person.comeIn(this.#chainId);
      this.#people.push(person);
    }
    for (const person of this.#people)
      for (let times = 0; times < gifts; times += 1)
        await person.post('askTestMoney', { chainId: this.#chainId });
    this.faults.push(...(await settled(this.#house)));
    this.#running = [
      ...this.#people.map((person) => this.#repeat(everyMs, () => this.#act(person))),
      this.#repeat(RELEASE_MS, () => this.#release()),
    ];
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #act(person: Person): Promise<void> {
    const dice = this.#dice;
    const [open] = await this.#house.rows<{ count: number }>(
      'select count(*)::int from real.withdrawal',
    );
    if (open!.count >= this.#crowd.mostOpen) return;
    if (dice.int(0, 3) === 0) {
      await this.#house.rows('delete from test_money');
      await person.post('askTestMoney', { chainId: this.#chainId });
      return;
    }
    const amount = `${dice.int(100, 180)}.${String(dice.int(0, 999_999)).padStart(6, '0')}`;
    const to = `0x${randomBytes(20).toString('hex')}`;
    if (dice.int(0, 3) === 0) {
      const parts = await person.leave(String(dice.int(300, 500)), this.#chainId, to);
      for (const id of parts) this.acknowledged.add(id);
      return;
    }
    const id = await person.withdraw(amount, this.#chainId, to);
    if (id === null) return;
    this.acknowledged.add(id);
    if (dice.int(0, 7) === 0) await person.post('cancelWithdrawal', { withdrawalId: id });
  }

  /** What waits for a time or for people is let go, as both would in the end. */
  async #release(): Promise<void> {
    await this.#house.rows(
      `update withdrawal_hold set ended_as = 'released', ended_at = placed_at where ended_as = ''`,
    );
  }

  async #repeat(everyMs: number, act: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await act().catch((error: unknown) => this.faults.push(String(error)));
      await pause(everyMs);
    }
  }
}

/** What a campaign does beside killing so often, each part at the steps that are its own. */
interface Course {
  readonly troubles?: boolean;
  readonly crowd?: Crowd;
  /** These kills, in this order. */
  readonly plan?: readonly Kill[];
}

/** Kills server, watcher and signer at the steps of money; then compares. */
export async function killMoney(
  cycles: number,
  dice: Dice,
  { troubles = false, crowd = CROWD, plan }: Course = {},
): Promise<Report> {
  const house = await House.open();
  const at: Record<string, number> = {};
  try {
    const traps = await Traps.set(house);
    const load = new Load(house, dice, crowd);
    await load.begin();
    let kills = 0;
    for (let tries = 0; kills < cycles && tries < TRIES * cycles; tries += 1) {
      if (troubles && dice.int(0, 3) === 0) await trouble(house, dice, at);
      const next = plan?.[kills] ?? chosen(dice, at, tries);
      if (!(await traps.kill(next, STEP_MS))) continue;
      kills += 1;
      const where = whereOf(next);
      at[where] = (at[where] ?? 0) + 1;
      console.error(`${kills}: ${where}`);
      if (next.victim === 'server') await house.start();
    }
    await load.end();
    await traps.stop();
    const findings = kills < cycles ? [`only ${kills} kills`] : [];
    findings.push(...(await settled(house)), ...load.faults.slice(0, 3));
    const { findings: more, totals } = await compare(house, load.acknowledged);
    return { kills, at, totals, findings: [...findings, ...more] };
  } finally {
    await house.close();
  }
}

const OWN_STEPS: readonly Kill[] = STEPS.flatMap((step) =>
  MOMENTS.map((moment) => ({ step, moment, victim: step.part })),
);

/** Those that were not yet, in a random order, and then any. */
function chosen(dice: Dice, at: Readonly<Record<string, number>>, tries: number): Kill {
  const left = OWN_STEPS.filter((kill) => !at[whereOf(kill)]);
  return dice.pick(left.length > 0 && tries % 2 === 0 ? left : OWN_STEPS);
}

/** The node dies, or it or the signer hangs for longer than anybody waits for an answer. */
async function trouble(house: House, dice: Dice, at: Record<string, number>): Promise<void> {
  const what = dice.pick(['the node dies', 'the node hangs', 'the signer hangs']);
  at[what] = (at[what] ?? 0) + 1;
  if (what === 'the node dies') await house.kill('node');
  else await house.freeze(what === 'the node hangs' ? 'node' : 'signer', dice.int(3_000, 20_000));
}

/** Waits until nothing is on its way; what still is at the end is a finding. */
export async function settled(house: House): Promise<string[]> {
  const deadline = Date.now() + END_MS;
  for (;;) {
    await house.rows(
      `update withdrawal_hold set ended_as = 'released', ended_at = placed_at
       where ended_as <> 'released'`,
    );
    const [left] = await house.rows<{ deposits: number; open: number }>(
      `select (select count(*)::int from deposit where state in ('confirming', 'crediting')) as deposits,
         (select count(*)::int from real.withdrawal) as open`,
    );
    if (left!.deposits + left!.open === 0) return [];
    if (house.lastWords !== null) return [`the server ended by itself: ${house.lastWords}`];
    if (Date.now() > deadline) return [`on its way for good: ${JSON.stringify(left)}`];
    await pause(300);
  }
}
