import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import type { Handlers } from '@assay/platform/http/context';
import { type EarnCallOptions, type EarnRealm, mayHave, named, refused } from './call-parts.ts';
import type { EarnMachine } from './machine/earn-machine.ts';
import { dayOf } from './machine/keeper.ts';
import { viewOf } from './machine/view.ts';
import {
  annualisedPpm,
  type BookedDay,
  compoundedPpm,
  dayYield,
  earnedAfter,
  yearlyPpm,
} from './rules.ts';
import type { calls } from './schema/index.ts';
import type { EndedCursor } from './store/reads.ts';
import type { OrderRow, ProductRow } from './store/tables.ts';
import { strategyHandlers, strategyViews } from './strategy-calls.ts';

const SHOWN_DAYS = 90;
const SHOWN_ACCRUALS = 366;
/** The latest terms of an order that its page has; every ended term is in the list of them all. */
const SHOWN_TERMS = 100;
const WEEK = 7;

type Some<K extends keyof typeof calls> = Pick<Handlers<typeof calls>, K>;

export function earnHandlers(options: EarnCallOptions): Handlers<typeof calls> {
  const fixed = { ...productHandlers(options), ...ownHandlers(options), ...orderHandlers(options) };
  return { ...fixed, ...strategyHandlers(options) };
}

function productHandlers(
  options: EarnCallOptions,
): Some<'getProfitList' | 'getProfitInfo' | 'getEarnPool'> {
  const { realms } = options;
  return {
    getProfitList: async (_input, { actor, now }) => {
      const realm = realms[actor?.realm ?? 'real'];
      const products = await productViews(realm, now);
      const assets = [...new Set(products.map(({ asset }) => asset))];
      const allowed = await Promise.all(
        assets.map((asset) => actor === null || mayHave(options, actor, asset)),
      );
      const offered = new Set(assets.filter((_asset, i) => allowed[i]));
      return {
        offered: assets.length === 0 || offered.size > 0,
        products: products.filter(({ asset }) => offered.size === 0 || offered.has(asset)),
      };
    },
    getProfitInfo: async ({ product }, { actor, now }) => {
      const realm = realms[actor?.realm ?? 'real'];
      const row = realm.machine().products.get(product);
      if (row === undefined) return refuse('unknownEarnProduct');
      const today = dayOf(now);
      const days = await realm.reads.days(product, today - SHOWN_DAYS);
      const week = days.filter(({ day }) => day >= today - WEEK);
      return {
        product: productView(realm, row, week),
        days: days.map(({ day, paid, principal }) => ({
          ...{ at: day * DAY, paid: big(paid), principal: big(principal) },
        })),
      };
    },
    getEarnPool: async ({ realm: name }, { now }) => {
      const realm = realms[name];
      const { open, pool } = realm.machine();
      const pools = [...realm.assets()].flatMap(({ id, symbol: asset }) => {
        const [capital, escrow] = [pool.capital(id), pool.balance(id)];
        if (capital === 0n && escrow === 0n) return [];
        const { orders, owed, principal } = open.held(id);
        return [
          {
            ...{ asset, capital: big(capital), escrow: big(escrow), owed: big(owed) },
            ...{ principal: big(principal), promised: big(owed - principal), orders },
          },
        ];
      });
      const redemptions = open
        .redemptions()
        .slice(0, SHOWN_ACCRUALS)
        .map((row) => ({
          ...{ userId: row.userId, order: realm.machine().view(row) },
        }));
      const [products, strategies] = await Promise.all([
        productViews(realm, now),
        strategyViews(realm),
      ]);
      return { products, pools, redemptions, strategies };
    },
  };
}

function ownHandlers({
  realms,
}: EarnCallOptions): Some<'getProfitTotal' | 'getMyprofit' | 'getProfitOrder'> {
  return {
    getProfitTotal: async (_input, { actor: { realm: name, userId }, now }) => {
      const realm = realms[name];
      const yesterday = dayOf(now) - 1;
      const [past, endedNow] = await Promise.all([
        realm.reads.incomeOf(userId),
        realm.reads.endedOn(userId, yesterday),
      ]);
      const sums = new Map<
        number,
        { custody: bigint; today: bigint; total: bigint; orders: number }
      >();
      const of = (asset: number) => {
        const known = sums.get(asset) ?? { custody: 0n, today: 0n, total: 0n, orders: 0 };
        sums.set(asset, known);
        return known;
      };
      for (const { asset, income } of past) of(asset).total += income;
      for (const { asset, amount } of endedNow) of(asset).today += amount;
      for (const row of realm.machine().open.of(userId)) {
        const sum = of(row.asset);
        sum.custody += BigInt(row.principal);
        sum.total += BigInt(earnedAfter(row, row.days));
        sum.orders += 1;
        const isBooked = row.days > 0 && row.firstDay + row.days - 1 === yesterday;
        if (isBooked) sum.today += BigInt(dayYield(row, row.days - 1));
      }
      const assets = [...sums].sort(([a], [b]) => a - b);
      return {
        assets: assets.map(([asset, { custody, today, total, orders }]) => ({
          ...{ asset: realm.assetSymbol(asset), orders },
          ...{ custody: big(custody), today: big(today), total: big(total) },
        })),
      };
    },
    getMyprofit: async ({ before, limit }, { actor: { realm: name, userId } }) => {
      const realm = realms[name];
      const machine = realm.machine();
      const rows = await realm.reads.endedOf(
        userId,
        before === undefined ? null : read(before),
        limit,
      );
      const last = rows.at(-1);
      return {
        open: machine.open.of(userId).map((row) => machine.view(row)),
        ended: rows.map((row) => viewOf(row, realm.assetSymbol(row.asset))),
        next:
          last === undefined || rows.length < limit ? null : `${last.seq}.${last.id}.${last.term}`,
      };
    },
    getProfitOrder: async ({ orderId }, { actor: { realm: name, userId }, now }) => {
      const realm = realms[name];
      const machine = realm.machine();
      const open = machine.open.get(orderId);
      if (open !== undefined && open.userId !== userId) return refuse('unknownEarnOrder');
      const [ended, days] = await Promise.all([
        realm.reads.terms(orderId, SHOWN_TERMS),
        realm.reads.accruals(orderId, SHOWN_ACCRUALS),
      ]);
      const shown = open ?? ended[0];
      if (shown === undefined || shown.userId !== userId) return refuse('unknownEarnOrder');
      const asset = realm.assetSymbol(shown.asset);
      return {
        order: viewOf(shown, asset),
        redemption: open === undefined ? null : redemptionOf(machine, open, now),
        terms: ended.map((row) => viewOf(row, asset)),
        days: days.map(({ day, amount }) => ({ at: day * DAY, amount: text(amount) })),
      };
    },
  };
}

