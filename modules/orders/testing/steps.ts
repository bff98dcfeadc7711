import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal } from '@assay/core/num/decimal';
import type { Dice } from '@assay/core/testing/dice';
import { DAY } from '@assay/core/time';
import { indexOf, type Order, PPM, type World } from './reference/state.ts';
import { grantsOf, type Sent, type Subject, type SubjectMarket } from './subject.ts';

/**
 * A command before its world is known: choices are shares from 0 to 1, so that a step remains
 * meaningful when steps before it are left out, which is how a failure is made small.
 */
export interface Step {
  readonly kind: string;
  readonly user: number;
  readonly market: number;
  readonly shares: readonly number[];
  /** Milliseconds since the step before. */
  readonly pause: number;
}

const KINDS: readonly (readonly [string, number])[] = [
  ['place', 500],
  ['oco', 80],
  ['oto', 90],
  ['amend', 130],
  ['cancel', 90],
  ['prices', 120],
  ['strange', 50],
  ['cancelAll', 12],
  ['halt', 16],
  ['tier', 10],
  ['reset', 10],
  ['fund', 4],
  ['fees', 6],
  ['limits', 6],
  ['stale', 20],
];
/** Where bounds are small, stops are left for commands of their own. */
const FIRE = ['fire', 60] as const;

export function makeSteps(
  { markets, own = [], bounds }: Subject,
  dice: Dice,
  count: number,
  users: readonly number[],
): Step[] {
  const kinds = [...KINDS, ...own.map(({ type, weight }) => [type, weight] as const)];
  if (bounds !== undefined) kinds.push(FIRE);
  const total = kinds.reduce((sum, [, weight]) => sum + weight, 0);
  return Array.from({ length: count }, () => {
    let at = dice.int(0, total - 1);
    const kind = kinds.find(([, weight]) => {
      at -= weight;
      return at < 0;
    });
    return {
      kind: kind?.[0] ?? 'place',
      user: dice.pick(users),
      market: dice.int(0, markets.length - 1),
      shares: Array.from({ length: 14 }, () => dice.next()),
      // Now and then so long that an index price grows too old to count.
      pause: dice.int(0, 11) === 0 ? dice.int(0, 15_000) : dice.int(0, 20),
    };
  });
}

/** Makes commands out of steps, looking at the model for what is there. */
export class CommandMaker {
  now: number;
  readonly #subject: Subject;
  readonly #markets: readonly SubjectMarket[];
  readonly #centers: number[];
  readonly #ticks = new Map<string, number>();

  constructor(subject: Subject, now: number) {
    this.#subject = subject;
    this.#markets = subject.markets;
    this.#centers = subject.markets.map(({ start }) => start);
    this.now = now;
  }

