import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, formatSafe, parseSafe, SCALE } from '@assay/core/num/decimal';
import { amountsOf, breakEvenPpm } from '@assay/core/option/payout';
import { expiryOf, neededTicks, TERMS_MS, windowOf } from '@assay/core/option/window';
import { Refusal, refuse } from '@assay/core/schema/outcome';
import type { CommandName } from '@assay/core/schema/registry';
import { DAY } from '@assay/core/time';
import type { TickLogReader } from '@assay/modules/feeds';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { Handlers } from '@assay/platform/http/context';
import type { OptionsMachine } from './machine/options-machine.ts';
import { viewOf } from './machine/view.ts';
import { isSignedQuote, type OptionSigner, receiptOf } from './receipts.ts';
import { POLICIES, type PolicyName } from './rules/policy.ts';
import { type OptionQuote, QUOTE_FIELDS, quoteText } from './rules/quote.ts';
import { alarmsOf, crowdMilliSigma, isAlarming } from './rules/statistics.ts';
import { WHOLE_PPM } from './rules/terms.ts';
import type { calls } from './schema/index.ts';
import type { OptionReads } from './store/reads.ts';
import type { DayRow, MarketRow } from './store/tables.ts';

/** What the calls need of one realm. */
export interface OptionsRealm {
  readonly realm: Realm;
  machine(): OptionsMachine;
  submit<T extends CommandName>(command: Command<T>): Promise<Reply<T>>;
  /** Resolves when what is decided now can be read from the tables. */
  decided(): Promise<void>;
  assetSymbol(id: number): string;
  readonly reads: OptionReads;
}

export interface OptionCallOptions {
  readonly realms: Readonly<Record<Realm, OptionsRealm>>;
  readonly ticks: TickLogReader;
  readonly signer: OptionSigner;
  /** By the country of the person, in the real realm; the virtual account may practise anywhere. */
  readonly policyOf: (userId: number) => Promise<PolicyName>;
  /** Whether the law of the person's country allows inducements. */
  readonly areTrialsOffered: (userId: number) => Promise<boolean>;
}

const MOST_QUOTE_STAKE = Math.floor(Number.MAX_SAFE_INTEGER / 4);
const EVEN = 100_000_000;
/** Staff see an alarm for so many days. */
const ALARM_DAYS = 31;

export function optionHandlers(options: OptionCallOptions): Handlers<typeof calls> {
  return {
    ...{ ...marketHandlers(options), ...tradeHandlers(options), ...personHandlers(options) },
    getOptionTerms: async ({ realm: name }, { now }) => {
      const realm = options.realms[name];
      const days = await realm.reads.days(Math.floor(now / DAY) - ALARM_DAYS);
      return { ...termsOf(realm), alarms: alarmsOf(days) };
    },
  };
}

function policy({ policyOf }: OptionCallOptions, realm: Realm, userId: number) {
  return realm === 'demo' ? Promise.resolve('practice' as const) : policyOf(userId);
}

type Some<K extends keyof typeof calls> = Pick<Handlers<typeof calls>, K>;

function marketHandlers(
  options: OptionCallOptions,
): Some<'getOptionMarkets' | 'quoteOption' | 'getOptionStatistics'> {
  const { realms, signer } = options;
  return {
    getOptionMarkets: (_input, { actor, now }) => {
      const realm = realms[actor?.realm ?? 'real'];
      const rows = realm.machine().markets.rows();
      const buyer = actor?.userId ?? null;
      return { markets: rows.map((row) => marketView(realm, row, buyer, now)) };
    },
    quoteOption: async ({ market, direction, termMs, stake: text }, { actor, now }) => {
      const { realm, userId } = actor;
      if (!POLICIES[await policy(options, realm, userId)].isOffered)
        return refuse('optionsNotOffered');
      const machine = realms[realm].machine();
      const row = machine.markets.get(market);
      if (row === undefined) return refuse('unknownMarket', { market });
      const isTerm = TERMS_MS.includes(termMs) && machine.markets.payoutPpm(market, termMs) > 0;
      if (!isTerm) return refuse('unknownTerm');
      if (!machine.isOpen(row, now, termMs)) return refuse('marketClosed', { market });
      const stake = parseSafe(text, SCALE);
      if (stake <= 0 || stake > MOST_QUOTE_STAKE) return refuse('invalidStake');
      const spot = machine.spot(row.index, now);
      if (spot === null) return refuse('noPrice', { market });
      const request = { spotN: spot.n, spot: spot.units, issuedAt: now };
      const quote = machine.markets.quote(row, { realm, direction, termMs, stake, ...request });
      return { quote, signature: signer.sign(quoteText(quote)), publicKey: signer.publicKey };
    },
    getOptionStatistics: async ({ days }, { actor, now }) => {
      const realm = realms[actor?.realm ?? 'real'];
      const { reads } = realm;
      const since = Math.floor(now / DAY) - days + 1;
      const [rows, wrong] = await Promise.all([reads.days(since), wrongSpans(realm)]);
      return { days: rows.map(dayView), voided: wrong };
    },
  };
}