function orderHandlers(options: EarnCallOptions): Some<'buyProfit' | 'sellProfit' | 'renewProfit'> {
  const { realms } = options;
  return {
    buyProfit: async (
      { product, amount, termsVersion: version, renew: renews },
      { actor, commandId },
    ) => {
      const realm = realms[actor.realm];
      const row = realm.machine().products.get(product);
      const isAllowed =
        row === undefined || (await mayHave(options, actor, realm.assetSymbol(row.asset)));
      if (!isAllowed) return refuse('earnNotOffered');
      const body = { product, amount, version, renews };
      const reply = await realm.submit({
        ...{ type: 'subscribeEarn', actor: actor.userId, body },
        ...named(commandId),
      } as const);
      return reply.ok ? answer(reply) : refused(reply);
    },
    sellProfit: async ({ orderId, cost }, { actor, commandId }) => {
      const reply = await realms[actor.realm].submit({
        ...{ type: 'redeemEarn', actor: actor.userId, body: { orderId, cost } },
        ...named(commandId),
      } as const);
      return reply.ok ? answer(reply) : refused(reply);
    },
    renewProfit: async ({ orderId, renew: renews }, { actor, commandId }) => {
      const realm = realms[actor.realm];
      const order = realm.machine().open.get(orderId);
      // A term that begins is bought again; somebody else's order is as unknown as none.
      const isBought = renews && order?.userId === actor.userId;
      if (isBought && !(await mayHave(options, actor, realm.assetSymbol(order.asset)))) {
        return refuse('earnNotOffered');
      }
      const reply = await realm.submit({
        ...{ type: 'renewEarn', actor: actor.userId, body: { orderId, renews } },
        ...named(commandId),
      } as const);
      return reply.ok ? { order: reply.value } : refused(reply);
    },
  };
}

async function productViews(realm: EarnRealm, now: number) {
  const days = await realm.reads.lastDays(dayOf(now) - WEEK);
  const rows = realm.machine().products.rows();
  const sorted = [...rows].sort((a, b) => a.cycleDays - b.cycleDays);
  return sorted.map((row) => productView(realm, row, days.get(row.product) ?? []));
}

function productView(realm: EarnRealm, row: ProductRow, week: readonly BookedDay[]) {
  const { product, status, cycleDays, dailyPpb, payout, costPpm, version } = row;
  const { open } = realm.machine();
  const simplePpm = annualisedPpm(week);
  return {
    ...{ product, asset: realm.assetSymbol(row.asset), status, cycleDays, dailyPpb, payout },
    ...{ yearlyPpm: yearlyPpm(dailyPpb), costPpm, version, orders: open.count(product) },
    ...{ least: text(row.least), most: text(row.most), mostPerson: text(row.mostPerson) },
    ...{ quota: text(row.quota), inCustody: text(open.inCustody(product)) },
    left: text(realm.machine().room(row)),
    sevenDay:
      simplePpm === null
        ? null
        : { days: week.length, simplePpm, compoundedPpm: compoundedPpm(week) ?? 0 },
  };
}

function redemptionOf(machine: EarnMachine, order: OrderRow, now: number) {
  if (order.state === 'redeeming') return null;
  const { earned, cost, dueAt, endsSooner } = machine.redemption(order, now);
  const unpaid = order.payout === 'end' ? earned : earned - earnedAfter(order, order.days);
  const back = text(order.principal + unpaid - cost);
  return { earned: text(earned), cost: text(cost), back, dueAt, endsSooner };
}

function read(cursor: string): EndedCursor {
  const [seq = 0, id = 0, term = 0] = cursor.split('.').map(Number);
  return { seq, id, term };
}

function answer<V>({ value: order, seq, hash }: { value: V; seq: number; hash: string }) {
  return { order, receipt: { seq, hash } };
}

function text(units: number): string {
  return formatSafe(units, SCALE);
}

function big(units: bigint): string {
  return formatDecimal(units, SCALE);
}
