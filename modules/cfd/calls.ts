import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { LONG, SHORT } from '@assay/core/position/value';
import { Refusal } from '@assay/core/schema/outcome';
import type { CommandName, Commands } from '@assay/core/schema/registry';
import type { TickLogReader } from '@assay/modules/feeds';
import type { Identity } from '@assay/modules/identity';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { Actor, CallContext, Handlers } from '@assay/platform/http/context';
import { accountAt } from './account-at.ts';
import { exposureCall } from './exposure.ts';
import { type CfdMachine, listingOf } from './machine/cfd-machine.ts';
import type { LiveContract } from './machine/contract.ts';
import { orderView, positionView, receiptView } from './machine/views.ts';
import type { Quality } from './quality.ts';
import { type CfdSigner, convertingTicks, proofOf, ticksUntil } from './receipts.ts';
import { CLOSE_OUT_PERCENT } from './rules/risk.ts';
import type { Terms } from './rules/terms.ts';
import type { CFD_WARNINGS, calls } from './schema/index.ts';
import { receiptPage } from './standing.ts';
import { postingsOf } from './store/postings.ts';
import {
  listingAt,
  losersSince,
  openingOf,
  type Reads,
  receiptAt,
  termsOf,
} from './store/reads.ts';
import { type CfdTrials, openingAs, withTrials } from './trials.ts';

/** What the calls need of one realm. */
export interface CfdRealm {
  submit<T extends CommandName>(command: Command<T>): Promise<Reply<T>>;
  machine(): CfdMachine;
  now(): number;
}

/** The policy of a country. */
export interface CfdPolicy {
  readonly preset: string;
  readonly warnings: readonly (typeof CFD_WARNINGS)[number][];
  /** The share of the margin at which accounts are closed out. */
  readonly closeOutPercent: number;
  /** The highest leverage; 0: not offered. */
  leverageOf(underlying: Terms['underlying']): number;
}

/** How long a count of those who lost is shown before it is made again. */
const COUNTED_MS = 600_000;
const YEAR_MS = 365 * 86_400_000;

export interface CfdCallsOptions {
  readonly reads: Reads;
  readonly realms: Readonly<Record<Realm, CfdRealm>>;
  readonly trades: Pick<Identity, 'proveTrade'>;
  /** The log of ticks and the key of the installation; asked once prices have started. */
  evidence(): { readonly ticks: TickLogReader; readonly signer: CfdSigner };
  /** Counts executions, and reports them. */
  readonly quality: Quality;
  /** What the country of a person allows, null: of a visitor. Virtual money may practise all. */
  policyOf(userId: number | null): Promise<CfdPolicy>;
  readonly trials: CfdTrials;
}

type CfdCommand =
  | 'placeCfdOrder'
  | 'cancelCfdOrder'
  | 'closeCfdPositions'
  | 'protectCfdPosition'
  | 'setCfdMode';
type Context = CallContext & { readonly actor: Actor };

