import { OWNER } from '@assay/core/ledger/owners';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { createDice, type Dice } from '@assay/core/testing/dice';
import type { Outcome } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { createRealmMachines } from '../../apps/server/realm.ts';
import { listing } from '../../modules/cfd/testing/listings.ts';
import { SIGNATURE, TERMS, UNIT } from '../../modules/options/testing/desk.ts';

const INDEX = 'BTC-USDT';
const START = 1_763_640_000_000;
const FIRST_USER = 1_000;
const PEOPLE = 5;
const ROUNDS = 4;

/** What one path came to. */
export interface Path {
  readonly seed: number;
  /** What the house could not pay at once although the price moved by no more than is published. */
  readonly short: readonly string[];
  readonly options: number;
  readonly contracts: number;
  readonly refused: number;
  /** Moves beyond the published one after which something was owed. */
  readonly owed: number;
}

/**
 * A house with little money, a crowd that is all on one side and buys whatever the house still
 * sells, and a price that gaps in the crowd's favour: each round they buy, then the price goes
 * by as much as the terms publish, and what is due must be paid at once.
 */
export function path(seed: number): Path {
  const dice = createDice(seed);
  const house = new House(dice);
  for (let round = 0; round < ROUNDS; round += 1) house.round(dice);
  return { seed, ...house };
}

class House {
  readonly short: string[] = [];
  options = 0;
  contracts = 0;
  refused = 0;
  owed = 0;
  readonly #machines = createRealmMachines('demo');
  readonly #sequencer = new Sequencer(this.#machines);
  readonly #isUp: boolean;
  readonly #stressPpm: number;
  #price = 100 * UNIT;
  #at = START;
  #n = 0;

  constructor(dice: Dice) {
    this.#isUp = dice.int(0, 1) === 0;
    this.#stressPpm = dice.pick([10_000, 50_000, 200_000]);
    const capital = { asset: 'USDT', amount: dice.pick(['30', '1000', '40000']) };
    const terms = { stressPpm: this.#stressPpm, maxNetLots: '1000', calmPpm: 20_000 };
    this.#must(OWNER.setup, 'listAsset', { symbol: 'USDT', name: 'Tether' });
    this.#must(OWNER.setup, 'listCfd', listing({ ...terms, spread: '0.02' }));
    this.#must(OWNER.setup, 'listOptionMarket', TERMS);
    for (const owner of [OWNER.cfd, OWNER.optionsEscrow]) {
      this.#must(OWNER.setup, 'fundHouse', { owner, ...capital });
    }
    for (let user = FIRST_USER; user < FIRST_USER + PEOPLE; user += 1) {
      const amount = '20000';
      const grants = [{ asset: 'USDT', amount }];
      this.#must(user, 'openVirtualAccount', { userId: user, grants });
      const moved = { asset: 'USDT', from: 'currency', to: 'contract', amount };
      this.#must(user, 'transferFunds', moved);
    }
    this.#tick();
  }

  round(dice: Dice): void {
    for (let user = FIRST_USER; user < FIRST_USER + PEOPLE; user += 1) {
      this.#order(dice, user);
      this.#buy(dice, user);
    }
    this.#tick();
    // Everybody takes at the next tick what it gives.
    for (let user = FIRST_USER; user < FIRST_USER + PEOPLE; user += 1) {
      this.#send(user, 'closeCfdPositions', {});
    }
    const before = this.#owes();
    // As far as is published, or, now and then, much further.
    const isWild = dice.int(0, 5) === 0;
    const most = isWild ? 600_000 : this.#stressPpm;
    this.#move(dice.int(most / 2, most));
    this.#tick();
    const now = this.#owes();
    if (now > before && isWild) this.owed += 1;
    else if (now > before) this.short.push(`${now - before} is owed after ${most} millionths`);
    this.#expire(dice);
    this.#sequencer.audit();
  }

  #order(dice: Dice, user: number): void {
    const body = {
      ...{ contract: 'BTCUSDT-CFD', side: this.#isUp ? 'buy' : 'sell', kind: 'market' },
      ...{ lots: dice.pick(['0.5', '3', '20', '90']), leverage: 20, policyLeverage: 20 },
    };
    this.#count(this.#send(user, 'placeCfdOrder', body), 'contracts');
  }

  #buy(dice: Dice, user: number): void {
    const { markets } = this.#machines.options;
    const quote = markets.quote(markets.get(TERMS.market)!, {
      ...{ realm: 'demo', direction: this.#isUp ? 'up' : 'down', termMs: 30_000 },
      ...{ stake: dice.pick([UNIT, 50 * UNIT, 900 * UNIT]), spotN: this.#n, spot: this.#price },
      issuedAt: this.#at,
    });
    const body = { quote, signature: SIGNATURE, slippagePpm: null, policy: 'practice' };
    this.#count(this.#send(user, 'buyOption', body), 'options');
  }

  /** The crowd was right: each option is paid out of its escrow. */
  #expire(dice: Dice): void {
    for (let n = 0; n < 33; n += 1) {
      if (n % 8 === 0) this.#move(dice.int(0, 2_000));
      this.#tick();
    }
    const left = this.#machines.options.open.rows().length;
    if (left > 0) this.short.push(`${left} options were not settled`);
  }

  #move(ppm: number): void {
    const change = Math.floor((this.#price / 1_000_000) * ppm);
    this.#price += this.#isUp ? change : -change;
    // A price that falls for ever begins again; so does one that left every terms behind.
    if (this.#price < UNIT || this.#price > 100_000 * UNIT) this.#price = 100 * UNIT;
  }

  #tick(): void {
    this.#n += 1;
    this.#at += 1_000;
    const prices = [{ index: INDEX, price: formatSafe(this.#price, SCALE), n: this.#n }];
    this.#must(OWNER.feeds, 'recordPrices', { prices });
    const { open, ticks } = this.#machines.options;
    if (open.isFollowed(INDEX) && ticks.last(INDEX).n < this.#n) {
      const tick = { n: this.#n, at: this.#at, price: `${this.#price}` };
      const body = { index: INDEX, ticks: [tick], head: 'ab'.repeat(32), silentUntil: 0 };
      this.#must(OWNER.feeds, 'followTicks', body);
    }
    for (;;) {
      const next = this.#sequencer.followUp();
      if (next === null) break;
      this.#must(next.actor, next.type, next.body);
    }
    this.#sequencer.forget();
  }

  #owes(): bigint {
    const { accounts } = this.#machines.cfd.state.tables;
    return accounts.rows().reduce((sum, { owed }) => sum + owed, 0n);
  }

  #count({ refusal }: Outcome, what: 'options' | 'contracts'): void {
    if (refusal === undefined) this[what] += 1;
    else this.refused += 1;
  }

  #send(actor: number, type: string, body: object): Outcome {
    this.#at += 1;
    return this.#sequencer.decide(type, actor, body, this.#at);
  }

  #must(actor: number, type: string, body: object): void {
    const { refusal } = this.#sequencer.decide(type, actor, body, this.#at);
    if (refusal !== undefined) throw new Error(`${type} was refused: ${refusal}`);
  }
}
