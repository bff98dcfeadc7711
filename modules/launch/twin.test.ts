import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { DAY, HOUR, MINUTE } from '@assay/core/time';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import type { LaunchTerms } from './schema/index.ts';
import { PlainLaunch } from './testing/plain-launch.ts';
import { lotteryAt, practiceRound, STAFF, termsAt } from './testing/sale.ts';

/** The test run takes little of it; `LAUNCH_TWIN=5000` is the long command. */
const COMMANDS = Number(process.env.LAUNCH_TWIN ?? 250);
const UNIT = 100_000_000n;
const WAITS = [1_000, MINUTE, MINUTE, 10 * MINUTE, HOUR, DAY];
/** While somebody can subscribe, or a round is waited for. */
const SHORT_WAITS = [1_000, MINUTE, 10 * MINUTE, 10 * MINUTE];

/** One random course of commands, sent to the engine and to the plain model. */
class Course {
  readonly users: number[] = [];
  readonly plain = new PlainLaunch();
  readonly #ids: number[] = [];
  /** Of lotteries: the round that each waits for. */
  readonly #rounds = new Map<number, number>();
  readonly #realm: TestRealm;
  readonly #dice: Dice;

  constructor(realm: TestRealm, dice: Dice) {
    this.#realm = realm;
    this.#dice = dice;
  }

  async begin(): Promise<void> {
    const { must } = this.#realm;
    await must(OWNER.setup, 'listAsset', { symbol: 'NEW', name: 'New' });
    const funds = { owner: OWNER.launch, asset: 'NEW', amount: '1000000' };
    await must(OWNER.setup, 'fundHouse', funds);
    for (let i = 0; i < 8; i += 1) {
      const user = await this.#realm.newUser({ USDT: '5000' });
      this.users.push(user);
      this.plain.give(user, 5_000n * UNIT);
    }
  }

  async step(): Promise<void> {
    const way = this.#dice.int(0, 99);
    if (way < 4 || !this.#is('announced', 'open')) await this.#publish();
    else if (way < 50) await this.#ask('subscribeLaunch');
    else if (way < 62) await this.#ask('withdrawSubscription');
    else if (way < 63) await this.#cancel();
    else if (way < 65) await this.#end();
    else if (way < 68) await this.#realm.restart();
    else if (way < 76) await this.#draw();
    else {
      const isMissed = this.#is('awaiting') && this.#dice.int(0, 5) === 0;
      const waits = this.#is('open', 'awaiting') && this.#dice.int(0, 5) > 0 ? SHORT_WAITS : WAITS;
      this.#realm.clock.advance(isMissed ? 7 * DAY : this.#dice.pick(waits));
      await this.#realm.send(OWNER.custody, 'stepLaunches', {});
      // A server that dies between two slices.
      if (this.#dice.int(0, 9) === 0) await this.#realm.restart();
    }
    await this.#settle();
  }

  compare(): void {
    const { launch, ledger, markets } = this.#realm.machines;
    this.plain.runTo(this.#realm.clock.now());
    for (const user of this.users) {
      for (const asset of ['USDT', 'NEW'] as const) {
        const id = accountId(user, WALLET.currency, markets.assetId(asset)!);
        const there = ledger.ledger.available(ledger.ledger.find(id));
        expect(`${user} ${asset} ${there}`).toBe(`${user} ${asset} ${this.plain.has(user, asset)}`);
      }
    }
    for (const id of this.#ids) {
      expect(`${id} ${launch.launches.get(id)?.phase}`).toBe(`${id} ${this.plain.phase(id)}`);
    }
    this.#realm.audit();
  }

  /** Whether some project is there. */
  #is(...phases: readonly string[]): boolean {
    return this.#ids.some((id) => phases.includes(this.plain.phase(id)));
  }

  async #settle(): Promise<void> {
    const { clock } = this.#realm;
    while (this.#realm.machines.launch.isDue(clock.now())) {
      await this.#realm.send(OWNER.custody, 'stepLaunches', {});
    }
  }

  async #publish(): Promise<void> {
    const now = this.#realm.clock.now();
    const opensAt = now + this.#dice.pick([0, 10 * MINUTE]);
    const times = {
      ...{ opensAt, closesAt: opensAt + this.#dice.pick([30 * MINUTE, HOUR]) },
      listsAt: opensAt + 2 * HOUR,
    };
    if (this.#dice.int(0, 1) === 0) {
      const winners = this.#dice.pick([1, 2, 4]);
      const terms = lotteryAt(now, { ...times, winners, mostTickets: this.#dice.pick([2, 5]) });
      await this.#list(OWNER.setup, 'listLaunch', terms);
      return;
    }
    const terms = termsAt(now, {
      ...times,
      ...this.#dice.pick([
        { supply: '700' },
        { supply: '90', cap: '40' },
        { supply: '60.5', cap: '60.5' },
      ]),
      withdrawable: this.#dice.int(0, 3) > 0,
    });
    await this.#list(STAFF, 'publishLaunch', terms);
  }

  async #list(
    actor: number,
    type: 'listLaunch' | 'publishLaunch',
    terms: LaunchTerms,
  ): Promise<void> {
    const { launchId } = (await this.#realm.must(actor, type, terms)) as { launchId: number };
    if (terms.lottery !== undefined) this.#rounds.set(launchId, terms.lottery.round);
    this.#ids.push(launchId);
    this.plain.publish(launchId, terms);
  }

  async #ask(type: 'subscribeLaunch' | 'withdrawSubscription'): Promise<void> {
    const user = this.#dice.pick(this.users);
    const launchId = this.#dice.pick(this.#ids.slice(this.#dice.int(0, 4) === 0 ? -4 : -1));
    const isTicket = this.#rounds.has(launchId) && this.#dice.int(0, 4) > 0;
    const quantity = isTicket ? `${this.#dice.int(1, 4) * 10}` : `${this.#dice.int(1, 240) / 2}`;
    const now = this.#realm.clock.now();
    const reply = await this.#realm.send(user, type, { launchId, quantity });
    const plain = this.plain[type](user, launchId, Number(quantity), now);
    expect(`${type} ${reply.ok ? '' : reply.refusal}`).toBe(`${type} ${plain}`);
  }