/** Handlers of the calls about contracts. The session determines the realm. */
export function cfdHandlers({
  reads,
  realms,
  trades,
  policyOf,
  evidence,
  quality,
  trials,
}: CfdCallsOptions): Handlers<typeof calls> {
  const send = async <T extends CfdCommand>(
    type: T,
    body: Commands[T]['body'],
    { actor, commandId }: Context,
  ) => {
    const command = { type, actor: actor.userId, body } as Command<T>;
    const reply = await realms[actor.realm].submit(
      commandId === undefined ? command : { ...command, id: commandId },
    );
    if (reply.ok) {
      return { done: reply.value as Commands[T]['outcome'], receipt: receiptOf(reply) };
    }
    const code = reply.refusal === 'commandIdReused' ? 'idempotencyConflict' : reply.refusal;
    return new Refusal(code as Exclude<Commands[T]['refusal'], 'notAllowed'>, reply.detail);
  };
  const handlers: Handlers<typeof calls> = {
    getCfdContracts: contractsCall(realms, policyOf, losersOf(reads)),
    getCfdTerms: async ({ contract, limit }, { actor }) => {
      const realm = actor?.realm ?? 'real';
      const live = realms[realm].machine().state.bySymbol.get(contract);
      if (live === undefined) return new Refusal('unknownContract');
      const rows = await termsOf(reads, realm, live.row.id, limit);
      return {
        terms: rows.map(({ listing, ...row }) => ({ ...row, listing: JSON.parse(listing) })),
      };
    },
    getCfdExposure: exposureCall(realms),
    ...quality.handlers,
    placeCfdOrder: async (input, context) => {
      const unproved = await trades.proveTrade('placeCfdOrder', input, context);
      if (unproved !== null) return unproved;
      const { stepUp: _proof, voucherId, ...order } = input;
      const acting = await openingAs(trials, voucherId, context);
      if (acting === null) return new Refusal('trialFundsNotUsable');
      const { actor } = context;
      const live = realms[actor.realm].machine().state.bySymbol.get(order.contract);
      if (live === undefined) return new Refusal('unknownContract');
      const bounds = await boundsOf(live, actor, policyOf);
      const sent = await send('placeCfdOrder', stated({ ...order, ...bounds }), acting);
      if (sent instanceof Refusal) {
        const { code }: { readonly code: string } = sent;
        const isOrder = code !== 'idempotencyConflict';
        if (isOrder) await quality.refused(actor.realm, actor.userId, live.row.symbol, code);
      }
      return sent instanceof Refusal ? sent : { order: sent.done, receipt: sent.receipt };
    },
    cancelCfdOrder: async (body, context) => {
      const sent = await send('cancelCfdOrder', body, context);
      return sent instanceof Refusal ? sent : { order: sent.done, receipt: sent.receipt };
    },
    closeCfdPositions: async (body, context) => {
      const sent = await send('closeCfdPositions', stated(body), context);
      if (sent instanceof Refusal) return sent;
      return { closing: [...sent.done.closing], receipt: sent.receipt };
    },
    protectCfdPosition: async (body, context) => {
      const none = { takeProfit: '', stopLoss: '', trailing: '', guaranteed: false };
      const whole = { ...none, ...stated(body) } as typeof none & { positionId: number };
      const sent = await send('protectCfdPosition', whole, context);
      return sent instanceof Refusal ? sent : { position: sent.done, receipt: sent.receipt };
    },
    setCfdMode: async (body, context) => {
      const sent = await send('setCfdMode', body, context);
      return sent instanceof Refusal ? sent : { mode: sent.done.mode, receipt: sent.receipt };
    },
    getCfdAccount: (_input, { actor }) => accountOf(realms[actor.realm].machine(), actor.userId),
    getCfdReceipt: receiptCall(reads, realms, evidence),
    getCfdReceipts: ({ before, limit }, { actor: { realm, userId } }) => {
      const of = { realm, machine: realms[realm].machine() };
      return receiptPage(reads, of, userId, before, limit);
    },
  };
  return withTrials(handlers, trials);
}

/** What the policy of a person's country bounds; the virtual account may practise all. */
async function boundsOf(
  { row }: LiveContract,
  { realm, userId }: Actor,
  policyOf: CfdCallsOptions['policyOf'],
) {
  if (realm === 'demo')
    return { policyLeverage: row.maxLeverage, policyCloseOut: CLOSE_OUT_PERCENT };
  const { leverageOf, closeOutPercent } = await policyOf(userId);
  return { policyLeverage: leverageOf(row.underlying), policyCloseOut: closeOutPercent };
}

/** A receipt with all that its amounts follow from. */
function receiptCall(
  reads: Reads,
  realms: CfdCallsOptions['realms'],
  evidence: CfdCallsOptions['evidence'],
): Handlers<typeof calls>['getCfdReceipt'] {
  return async (asked, context) => {
    const { realm, userId } = context.actor;
    const row = await receiptAt(reads, realm, userId, asked);
    if (row === undefined) return new Refusal('unknownReceipt');
    const { state } = realms[realm].machine();
    const live = state.of(row.contract);
    const listing = await listingAt(reads, realm, row.contract, row.version);
    const opening =
      row.kind === 'closed' ? await openingOf(reads, realm, userId, row.id) : undefined;
    const { ticks: log, signer } = evidence();
    const spend = (bytes: number) => context.spendBytes(bytes);
    const read = (index: string, tick: number, recent: string) =>
      ticksUntil(log, index, tick, recent, spend);
    const ticks = await read(live.row.index, row.tick, row.recent);
    if (typeof ticks === 'string') return new Refusal(ticks);
    const conversion = await convertingTicks(live.row.conversionIndex, row, read);
    if (typeof conversion === 'string') return new Refusal(conversion);
    if (listing === undefined) return new Refusal('unknownReceipt');
    const terms = JSON.parse(listing);
    const at = await accountAt(
      { ...row, terms },
      {
        ticksUntil: read,
        listingAt: (contract, version) => listingAt(reads, realm, contract, version),
        sessionAt: (index, at) => state.sessions.sessionAt(index, at),
      },
    );
    if (typeof at === 'string') return new Refusal(at);
    const said = {
      receipt: {
        ...receiptView(live, row),
        ...at.part,
        postings: await postingsOf(reads, realm, userId, row.seq),
      },
      terms,
      opened: opening === undefined ? null : receiptView(live, opening),
      session: row.tick === 0 ? null : state.sessions.sessionAt(live.row.index, row.tickAt),
    };
    return proofOf(said, { ticks, conversion, others: at.others }, signer);
  };
}