/** Spans that were void or made good, the newest first. */
async function wrongSpans({ reads, assetSymbol }: OptionsRealm) {
  const [voided, spans] = await Promise.all([reads.voided(), reads.madeGoodSpans()]);
  const open = voided.map((row) => ({ ...row, madeGood: '', asset: '' }));
  const settled = spans.map(({ amount: owed, asset, ...row }) => ({
    ...{ ...row, madeGood: formatDecimal(owed, SCALE), asset: assetSymbol(asset) },
  }));
  const all = [...open, ...settled].sort((one, other) => other.seq - one.seq);
  return all.map(({ seq: _, ...row }) => row);
}

function tradeHandlers(options: OptionCallOptions): Some<'buyOption' | 'sellOption'> {
  const { realms, signer } = options;
  return {
    buyOption: async ({ quote: text, signature, slippagePpm = null, voucherId }, context) => {
      const quote = readQuote(text);
      const { actor, commandId } = context;
      if (quote === null || !isSignedQuote(quote, signature, signer)) return refuse('badSignature');
      const { realm, userId } = actor;
      // The law that holds now, not the one of the day on which the voucher was taken.
      if (voucherId !== undefined && !(await options.areTrialsOffered(userId))) {
        return refuse('trialFundsNotUsable');
      }
      const body = {
        ...{ quote, signature, slippagePpm, policy: await policy(options, realm, userId) },
        ...(voucherId === undefined ? {} : { voucherId }),
      };
      const id = commandId === undefined ? {} : { id: commandId };
      const command = { type: 'buyOption', actor: userId, body, ...id } as const;
      const reply = await realms[realm].submit(command);
      if (!reply.ok) return refused(reply);
      return { option: reply.value, receipt: { seq: reply.seq, hash: reply.hash } };
    },
    sellOption: async ({ optionId, least: text }, { actor, commandId }) => {
      const body = { optionId, least: parseSafe(text, SCALE) };
      const id = commandId === undefined ? {} : { id: commandId };
      const command = { type: 'sellOption', actor: actor.userId, body, ...id } as const;
      const reply = await realms[actor.realm].submit(command);
      if (!reply.ok) return refused(reply);
      return { option: reply.value, receipt: { seq: reply.seq, hash: reply.hash } };
    },
  };
}

function personHandlers(
  options: OptionCallOptions,
): Some<'getOptions' | 'getOptionReceipt' | 'getOptionLimits' | 'limitOptions'> {
  const { realms, ticks, signer } = options;
  const limits = async (realm: Realm, userId: number, now: number) => {
    const { dailyStake, staked, next, excludedUntil } = realms[realm]
      .machine()
      .people.of(userId, now);
    return {
      ...{ dailyStake: amount(dailyStake), stakedToday: amount(staked), excludedUntil },
      next: next && { dailyStake: amount(next.dailyStake), from: next.from },
      policy: await policy(options, realm, userId),
    };
  };
  return {
    getOptions: async ({ before = Number.MAX_SAFE_INTEGER, limit }, { actor, now }) => {
      const realm = realms[actor.realm];
      const machine = realm.machine();
      const open = machine.open.of(actor.userId).map((row) => {
        const sale = machine.saleAt(row, now);
        return { option: machine.view(row), sale: sale === null ? '' : amount(sale) };
      });
      // One that is no longer open is read once its end is durable, and is in one list alone.
      await realm.decided();
      const ended = await realm.reads.endedOf(actor.userId, before, limit);
      const over = new Set(ended.map(({ id }) => id));
      const made = await realm.reads.madeGood([...over]);
      const paid = new Map(made.map((row) => [row.id, amount(row.amount)]));
      const views = ended.map((row) => {
        const { index, asset } = marketOf(realm, row.market);
        return { ...viewOf(row, index, asset), madeGood: paid.get(row.id) ?? '' };
      });
      return { open: open.filter(({ option }) => !over.has(option.id)), ended: views };
    },
    getOptionReceipt: async ({ optionId }, context) => {
      const { actor } = context;
      const realm = realms[actor.realm];
      const open = realm.machine().open.get(optionId);
      if (open !== undefined && open.userId === actor.userId) return refuse('notEnded');
      await realm.decided();
      const row = await realm.reads.ended(optionId);
      if (row === undefined || row.userId !== actor.userId) return refuse('unknownOption');
      const of = (market: string) => marketOf(realm, market);
      const spend = (bytes: number) => context.spendBytes(bytes);
      const parts = { realm: realm.realm, reads: realm.reads, ticks, spend, signer, of };
      const receipt = await receiptOf(row, parts);
      return typeof receipt === 'string' ? refuse(receipt) : receipt;
    },
    getOptionLimits: (_input, { actor, now }) => limits(actor.realm, actor.userId, now),
    limitOptions: async ({ dailyStake: text, excludedUntil }, { actor, now, commandId }) => {
      const dailyStake = text === undefined ? {} : { dailyStake: parseSafe(text, SCALE) };
      const id = commandId === undefined ? {} : { id: commandId };
      const body = { ...dailyStake, excludedUntil };
      const command = { type: 'limitOptions', actor: actor.userId, body, ...id } as const;
      const reply = await realms[actor.realm].submit(command);
      return reply.ok ? limits(actor.realm, actor.userId, now) : refused(reply);
    },
  };
}

