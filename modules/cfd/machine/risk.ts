import { larger, lesser } from '@assay/core/num/integer';
import {
  type Direction,
  gainOf,
  gainOver,
  LONG,
  moveWithin,
  quantityOf,
  shareOf,
} from '@assay/core/position/value';
import { CLOSE_OUT, levelOf, roomAbove } from '../rules/risk.ts';
import type { AccountRow, LiveContract, PositionRow } from './contract.ts';
import type { Hedge } from './hedge.ts';
import type { CfdMoney } from './money.ts';
import { type CfdState, type Guards, type Leg, NO_GUARDS } from './state.ts';

/** No close-out uses a price that is older. */
const FRESH_MS = 10_000;

/**
 * What accounts are worth, and which of them a price may bring into danger. Each direction of each
 * contract gets an equal share of what the equity may lose before the next threshold; while no
 * price has used up its share, the threshold is not reached, so only accounts whose guard is
 * reached are looked at (decision 0066).
 */
export class CfdRisk {
  readonly #state: CfdState;
  readonly #money: CfdMoney;
  readonly #hedge: Hedge;

  constructor(state: CfdState, money: CfdMoney, hedge: Hedge) {
    this.#state = state;
    this.#money = money;
    this.#hedge = hedge;
  }

  /** What the open positions of a person gain or lose by the last prices. */
  unrealised(userId: number): bigint {
    let sum = 0n;
    for (const leg of this.#state.person(userId).legs) sum += gainOfLeg(leg);
    return sum;
  }

  equity({ userId, deficit }: AccountRow): bigint {
    return this.#money.total(userId) - deficit + this.unrealised(userId);
  }

  /** What can be moved out or used: without margin, and without what is lost and not realised. */
  available({ userId, used, reserved, deficit }: AccountRow): bigint {
    const lost = lesser(0n, this.unrealised(userId));
    return this.#money.total(userId) - used - reserved - deficit + lost;
  }

  /**
   * Whether the house takes lots: within its exposure and what is hedged beyond it, and with money
   * for a gap of all of it, since what a hedge owes is no capital.
   */
  isAvailable(live: LiveContract, side: 1 | -1, lots: bigint): boolean {
    if (this.#state.owed.size > 0) return false;
    const { contractSize, maxNetLots } = live.row;
    const before = live.net();
    const after = before + BigInt(side) * quantityOf(lots, contractSize);
    const most = quantityOf(maxNetLots, contractSize) + this.#hedge.room(live.row.symbol, side);
    if (abs(after) > most && abs(after) > abs(before)) return false;
    let needed = 0n;
    for (const one of this.#state.contracts) needed += this.worst(one, one === live ? after : null);
    return this.#money.houseHas() >= needed;
  }

  /**
   * What the house keeps for a contract: what its customers would gain now, and by the published
   * move of their net exposure. `net`: instead of the present one.
   */
  worst(live: LiveContract, net: bigint | null = null): bigint {
    const { quote, row } = live;
    if (quote === null || !live.isPriced) return 0n;
    const exposed = abs(net ?? live.net());
    return shareOf(quote.price, exposed, row.stressPpm, live.rate()) + larger(0n, live.gain());
  }

  /**
   * Brings an account up to date after anything that changed it. `tick`: the command at whose tick
   * it is looked at; an equity that is too low then is one mark against it.
   */
  refresh(account: AccountRow, tick = 0): void {
    const { userId } = account;
    const { legs } = this.#state.person(userId);
    if (legs.length === 0) {
      if (account.deficit > 0n) this.#money.forgive(account);
      this.#money.hold(account);
      this.#set(account, 0, 0);
      return;
    }
    this.#money.hold(account);
    const equity = this.equity(account);
    const level = levelOf(equity, account.used, account.closeOutPercent);
    const isDue = level === CLOSE_OUT;
    const endangered = !isDue ? 0 : account.endangered || tick;
    // At a tick a warning stays until the account changes, so that guards decide nothing.
    const shown = tick === 0 ? Math.min(level, 2) : Math.max(account.level, Math.min(level, 2));
    this.#set(account, shown, endangered, isDue);
    for (const leg of legs) this.#guard(leg, legs.length, account, equity, isDue);
  }

  /** Whether an account is to be closed out by the last prices. */
  isDue(account: AccountRow): boolean {
    return levelOf(this.equity(account), account.used, account.closeOutPercent) === CLOSE_OUT;
  }

  /** Of the positions that can be closed now; the oldest of equal ones. */
  largestLoss(userId: number, at: number): PositionRow | undefined {
    let found: PositionRow | undefined;
    let least = 0n;
    for (const row of this.#state.positionsOf(userId)) {
      const live = this.#state.of(row.contract);
      const isOpen = this.#state.sessions.sessionAt(live.row.index, at) !== null;
      if (!isOpen || at - live.quote!.at > FRESH_MS) continue;
      const quantity = this.#state.quantity(row, row.lots);
      const side = row.side as Direction;
      const gain = gainOf(side, row.entry, live.exit(side), quantity, live.rate());
      if (found !== undefined && gain >= least) continue;
      [found, least] = [row, gain];
    }
    return found;
  }

  #set(account: AccountRow, level: number, endangered: number, isDue = false): void {
    const { endangered: set, tables } = this.#state;
    if (endangered > 0) set.add(account.userId);
    else set.delete(account.userId);
    const isWorse = level > account.level || (isDue && endangered > 0 && account.endangered === 0);
    if (level !== account.level || endangered !== account.endangered) {
      tables.accounts.change(account, { level, endangered });
    }
    if (!isWorse) return;
    const shown = isDue ? CLOSE_OUT : level;
    this.#state.publish({ type: 'cfdWarned', userId: account.userId, level: shown });
  }

  #guard(leg: Leg, legs: number, account: AccountRow, equity: bigint, isDue: boolean): void {
    // Who is in danger is looked at with every tick anyhow.
    if (account.endangered > 0 || isDue) {
      this.#state.setGuards(leg, account.endangered > 0 ? NO_GUARDS : guardsAtOnce(leg));
      return;
    }
    const { level, used, closeOutPercent } = account;
    // A unit for each leg, because each gain is rounded down.
    const room = larger(0n, roomAbove(level, equity, used, closeOutPercent) - BigInt(legs));
    const share = room / BigInt(legs);
    const { conversionPrice } = leg.live;
    const guards =
      conversionPrice === null
        ? { ...NO_GUARDS, guard: guardWithin(leg, share) }
        : convertedGuards(leg, share, conversionPrice);
    this.#state.setGuards(leg, guards);
  }
}

/** Those that any price reaches, of the contract or of what converts. */
function guardsAtOnce({ live, side }: Leg): Guards {
  return {
    guard: side === LONG ? Number.MAX_SAFE_INTEGER : 1,
    conversionFloor: live.conversion === null ? null : Number.MAX_SAFE_INTEGER,
    conversionCeiling: null,
  };
}

/** The price before which a leg loses less than its share; 0: there is none. */
function guardWithin({ live, side, quantity }: Leg, share: bigint, rate = live.rate()): number {
  const move = Math.max(1, moveWithin(share, quantity, rate));
  const price = live.exit(side) - side * move;
  return price > 0 && price < Number.MAX_SAFE_INTEGER ? price : 0;
}

/**
 * The guards of a leg whose gain is converted. With a gain G at a rate w now, and G' at w' later,
 * it loses G w - G' w' = G (w - w') + (G - G') w'. Half of the share is for each of both: w' may
 * cost the first, and is at most 9/8 of w in the second, which is why both sides of it have a
 * guard.
 */
function convertedGuards(leg: Leg, share: bigint, price: number): Guards {
  const { live } = leg;
  const half = share / 2n;
  const gain = gainOfLeg(leg);
  // Of the price; over it the rate changes by at most 9/8 of as much.
  const most = BigInt(price) / 9n;
  const harmful = lesser(most, (8n * half * BigInt(price)) / (9n * (abs(gain) + 1n)));
  const [rises, falls] = [gain < 0n ? harmful : most, gain > 0n ? harmful : most].map((move) =>
    Number(larger(1n, move)),
  ) as [number, number];
  const isTimes = live.row.conversionWay === 'times';
  const { of, per } = live.rate();
  return {
    guard: guardWithin(leg, half, { of: 9n * of, per: 8n * per }),
    conversionFloor: price - (isTimes ? falls : rises),
    conversionCeiling: price + (isTimes ? rises : falls),
  };
}

function gainOfLeg({ live, side, quantity, cost }: Leg): bigint {
  return gainOver(side, cost, live.exit(side), quantity, live.rate());
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