  command(step: Step, world: World): Sent {
    this.now += step.pause;
    const share = shares(step);
    const as = (type: string, body: Sent['body'], actor = step.user): Sent => ({
      type,
      actor,
      body,
      now: this.now,
    });
    const market = this.#markets[step.market]?.symbol as string;
    switch (step.kind) {
      case 'place':
        return as('placeOrder', this.#order(step, world, share));
      case 'oco':
        return as('placeOco', this.#oco(step, world, share));
      case 'oto':
        return as('placeOto', this.#oto(step, world, share));
      case 'strange':
        return as('placeOrder', strange(this.#order(step, world, share), share));
      case 'cancel':
        return as('cancelOrder', nameOf(world, step.user, share));
      case 'amend':
        return as('amendOrder', this.#amendment(step, world, share));
      case 'cancelAll':
        return as('cancelAllOrders', this.#scope(market, share));
      case 'halt': {
        const halted = [...world.markets.values()].find((one) => one.halted);
        if (halted === undefined)
          return as('setMarketStatus', { market, status: 'halted' }, OWNER.setup);
        return as('setMarketStatus', { market: halted.symbol, status: 'trading' }, OWNER.setup);
      }
      case 'tier': {
        const [makerPpm, takerPpm] = [Math.floor(share() * 3000), Math.floor(share() * 3000)];
        const cut = { day: Math.floor(this.now / DAY), tier: 1, volume: '1' };
        const why = share() < 0.3 ? {} : { cut }; // builds before had no cuts
        return as('setFeeTier', { userId: step.user, makerPpm, takerPpm, ...why }, OWNER.setup);
      }
      case 'reset':
        // An account that has ended takes part again once it is reset.
        if (share() < 0.2) return as('endVirtualAccount', { userId: step.user }, OWNER.setup);
        return as('resetVirtualAccount', {
          userId: step.user,
          grants: grantsOf(this.#subject.funds),
        });
      case 'fund': {
        const asset = share() < 0.5 ? 'USDT' : 'BTC';
        return as('fundHouse', { owner: OWNER.marketMaker, asset, amount: '0.7' }, OWNER.setup);
      }
      case 'fees': {
        const [makerFeePpm, takerFeePpm] = [Math.floor(share() * 2000), Math.floor(share() * 4000)];
        return as('setMarketFees', { market, makerFeePpm, takerFeePpm }, OWNER.setup);
      }
      case 'limits':
        return as('setMarketLimits', limits(this.#markets[step.market], share), OWNER.setup);
      case 'fire':
        return as('fireStops', { market }, share() < 0.9 ? OWNER.engine : step.user);
      case 'stale':
        return as('withdrawStaleQuotes', share() < 0.5 ? {} : { olderThanMs: 2_500 }, OWNER.feeds);
      case 'prices':
        return as('recordPrices', { prices: this.#prices(step, share) }, OWNER.feeds);
      default:
        return { ...this.#own(step, share), now: this.now };
    }
  }

  #scope(market: string, share: () => number): Sent['body'] {
    const way = share();
    if (way < 0.6) return { market };
    if (way > 0.8) return {};
    const listing = this.#markets[Math.floor(share() * this.#markets.length)];
    return { product: way < 0.62 ? 'nothing' : (listing?.product ?? 'spot') };
  }

  #own({ kind, user }: Step, share: () => number): Omit<Sent, 'now'> {
    const command = this.#subject.own?.find(({ type }) => type === kind);
    if (command === undefined) throw new Error(`no module makes ${kind}`);
    return { type: kind, ...command.make(share, user) };
  }

  /** Two markets' prices; now and then one that is too old to count. */
  #prices(step: Step, share: () => number) {
    const chosen = [
      step.market,
      (step.market + 1 + Math.floor(share() * 3)) % this.#markets.length,
    ];
    const prices = chosen.map((at) => {
      const { base, quote, start } = this.#markets[at] as SubjectMarket;
      const index = `${base}-${quote}`;
      const jump = share() < 0.1 ? 0.06 : 0.004;
      const center = (this.#centers[at] as number) * (1 + (share() - 0.5) * jump);
      this.#centers[at] = Math.min(Math.max(center, start * 0.6), start * 1.6);
      const known = this.#ticks.get(index) ?? 0;
      const n = share() < 0.05 ? Math.max(1, known) : known + 1;
      this.#ticks.set(index, n);
      return { index, price: decimalText(center, 8), n };
    });
    // Two markets may follow one index, which has one price in a command.
    return prices.filter(({ index }, at) => at === 0 || index !== prices[0]?.index);
  }

  /** A price on a coarse grid around the center, so that orders meet and share levels. */
  #price(at: number, share: () => number, width: number): string {
    const tick = Number(this.#markets[at]?.tickSize);
    const center = this.#centers[at] as number;
    const steps = Math.round((share() - 0.5) * 16);
    const grid = Math.max(tick, Math.round((center * width) / 8 / tick) * tick);
    return decimalText(
      Math.max(tick, Math.round(center / grid + steps) * grid),
      decimals(tick),
      tick,
    );
  }

  #quantity(at: number, share: () => number): string {
    const { stepSize, maxQuantity } = this.#markets[at] as {
      stepSize: string;
      maxQuantity: string;
    };
    const step = Number(stepSize);
    const size = share() < 0.9 ? 0.1 : 1.01;
    const lots = Math.max(1, Math.floor((share() ** 3 * size * Number(maxQuantity)) / step));
    return decimalText(lots * step, decimals(step), step);
  }

  #order(step: Step, world: World, share: () => number): Record<string, unknown> {
    const at = step.market;
    const type = weighted(share(), [
      ['limit', 58],
      ['market', 20],
      ['stopLimit', 11],
      ['stopMarket', 11],
    ]);
    const limited = type === 'limit' || type === 'stopLimit';
    const stop = type === 'stopLimit' || type === 'stopMarket';
    const side = share() < 0.5 ? 'buy' : 'sell';
    const order: Record<string, unknown> = { market: this.#markets[at]?.symbol, side, type };
    const byAmount = !limited && share() < 0.4 && !(stop && side === 'sell');
    if (byAmount) order.quoteAmount = decimalText(share() ** 3 * this.#amount(at), 6);
    else order.quantity = this.#quantity(at, share);
    if (limited) {
      const edge = share() < 0.08 ? edgePrice(world, this.#markets[at], share) : null;
      order.limitPrice = edge ?? this.#price(at, share, 0.01);
    }
    if (stop) order.triggerPrice = this.#price(at, share, 0.01);
    const trails = share();
    if (stop && trails < 0.15) {
      order.trailingDelta = trails < 0.02 ? 5 : 10 + Math.floor(share() ** 2 * 190);
      if (trails > 0.08) delete order.triggerPrice;
    }
    addSource(order, stop, this.#markets[at], share);
    if (stop && share() < 0.2) order.triggerWhen = share() < 0.5 ? 'rises' : 'falls';
    if (share() < 0.7) {
      order.selfTrade = weighted(share(), [
        ['none', 20],
        ['expireTaker', 20],
        ['expireMaker', 20],
        ['expireBoth', 20],
        ['decrement', 20],
      ]);
    }
    const chance = share();
    if (type === 'limit' && chance < 0.35) {
      if (chance < 0.12) order.timeInForce = 'ioc';
      else if (chance < 0.24) order.timeInForce = 'fok';
      else order.postOnly = true;
    } else if (limited && chance > 0.8) this.#hide(order, at, share);
    else if (type === 'stopLimit' && chance < 0.3) order.timeInForce = 'ioc';
    else if (!limited && chance < 0.5) order.maxSlippagePpm = 1 + Math.floor(chance * 40_000);
    if (share() < 0.2) order.clientOrderId = `mine-${Math.floor(share() * 12)}`;
    return order;
  }

  /** Makes the order an iceberg; now and then of too many parts, or of none. */
  #hide(order: Record<string, unknown>, at: number, share: () => number): void {
    const step = Number(this.#markets[at]?.stepSize);
    const lots = Math.max(1, Math.round((Number(order.quantity) / step) * (0.08 + share())));
    order.icebergQuantity = decimalText(lots * step, decimals(step), step);
  }

  /** Mostly around the last price, so that it is accepted; near it, so that one of the two goes. */
  #oco(step: Step, world: World, share: () => number): Record<string, unknown> {
    const at = step.market;
    const side = share() < 0.5 ? 'buy' : 'sell';
    const symbol = this.#markets[at]?.symbol as string;
    const { last = 0n, tick = 1n } = world.markets.get(symbol) ?? {};
    const center = last > 0n ? Number(last) / 1e8 : (this.#centers[at] as number);
    const size = Number(tick) / 1e8;
    const price = (way: number) =>
      decimalText(
        Math.max(size, center * (1 + way * (0.0005 + share() * 0.006))),
        decimals(size),
        size,
      );
    const better = share() < 0.93 ? (side === 'sell' ? 1 : -1) : 0;
    const order: Record<string, unknown> = { market: symbol, side };
    order.quantity = this.#quantity(at, share);
    order.limitPrice = price(better);
    order.triggerPrice = price(-better);
    if (share() < 0.5) order.stopLimitPrice = this.#price(at, share, 0.01);
    else if (share() < 0.3) order.maxSlippagePpm = 1 + Math.floor(share() * 40_000);
    if (share() < 0.4) order.selfTrade = share() < 0.5 ? 'decrement' : 'none';
    addSource(order, true, this.#markets[at], share);
    if (share() < 0.2) order.limitClientOrderId = `mine-${Math.floor(share() * 12)}`;
    if (share() < 0.2) order.stopClientOrderId = `mine-${Math.floor(share() * 12)}`;
    order.listClientOrderId = listName(share);
    if (share() < 0.3) {
      order.takeProfitPrice = order.limitPrice;
      if (share() < 0.5) delete order.limitPrice;
      else order.limitPrice = this.#price(at, share, 0.01);
    }
    return order;
  }

  /** Mostly what the pair has for the working order; now and then one that cannot be a list. */
  #oto(step: Step, world: World, share: () => number): Record<string, unknown> {
    const { market, ...first } = this.#order(step, world, share);
    const working: Record<string, unknown> = { ...first, type: 'limit' };
    for (const field of ['triggerPrice', 'triggerWhen', 'triggerSource', 'quoteAmount']) {
      delete working[field];
    }
    delete working.maxSlippagePpm;
    working.quantity ??= this.#quantity(step.market, share);
    working.limitPrice ??= this.#price(step.market, share, 0.01);
    const other = working.side === 'buy' ? 'sell' : 'buy';
    const way = share();
    if (way < 0.5) {
      const { market: _, ...one } = this.#order(step, world, share);
      if (way < 0.4 && one.triggerPrice !== undefined) one.triggerWhen ??= 'rises';
      if (way < 0.45 && one.quoteAmount !== undefined) {
        delete one.quoteAmount;
        one.quantity = working.quantity;
      }
      const pending = way < 0.02 ? [one, one, one] : [one];
      return { market, working, pending, listClientOrderId: listName(share) };
    }
    const [better, worse] = other === 'sell' ? ['rises', 'falls'] : ['falls', 'rises'];
    const oco = this.#oco(step, world, share);
    const both = { side: way < 0.97 ? other : working.side, quantity: working.quantity };
    const stop = (triggerPrice: unknown, triggerWhen: unknown, limitPrice: unknown) => ({
      ...{ ...both, triggerPrice, triggerWhen },
      ...(limitPrice === undefined ? { type: 'stopMarket' } : { type: 'stopLimit', limitPrice }),
    });
    const { takeProfitPrice: gain, limitPrice } = oco;
    const resting = { ...both, type: 'limit', limitPrice, postOnly: true };
    const gaining = gain === undefined ? resting : stop(gain, better, limitPrice);
    return {
      market,
      working,
      pending: [gaining, stop(oco.triggerPrice, worse, oco.stopLimitPrice)],
      listClientOrderId: oco.listClientOrderId,
    };
  }

  #amount(at: number): number {
    return at === 2 ? 1 : at === 3 ? 20_000 : 9_000;
  }

  #amendment(step: Step, world: World, share: () => number): Record<string, unknown> {
    const name = nameOf(world, step.user, share);
    const order = world.open.find((one) => one.id === name.orderId);
    const at = this.#markets.findIndex(({ symbol }) => symbol === order?.market.symbol);
    const body: Record<string, unknown> = { ...name };
    if (at < 0 || order === undefined) return { ...body, quantity: '1' };
    const kind = share();
    if (kind < 0.7 && (order.amount === 0n || kind < 0.05)) {
      const { step, market } = { step: order.market.step, market: order.market };
      const factor = BigInt(Math.floor((share() * 1.6 + (kind < 0.35 ? 0 : 0.2)) * 1000));
      const lots = (order.quantity * factor) / 1000n / step;
      const units = lots * step > market.minQuantity ? lots * step : market.minQuantity;
      body.quantity = decimalText(
        Number(units) / 1e8,
        decimals(Number(step) / 1e8),
        Number(step) / 1e8,
      );
    }
    const limited = order.price > 0n || kind > 0.97;
    if (kind > 0.55 && limited) body.limitPrice = this.#price(at, share, 0.01);
    const waits = order.status === 'pending' || kind > 0.98;
    if (waits && kind > 0.4) body.triggerPrice = this.#price(at, share, 0.01);
    const newName = share();
    if (newName < 0.3) body.newClientOrderId = `mine-${Math.floor(newName * 40)}`;
    else if (newName < 0.32) body.newClientOrderId = 'a b';
    return body;
  }
}

/**
 * A price at the edge of the band around the market's last price or its index, or a tick beyond.
 */
function edgePrice(
  world: World,
  listing: SubjectMarket | undefined,
  share: () => number,
): string | null {
  const market = world.markets.get(listing?.symbol as string);
  if (market === undefined) return null;
  const index = indexOf(market, world.prices.get(market.index)?.units ?? 0n);
  const reference = share() < 0.5 ? market.last : index;
  const { bidUp, bidDown, askUp, askDown } = market;
  const shares = [bidUp, bidDown, askUp, askDown];
  const edge = (reference * (shares[Math.floor(share() * 4)] as bigint)) / PPM;
  const ticks = edge / market.tick + BigInt(Math.floor(share() * 5)) - 2n;
  return ticks > 0n ? formatDecimal(ticks * market.tick, 8) : null;
}

/** The trigger source, and terms, of which spot has none. */
function addSource(
  order: Record<string, unknown>,
  stop: boolean,
  market: SubjectMarket | undefined,
  share: () => number,
): void {
  const isSpot = market?.product === undefined;
  if (stop && share() < 0.7)
    order.triggerSource = share() < (isSpot ? 0.05 : 0.5) ? 'index' : 'mark';
  if (!isSpot && share() < 0.15) order.terms = { reduceOnly: share() < 0.9 };
}

/** Mostly what the market was listed with, so that the edges that its listing has stay in reach. */
function limits(listing: SubjectMarket | undefined, share: () => number): Sent['body'] {
  const { symbol: market, minNotional, bidMultiplierUpPpm: up = 5_000_000 } = listing!;
  const { bidMultiplierDownPpm: down = 200_000, askMultiplierUpPpm: askUp = 5_000_000 } = listing!;
  const ppm = (usual: number, least: number, most: number) =>
    share() < 0.7 ? usual : least + Math.floor(share() * (most - least));
  return {
    market,
    minNotional:
      share() < 0.5 ? minNotional : decimalText(Number(minNotional) * (0.1 + share() * 3), 6),
    priceWarningPpm: ppm(50_000, 1, 900_000),
    bidMultiplierUpPpm: ppm(up, 1_000_000, 1_100_000),
    bidMultiplierDownPpm: ppm(down, 900_000, 1_000_000),
    askMultiplierUpPpm: ppm(askUp, 1_000_000, 1_100_000),
    askMultiplierDownPpm: ppm(listing?.askMultiplierDownPpm ?? 200_000, 900_000, 1_000_000),
  };
}

/** An order with a mistake in one or two fields. */
function strange(order: Record<string, unknown>, share: () => number): Record<string, unknown> {
  const broken = { ...order };
  for (let i = 0; i < 2; i += 1) {
    const [field, values] = ODDITIES[Math.floor(share() * ODDITIES.length)] as (typeof ODDITIES)[0];
    broken[field] = values[Math.floor(share() * values.length)];
  }
  return broken;
}

const ODDITIES: readonly (readonly [string, readonly unknown[]])[] = [
  ['market', ['NOPEUSDT', '', undefined, 'btcusdt']],
  ['side', ['BUY', undefined, 'sell', 0]],
  ['type', ['oco', undefined, 'market', 'limit', 'stopLimit']],
  ['timeInForce', ['gtd', 'gtc', 'ioc', 'fok', undefined]],
  ['selfTrade', ['transfer', 'none', '']],
  ['postOnly', [true, false, 'true', null]],
  [
    'quantity',
    ['0', '-1', '1e3', '0.000001', '100000000', '0.00000001', undefined, '3', '٣', 'NaN'],
  ],
  ['quoteAmount', ['0', '0.1', '12', '90000.00000001', '1e2', undefined, '99999999999']],
  ['icebergQuantity', ['0', '1', '5', '0.001', '0.0000001', undefined]],
  ['limitPrice', ['0', '0.000000001', '1000000.01', '99999999', '17', undefined, '.5', '250000']],
  ['triggerSource', ['last', 'index', 'mark', 'best', undefined]],
  ['terms', [{}, { reduceOnly: true }, { hedge: 1 }, null, 'reduceOnly', undefined]],
  ['trailingDelta', [0, 9, 10, 2000, 2001, 1.5, '50', undefined]],
  ['triggerWhen', ['rises', 'falls', undefined, 'up']],
  ['triggerPrice', ['0', '1', '60000', '0.16', undefined, '5.123456789']],
  ['maxSlippagePpm', [0, 1, 500_000, 500_001, 1.5, '5', undefined]],
  ['clientOrderId', ['', 'a b', 'x'.repeat(37), 'ok.1:2/3_4-5', 'é', 'mine-1', 7]],
];

function nameOf(world: World, user: number, share: () => number): Record<string, unknown> {
  const own = world.ordersOf(user);
  const anybody = share() < 0.06 ? world.open : own;
  const order = anybody[Math.floor(share() * anybody.length)] as Order | undefined;
  if (order === undefined || share() < 0.02) return { orderId: 65_536 };
  if (order.clientOrderId !== '' && share() < 0.3) return { clientOrderId: order.clientOrderId };
  return { orderId: order.id };
}

function shares({ shares: list }: Step): () => number {
  let at = 0;
  return () => {
    // More choices than shares: the later ones are made of the first ones, still fixed by the step.
    const value = list[at % list.length] as number;
    const round = Math.floor(at / list.length);
    at += 1;
    return round === 0 ? value : (value * 7919 * (round + 1)) % 1;
  };
}

function weighted(share: number, choices: readonly (readonly [string, number])[]): string {
  let at = share * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of choices) {
    at -= weight;
    if (at < 0) return name;
  }
  return choices[0]?.[0] ?? '';
}

/**
 * Decimal text of a float, rounded to a multiple of `size`: numbers are made up here, not computed.
 */
function decimalText(value: number, places: number, size = 0): string {
  const whole = size === 0 ? value : Math.round(value / size) * size;
  const text = whole.toFixed(places);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function decimals(size: number): number {
  const text = String(size);
  if (text.includes('e-')) return Number(text.split('e-')[1]);
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
}

/** Mostly none; names of orders, too, which are apart from those of lists. */
function listName(share: () => number): string | undefined {
  const way = share();
  if (way < 0.01) return 'a b';
  return way < 0.4 ? `mine-${Math.floor(way * 20)}` : undefined;
}
