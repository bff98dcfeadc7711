import { ownerName } from '@assay/core/ledger/owners';
import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { LONG } from '@assay/core/position/value';
import { refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import { type EarnCallOptions, type EarnRealm, mayShare, named, refused } from './call-parts.ts';
import { ACCOUNTS, hasContracts } from './machine/strategy-money.ts';
import { navOf, remainderOf, valueAt, worthOf } from './rules.ts';
import type { strategyCalls } from './schema/strategies.ts';
import type {
  CutAssetRow,
  CutContractRow,
  CutRow,
  HoldingRow,
  StrategyRow,
} from './store/strategy-tables.ts';

type ConvertedAt = Pick<CutContractRow, 'conversionTick' | 'conversionPrice'>;
type Strategies = Handlers<typeof strategyCalls>;

const PPM = 1_000_000n;
const ONE = 100_000_000n;
const NEWEST = Number.MAX_SAFE_INTEGER;
/** Later than every day. */
const LATEST_DAY = 100_001;

export function strategyHandlers(options: EarnCallOptions): Strategies {
  return { ...publicHandlers(options), ...ownHandlers(options) };
}

function publicHandlers(
  options: EarnCallOptions,
): Pick<
  Strategies,
  'getStrategyList' | 'getStrategyInfo' | 'getStrategyTrades' | 'getStrategyContracts'
> {
  const { realms } = options;
  return {
    getStrategyList: async (_input, { actor }) => {
      const realm = realms[actor?.realm ?? 'real'];
      const all = await strategyViews(realm);
      const allowed = await Promise.all(
        all.map(
          ({ asset, strategy }) =>
            actor === null || mayShare(options, actor, asset, ACCOUNTS[strategy]),
        ),
      );
      const products = all.filter((_, i) => allowed[i]);
      return { offered: products.length > 0 || all.length === 0, products };
    },
    getStrategyInfo: async ({ product, before, limit }, { actor }) => {
      const realm = realms[actor?.realm ?? 'real'];
      const row = realm.strategies().get(product);
      if (row === undefined) return refuse('unknownStrategy');
      const cuts = await realm.strategyReads.cuts(product, before ?? LATEST_DAY, limit);
      const days = [cuts.at(-1)?.day ?? 0, cuts[0]?.day ?? 0] as const;
      const assets = await realm.strategyReads.cutAssets(product, ...days);
      const contracts = await realm.strategyReads.cutContracts(product, ...days);
      const last = (await realm.strategyReads.lastCuts()).get(product);
      return {
        product: strategyView(realm, row, last),
        cuts: cuts.map((cut) => cutView(realm, cut, assets, contracts)),
      };
    },
    getStrategyTrades: async ({ product, before, limit }, { actor }) => {
      const realm = realms[actor?.realm ?? 'real'];
      const row = realm.strategies().get(product);
      if (row === undefined) return refuse('unknownStrategy');
      return realm.strategyTrades(ACCOUNTS[row.strategy], before, limit);
    },
    getStrategyContracts: async ({ product, before, limit }, { actor }) => {
      const realm = realms[actor?.realm ?? 'real'];
      const row = realm.strategies().get(product);
      if (row === undefined) return refuse('unknownStrategy');
      return realm.strategyContracts(ACCOUNTS[row.strategy], before, limit);
    },
  };
}

function ownHandlers(
  options: EarnCallOptions,
): Pick<Strategies, 'getMyHoldings' | 'buyStrategy' | 'sellStrategy'> {
  const { realms } = options;
  return {
    getMyHoldings: async ({ before, limit }, { actor: { realm: name, userId } }) => {
      const realm = realms[name];
      const machine = realm.strategies();
      const [ended, lasts] = await Promise.all([
        realm.strategyReads.endedOf(userId, before ?? NEWEST, limit),
        realm.strategyReads.lastCuts(),
      ]);
      return {
        open: machine.holdings.of(userId).map((row) => ({
          ...{ ...machine.view(row), worth: worthText(row, lasts.get(row.product)) },
        })),
        ended: ended.map((row) => machine.view(row)),
        next: ended.length < limit ? null : (ended.at(-1)?.id ?? null),
      };
    },
    buyStrategy: async ({ product, amount, termsVersion: version }, { actor, commandId }) => {
      const realm = realms[actor.realm];
      const row = realm.strategies().get(product);
      const isAllowed =
        row === undefined ||
        (await mayShare(options, actor, realm.assetSymbol(row.asset), ACCOUNTS[row.strategy]));
      if (!isAllowed) return refuse('earnNotOffered');
      const body = { product, amount, version };
      const reply = await realm.submit({
        ...{ type: 'subscribeStrategy', actor: actor.userId, body },
        ...named(commandId),
      } as const);
      return reply.ok ? answer(reply) : refused(reply);
    },
    sellStrategy: async ({ holdingId }, { actor, commandId }) => {
      const reply = await realms[actor.realm].submit({
        ...{ type: 'redeemStrategy', actor: actor.userId, body: { holdingId } },
        ...named(commandId),
      } as const);
      return reply.ok ? answer(reply) : refused(reply);
    },
  };
}

/** All strategy products, for people and for staff. */
export async function strategyViews(realm: EarnRealm) {
  const lasts = await realm.strategyReads.lastCuts();
  const rows = realm.strategies().products();
  return rows.map((row) => strategyView(realm, row, lasts.get(row.product)));
}

function strategyView(realm: EarnRealm, row: StrategyRow, cut: CutRow | undefined) {
  const { product, strategy, status, version, listedAt, listedSeq } = row;
  const machine = realm.strategies();
  const now = machine.valuedNow(row);
  const margin = machine.money.margin(ACCOUNTS[strategy], row.asset);
  const last = cut === undefined ? null : cut;
  return {
    ...{ product, asset: realm.assetSymbol(row.asset), status, strategy, version },
    ...{ account: ownerName(ACCOUNTS[strategy]), listedAt, listedSeq, seed: text(row.seed) },
    ...{ least: text(row.least), most: text(row.most), mostPerson: text(row.mostPerson) },
    ...{ quota: text(row.quota), left: text(machine.room(row)) },
    ...{ units: big(row.units), houseUnits: big(row.houseUnits) },
    waiting: big(machine.holdings.leavingUnits(product)),
    worthNow: now === null ? null : big(now.value),
    margin: hasContracts(ACCOUNTS[strategy]) ? big(margin) : null,
    gain: now === null || now.contracts.length === 0 ? null : big(gainOf(now.contracts)),
    contracts: (now?.contracts ?? []).map(({ contract, side, quantity, exit, gain, at }) => ({
      ...{ contract, side: sideName(side), quantity: big(quantity) },
      ...{ price: text(exit), gain: big(gain), at },
    })),
    last: last && { day: last.day, nav: big(navOf(last)), value: big(last.value) },
    changePpm: last === null ? 0 : Number(((navOf(last) - ONE) * PPM) / ONE),
  };
}

function cutView(
  realm: EarnRealm,
  cut: CutRow,
  assets: readonly CutAssetRow[],
  contracts: readonly CutContractRow[],
) {
  const { day, valuedSeq: seq, at, value, units, paidIn, issued, paidOut, redeemed } = cut;
  return {
    ...{ day, seq, at, value: big(value), units: big(units), nav: big(navOf(cut)) },
    remainder: big(remainderOf(cut)),
    ...{ paidIn: big(paidIn), issued: big(issued), paidOut: big(paidOut) },
    ...{ redeemed: big(redeemed), waiting: big(cut.waiting) },
    assets: assets
      .filter((row) => row.day === day)
      .map(({ asset, amount, price, n }) => ({
        ...{ asset: realm.assetSymbol(asset), amount: big(amount), price: text(price), n },
        worth: big(valueAt(amount, BigInt(price))),
      })),
    contracts: contracts
      .filter((row) => row.day === day)
      .map(({ contract, version, side, quantity, price, gain, ...tick }) => ({
        ...{ contract, version, side: sideName(side), quantity: big(quantity) },
        ...{ price: text(price), gain: big(gain), n: tick.n },
        ...{ indexPrice: text(tick.indexPrice), spread: text(tick.spread) },
        recent: tick.recent.split(',').map((one) => text(Number(one))),
        ...conversionView(tick),
      })),
  };
}

/** What made USDT of a gain; nothing where it was USDT. */
function conversionView({ conversionTick: n, conversionPrice }: ConvertedAt) {
  if (n === null || conversionPrice === null) return {};
  return { conversionTick: n, conversionPrice: text(conversionPrice) };
}

const gainOf = (contracts: readonly { readonly gain: bigint }[]) =>
  contracts.reduce((sum, { gain }) => sum + gain, 0n);

const sideName = (side: number) => (side === LONG ? ('buy' as const) : ('sell' as const));

function worthText({ units }: HoldingRow, cut: CutRow | undefined): string {
  return cut === undefined || units === 0n ? '' : big(worthOf(units, cut));
}

function answer<V>({ value: holding, seq, hash }: { value: V; seq: number; hash: string }) {
  return { holding, receipt: { seq, hash } };
}

function text(units: number): string {
  return formatSafe(units, SCALE);
}

function big(units: bigint): string {
  return formatDecimal(units, SCALE);
}