  /** By anybody, and now and then with another round's signature. */
  async #draw(): Promise<void> {
    const awaiting = this.#ids.filter((id) => this.plain.phase(id) === 'awaiting');
    const launchId = this.#dice.pick(awaiting.length > 0 ? awaiting : this.#ids);
    const round = (this.#rounds.get(launchId) ?? 7) + this.#dice.pick([0, 0, 0, 1]);
    const isSigned = this.#dice.int(0, 3) > 0;
    const signature = practiceRound(isSigned ? round : round + 1);
    const actor = this.#dice.pick([STAFF, ...this.users]);
    const reply = await this.#realm.send(actor, 'drawLaunch', { launchId, round, signature });
    const now = this.#realm.clock.now();
    const plain = this.plain.draw(launchId, round, signature, isSigned, now);
    expect(reply.ok ? '' : reply.refusal).toBe(plain);
    // The server may die before, in or after the draw.
    if (reply.ok && this.#dice.int(0, 2) === 0) await this.#realm.restart();
  }

  async #cancel(): Promise<void> {
    const body = { launchId: this.#dice.pick(this.#ids), symbol: 'NEW', reason: 'A test.' };
    const reply = await this.#realm.send(STAFF, 'cancelLaunch', body);
    const plain = this.plain.cancel(body.launchId, this.#realm.clock.now());
    expect(reply.ok ? '' : reply.refusal).toBe(plain);
  }

  async #end(): Promise<void> {
    const userId = this.#dice.pick(this.users);
    const grants = [{ asset: 'USDT', amount: '5000' }];
    await this.#realm.must(OWNER.setup, 'resetVirtualAccount', { userId, grants });
    this.plain.reset(userId, 5_000n * UNIT, this.#realm.clock.now());
  }
}

describe('new coins beside the plain model', () => {
  const realms: TestRealm[] = [];
  afterAll(async () => {
    for (const realm of realms) await realm.stop();
  });

  it.each([
    [1, 3],
    [2, 500],
  ])(
    'LNCH-030 seed %i agrees after every command, in slices of %i, over restarts',
    async (seed, slice) => {
      const bounds = { fills: 100, slice, openOrders: 100 };
      const realm = await startTestRealm({ house: {}, bounds });
      realms.push(realm);
      const course = new Course(realm, createDice(seed));
      await course.begin();
      for (let i = 0; i < COMMANDS; i += 1) {
        await course.step();
        course.compare();
      }
      expect(course.plain.sold).toBeGreaterThan(0);
      expect(course.plain.drawn).toBeGreaterThan(0);
    },
    600_000,
  );
});