/** All contracts, as the caller may trade them. */
function contractsCall(
  realms: CfdCallsOptions['realms'],
  policyOf: CfdCallsOptions['policyOf'],
  losers: ReturnType<typeof losersOf>,
): Handlers<typeof calls>['getCfdContracts'] {
  return async (_input, { actor }) => {
    const name = actor?.realm ?? 'real';
    const realm = realms[name];
    const machine = realm.machine();
    const at = realm.now();
    const isReal = name === 'real';
    const policy = await policyOf(isReal ? (actor?.userId ?? null) : null);
    const { preset, warnings } = policy;
    const closeOutPercent = isReal ? policy.closeOutPercent : CLOSE_OUT_PERCENT;
    const counted = await losers(name, at);
    const contracts = machine.state.contracts.map((live) => {
      const { maxLeverage, underlying } = live.row;
      const leverage = isReal ? Math.min(maxLeverage, policy.leverageOf(underlying)) : maxLeverage;
      return { ...viewOf(machine, live, at), leverage };
    });
    const shown = { preset, warnings: [...warnings], closeOutPercent };
    return { at, contracts, policy: { ...shown, ...counted } };
  };
}

/** How many people lost in the last year, counted now and then. */
function losersOf(reads: Reads) {
  const counts = new Map<Realm, { at: number; count: ReturnType<typeof losersSince> }>();
  return (realm: Realm, at: number) => {
    const known = counts.get(realm);
    if (known !== undefined && at - known.at < COUNTED_MS) return known.count;
    const count = losersSince(reads, realm, at - YEAR_MS);
    counts.set(realm, { at, count });
    count.catch(() => counts.delete(realm));
    return count;
  };
}

/** The account of a person, their orders that wait and their open positions. */
function accountOf(machine: CfdMachine, userId: number) {
  const { state } = machine;
  const { orders } = state.tables;
  const ids = [...state.person(userId).orders].sort((a, b) => a - b);
  return {
    account: machine.accountOf(userId) ?? machine.emptyAccount(userId),
    orders: ids.map((id) => {
      const row = orders.get(id)!;
      return orderView(state.of(row.contract), row);
    }),
    positions: state.positionsOf(userId).map((row) => positionView(state.of(row.contract), row)),
  };
}

function viewOf(machine: CfdMachine, live: LiveContract, at: number) {
  const { row, quote } = live;
  const { sessions } = machine.state;
  const isOpen = sessions.sessionAt(row.index, at) !== null;
  const lots = (side: typeof LONG | typeof SHORT) =>
    formatDecimal(machine.availableLots(live, side), SCALE);
  return {
    ...{ version: row.version, listing: { ...listingOf(row) } },
    bid: quote === null ? '' : formatSafe(quote.bid, SCALE),
    ask: quote === null ? '' : formatSafe(quote.ask, SCALE),
    ...{ tick: quote?.n ?? 0, tickAt: quote?.at ?? 0, isOpen },
    opensAt: isOpen ? null : sessions.nextOpening(row.index, at),
    ...(live.conversion === null ? {} : { conversionPrice: priceText(live.conversionPrice) }),
    ...{ availableBuy: lots(LONG), availableSell: lots(SHORT) },
  };
}

/** "" for none yet. */
function priceText(units: number | null): string {
  return units === null ? '' : formatSafe(units, SCALE);
}

function receiptOf({ seq, hash }: { readonly seq: number; readonly hash: string }) {
  return { seq, hash };
}

/** Without the fields that were not sent: the log has what was said, and no more. */
function stated<T extends object>(body: T): Stated<T> {
  const said = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as Stated<T>;
}

type Stated<T> = { [K in keyof T]: Exclude<T[K], undefined> };
