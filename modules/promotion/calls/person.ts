import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import type { Handlers } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import { commissionOf, dayOf, dueAt, LEVELS, maskedNumber } from '../rules.ts';
import type { PromotionProfit, promotionCalls } from '../schema/person.ts';
import { type Commission, commissionsOf, incomeByDay, incomeByLevel } from '../store/reads.ts';
import { waitingOf } from '../waiting.ts';
import { ranking } from './leaders.ts';

type Calls = Handlers<typeof promotionCalls>;

const NEWEST = Number.MAX_SAFE_INTEGER;

const text = (units: bigint) => formatDecimal(units, SCALE);
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/** The calls of people about whom they have invited. */
export function personHandlers(parts: Parts): Calls {
  const { database, realm } = parts;
  const { pool } = database;
  const rankingOf = ranking(parts);
  return {
    getMyEarningsAndPromotion: async (_input, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const { userId } = actor;
      const counts = realm.machine().lines.counts(userId);
      const [code, income, allowed] = await Promise.all([
        parts.codeOf(userId),
        incomeByLevel(pool, userId),
        parts.allowedLevels(userId),
      ]);
      const rates = parts.ratesPpm(now).map((rate, at) => (at < allowed ? rate : 0));
      const waiting = await waitingOf(parts, userId, now);
      const waitDays = parts.waitDays(now);
      return {
        ...{ code, waitDays, nextPaidAt: dueAt(waiting[0]?.day ?? dayOf(now), waitDays) },
        isVerified: await parts.isVerified(userId),
        waiting: waiting.map(({ day, level, asset, amount }) => ({
          ...{ day: dateOf(day), paidAt: dueAt(day, waitDays), level },
          ...{ asset: realm.assetSymbol(asset), amount: text(amount) },
        })),
        worth: text(worthOf(parts, income)),
        levels: LEVELS.map((level) => ({
          ...{ level, ratePpm: rates[level - 1]! },
          isAllowed: level <= allowed,
          members: counts[level - 1]!,
          income: moneyOf(parts, income, level),
          waiting: moneyOf(parts, waiting, level),
        })),
      };
    },
    getMyEarningsDetail: async ({ level = 0, before = NEWEST, limit }, { actor }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const asked = { level, before, limit: limit + 1 };
      const found = await commissionsOf(pool, actor.userId, asked);
      const seqs = [...new Set(found.map(({ seq }) => seq))];
      const last = seqs.length > limit ? seqs[limit - 1]! : null;
      const shown = last === null ? found : found.filter(({ seq }) => seq >= last);
      return { profits: shown.map((row) => profitOf(parts, row)), next: last };
    },
    getMyPromotion: async ({ level, before = NEWEST, limit }, { actor }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const machine = realm.machine();
      const found = machine.lines.page(actor.userId, level, before, limit + 1);
      const page = found.slice(0, limit);
      const members = await Promise.all(
        page.map(async ({ userId }) => {
          const { name, phone } = await parts.customer(userId);
          const addTime = machine.boundAt(userId) ?? 0;
          return { id: maskedNumber(userId), level, name, phone, addTime };
        }),
      );
      return { members, next: found.length > limit ? (page.at(-1)?.place ?? null) : null };
    },
    getPromotionByDay: async ({ days }, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const rows = await incomeByDay(pool, actor.userId, dayOf(now) - days + 1);
      return {
        days: rows.map(({ day, level, asset, fees, amount }) => ({
          ...{ day: dateOf(day), level, asset: realm.assetSymbol(asset) },
          ...{ fees: text(fees), amount: text(amount), worth: text(realm.worth(asset, amount)) },
        })),
      };
    },
    getPromotionLeaders: async (_input, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const { leaders, people } = await rankingOf(now);
      const shown = leaders.map(({ userId, ...one }) => {
        return { ...one, isYou: userId === actor.userId };
      });
      return { leaders: shown, people };
    },
  };
}

interface Part {
  readonly level: number;
  readonly asset: number;
  readonly amount: bigint;
}

function moneyOf({ realm }: Parts, rows: readonly Part[], level: number) {
  const sums = new Map<number, bigint>();
  for (const row of rows) {
    if (row.level === level) sums.set(row.asset, (sums.get(row.asset) ?? 0n) + row.amount);
  }
  return [...sums]
    .filter(([, amount]) => amount > 0n)
    .map(([asset, amount]) => ({ asset: realm.assetSymbol(asset), amount: text(amount) }));
}

function worthOf({ realm }: Parts, rows: readonly Omit<Part, 'level'>[]): bigint {
  return rows.reduce((sum, { asset, amount }) => sum + realm.worth(asset, amount), 0n);
}

function profitOf({ realm }: Parts, row: Commission): PromotionProfit {
  const { seq, level, asset, amount, fees, ratePpm, memberId, day, at } = row;
  const symbol = realm.assetSymbol(asset);
  return {
    ...{ id: `${seq}-${level}-${symbol}`, profit: text(amount), asset: symbol, level },
    ...{ member: maskedNumber(memberId), day: dateOf(day), fees: text(fees), ratePpm },
    remark: remarkOf(amount, commissionOf(fees, ratePpm)),
    addTime: at,
  };
}

function remarkOf(amount: bigint, otherwise: bigint): PromotionProfit['remark'] {
  if (amount > 0n) return 'paid';
  return otherwise > 0n ? 'samePerson' : 'belowUnit';
}