function marketOf({ machine, assetSymbol }: OptionsRealm, market: string) {
  const row = machine().markets.get(market);
  return row === undefined
    ? { index: '', asset: '' }
    : { index: row.index, asset: assetSymbol(row.asset) };
}

/** The terms of all markets as staff see them. */
function termsOf(realm: OptionsRealm) {
  const { markets, open, escrow } = realm.machine();
  const text = (units: bigint) => formatDecimal(units, SCALE);
  const rows = markets.rows();
  return {
    markets: rows.map((row) => {
      const { market, index, status, tickMs, version, feePpm, volatilityPpm, saleFeePpm } = row;
      const series = open.series.rows().filter((one) => one.market === market);
      const sum = (field: 'escrow' | 'house') =>
        text(series.reduce((all, one) => all + one[field], 0n));
      return {
        ...{ market, index, status, tickMs, version, feePpm, volatilityPpm, saleFeePpm },
        ...{ asset: realm.assetSymbol(row.asset), ...boundsOf(row) },
        rates: TERMS_MS.map((termMs) => ({ termMs, payoutPpm: markets.payoutPpm(market, termMs) })),
        open: series.reduce((all, { count }) => all + count, 0),
        ...{ escrow: sum('escrow'), house: sum('house') },
      };
    }),
    capital: [...new Set(rows.map(({ asset }) => asset))].map((asset) => ({
      asset: realm.assetSymbol(asset),
      amount: text(escrow.capital(asset)),
    })),
  };
}

function boundsOf(row: MarketRow) {
  const { leastStake, mostStake, capacityExpiry, capacityOpen, buyerSharePpm, tickDelayMs } = row;
  return {
    ...{ leastStake: amount(leastStake), mostStake: amount(mostStake) },
    ...{ capacityExpiry: amount(capacityExpiry), capacityOpen: amount(capacityOpen) },
    buyerSharePpm: buyerSharePpm ?? WHOLE_PPM,
    tickDelayMs: tickDelayMs ?? 0,
  };
}

function marketView(
  { machine, assetSymbol }: OptionsRealm,
  row: MarketRow,
  buyer: number | null,
  now: number,
) {
  const { market, index, asset, status, feePpm, saleFeePpm, volatilityPpm, tickMs, version } = row;
  const { markets, capacity } = machine();
  const terms = TERMS_MS.filter((termMs) => markets.payoutPpm(market, termMs) > 0);
  return {
    ...{ market, index, asset: assetSymbol(asset), status, tickMs, version },
    ...{ feePpm, saleFeePpm, volatilityPpm, ...boundsOf(row) },
    isOpen: terms[0] !== undefined && machine().isOpen(row, now, terms[0]),
    terms: terms.map((termMs) => {
      const payoutPpm = markets.payoutPpm(market, termMs);
      const windowMs = windowOf(termMs);
      const expiresAt = expiryOf(now, termMs);
      const text = (units: bigint) => formatDecimal(units, SCALE);
      return {
        ...{ termMs, payoutPpm, windowMs, needed: neededTicks(windowMs, tickMs) },
        breakEvenPpm: breakEvenPpm(amountsOf(EVEN, payoutPpm, feePpm)),
        room: text(capacity.room(row, expiresAt)),
        ownRoom: text(capacity.roomOf(row, expiresAt, buyer)),
      };
    }),
  };
}

function dayView(row: DayRow) {
  const { market, day, won, lost, tied, voided, sold, crowdRight, crowdWrong } = row;
  const { stakes, fees, paid, refunded, theory } = row;
  const text = (units: bigint) => formatDecimal(units, SCALE);
  return {
    ...{ market, day, won, lost, tied, voided, sold, crowdRight, crowdWrong },
    ...{ stakes: text(stakes), fees: text(fees), paid: text(paid), refunded: text(refunded) },
    ...{ realisedHold: text(stakes + fees - paid), theoreticalHold: text(theory) },
    ...{ milliSigma: crowdMilliSigma(row), alarm: isAlarming(row) },
  };
}

/** A quote as it was sent; null when it is none. What it says is compared by the engine. */
function readQuote(text: string): OptionQuote | null {
  try {
    const quote = JSON.parse(text) as OptionQuote | null;
    if (typeof quote !== 'object' || quote === null) return null;
    const isWhole = QUOTE_FIELDS.every((field) =>
      ['string', 'number'].includes(typeof quote[field]),
    );
    return isWhole ? quote : null;
  } catch {
    return null;
  }
}

function refused<R extends string>({
  refusal,
  detail,
}: {
  refusal: R;
  detail?: object | undefined;
}) {
  // The engine's name for a refusal that has one name on the wire for all modules.
  const code = refusal === 'commandIdReused' ? 'idempotencyConflict' : refusal;
  return new Refusal(code as never, { ...detail } as Record<string, string>);
}

function amount(units: number | null): string {
  return units === null ? '' : formatSafe(units, SCALE);
}
