import type { ApprovalTable } from '@assay/core/approval/policy';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { indexName } from '@assay/core/order/market';
import { refuse } from '@assay/core/schema/outcome';
import type { Identity } from '@assay/modules/identity';
import type { Inbox } from '@assay/modules/inbox';
import type { Operators } from '@assay/modules/operators';
import type { Parameters } from '@assay/modules/parameters';
import { createPurchases, type Purchases, type PurchasesRealm } from '@assay/modules/purchases';
import { BOUGHT, CURRENCY_NAMES, type Currency, type Rate } from '@assay/modules/purchases/rules';
import type { BankWithdrawalReturned, PurchaseChanged } from '@assay/modules/purchases/schema';
import type { Support } from '@assay/modules/support';
import type { AddressBook, OfBanks } from '@assay/modules/wallet';
import type { Database } from '@assay/platform/db/database';
import type { Messages } from '@assay/platform/http/messages';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import type { Documents } from './documents.ts';
import { openedTicket } from './opened-ticket.ts';
import type { RealmEngine } from './realm.ts';
import { rulesHistory } from './withdrawal-rules.ts';
import { levelOf, masked } from './withdrawals.ts';

/** What quick purchases need of the server. */
export interface PurchaseOptions {
  readonly log: Log;
  readonly db: Pick<Database, 'pool'>;
  readonly jobs: Jobs;
  readonly messages: Messages;
  readonly engine: RealmEngine;
  readonly approvals: ApprovalTable;
}

interface Around extends Documents {
  readonly identity: Identity;
  readonly book: Pick<AddressBook, 'hasReadRules'>;
  readonly parameters: Pick<Parameters, 'historyOf' | 'ofHouse' | 'versionAt'>;
  /** Withdrawals that a bank carries, and what reaches people about what came back. */
  readonly ofBanks: OfBanks;
  /** Staff come after purchases, whose commands two of them decide on. */
  readonly operators: () => Pick<Operators, 'record' | 'personOf'>;
}

/** Bank money by which the rate of a currency is published, where no index has it. */
const RATES = {
  EUR: 'purchaseRateEur',
  USD: 'purchaseRateUsd',
  GBP: 'purchaseRateGbp',
  HKD: 'purchaseRateHkd',
} as const satisfies Record<Currency, string>;

/** Quick purchases around the engine: their calls, what goes on by itself, and what staff do. */
export function startPurchases(
  { log, db, jobs, messages, engine, approvals }: PurchaseOptions,
  { identity, verification, files, decoder, marker, book, parameters, operators, ofBanks }: Around,
): Purchases & { connect(inbox: Pick<Inbox, 'deliver'>, support: Pick<Support, 'open'>): void } {
  let open: Support['open'] = async () => refuse('tooManyOpen', { limit: '0' });
  const purchases = createPurchases(db, purchasesRealm(engine), {
    ...{ messages, files, decoder, marker },
    rate: (currency, now) => indexRate(engine, currency) ?? ownRate(parameters, currency, now),
    marginPpm: (now) => parameters.ofHouse('purchaseMargin', now),
    spreadPpm: (now) => parameters.ofHouse('bankSpread', now),
    hours: (now) => parameters.ofHouse('purchaseHours', now),
    rulesVersion: (now) => rulesHistory(parameters, now).at(-1)!.version,
    verified: async (userId) => levelOf(await verification.levelsOf(userId)),
    hasReadRules: (userId) => book.hasReadRules(userId),
    nameOf: (userId) => verification.nameOf(userId),
    ofBanks,
    openTicket: async (text, context) => {
      const opened = await open({ topic: 'deposit', text, files: [] }, context);
      return openedTicket(opened);
    },
    customer: async (userId) => masked(await identity.customer(userId)),
    record: (context, entry) => operators().record(context, entry),
    needsTwo: (type, body) => approvals.refuseUnapproved(type, body) !== null,
    personOf: (operatorId) => operators().personOf(operatorId),
    samePersonAllowed: () => approvals.samePersonAllowed,
  });
  jobs.add(purchases.job);
  identity.addPersonalRecords('purchases', purchases.personalRecords);
  const connect = (inbox: Pick<Inbox, 'deliver'>, support: Pick<Support, 'open'>) => {
    open = support.open;
    engine.onCommit(({ facts, at }) => {
      for (const fact of facts) {
        const message = messageOf(fact, at);
        if (message === null) continue;
        // The purchase stands in its list; a message that is lost changes nothing of it.
        inbox.deliver(message).catch((err: unknown) => log.error({ err }, 'a message was lost'));
      }
    });
  };
  return { ...purchases, connect };
}

/** The engine as purchases see it. */
export function purchasesRealm(engine: RealmEngine): PurchasesRealm {
  const listed = (symbol: string) => engine.machines.markets.assetId(symbol);
  const available = (symbol: string) => {
    const asset = listed(symbol);
    if (asset === undefined) return 0n;
    const { ledger } = engine.machines.ledger;
    const slot = ledger.find(accountId(OWNER.purchases, WALLET.currency, asset));
    return slot < 0 ? 0n : ledger.available(slot);
  };
  return {
    submit: (command) => engine.submit(command),
    list: async (symbol) => {
      if (listed(symbol) !== undefined) return;
      const body = { symbol, name: CURRENCY_NAMES[symbol] };
      const id = `bank-money ${symbol}`;
      await engine.submit({ type: 'listAsset', actor: OWNER.setup, id, body });
    },
    available: () => available(BOUGHT),
    money: (currency) => available(currency),
  };
}

/** By the index of the currency, where the feeds have one. */
function indexRate({ machines: { feeds } }: RealmEngine, currency: Currency): Rate | null {
  const price = feeds.lastIndex(indexName(currency, BOUGHT));
  if (price === undefined) return null;
  const { units, at, n } = price;
  return { units: BigInt(units), at, source: 'index', tick: n };
}

/** As two of staff have published it; 0 says that the currency is not offered. */
function ownRate(
  parameters: Pick<Parameters, 'ofHouse' | 'versionAt'>,
  currency: Currency,
  now: number,
): Rate | null {
  const name = RATES[currency];
  const units = parameters.ofHouse(name, now);
  if (units === 0) return null;
  const version = parameters.versionAt(name, '', now);
  const at = version?.takesEffectAt ?? 0;
  return { units: BigInt(units), at, source: 'parameter', tick: version?.versionId ?? 0 };
}

function messageOf(fact: { readonly type: string }, at: number) {
  if (fact.type === 'purchaseChanged') return changedMessage(fact as PurchaseChanged, at);
  if (fact.type !== 'bankWithdrawalReturned') return null;
  const { userId, id, amount, asset, returned, money } = fact as BankWithdrawalReturned;
  const details = { amount, asset, returned, money, id: String(id) };
  const key = 'withdrawal.sentBack';
  return { userId, kind: 'money', key, details, link: `/tbjl?id=${id}`, at } as const;
}

/** Each change is a message; the reason of a refund has a text of its own. */
function changedMessage({ userId, purchase }: PurchaseChanged, at: number) {
  const { id, asset, amount, cost, money, state, reason } = purchase;
  const key = reason === '' ? `purchase.${state}` : `purchase.${state}.${reason}`;
  const details = { amount, asset, cost, money, id: String(id) };
  return { userId, kind: 'money', key, details, link: `/kjmb?id=${id}`, at } as const;
}
