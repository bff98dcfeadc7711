import type { Realm } from '@assay/core/ledger/realm';
import { maskEmail, maskName, maskPhone } from '@assay/core/mask';
import { SCALE } from '@assay/core/num/decimal';
import { marginTurnoverOf } from '@assay/modules/cfd';
import type { Identity } from '@assay/modules/identity';
import type { Policy } from '@assay/modules/identity/policy';
import type { Inbox } from '@assay/modules/inbox';
import type { Operators } from '@assay/modules/operators';
import type { Parameters } from '@assay/modules/parameters';
import { readVolumeOf } from '@assay/modules/spot';
import type { Verification } from '@assay/modules/verification';
import {
  type AddressBook,
  type BankWay,
  createWithdrawals,
  type DepositChain,
  type DepositsModule,
  type Network,
  type ReservesModule,
  type Withdrawal,
  type Withdrawals,
} from '@assay/modules/wallet';
import type { WithdrawalChanged } from '@assay/modules/wallet/schema';
import type { Clock } from '@assay/platform/clock';
import type { Database } from '@assay/platform/db/database';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import { optionTurnover } from './options.ts';
import { startPayouts } from './payouts.ts';
import type { RealmEngine } from './realm.ts';
import { walletRealm } from './trading.ts';
import { rulesHistory } from './withdrawal-rules.ts';

/** What withdrawals need of the server. */
export interface WithdrawalOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Pick<Database, 'pool'>;
  readonly jobs: Jobs;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
}

interface Around {
  readonly identity: Identity;
  readonly verification: Pick<Verification, 'levelsOf' | 'policyOf'>;
  readonly deposits: Pick<DepositsModule, 'chains' | 'contradicted' | 'isRead' | 'paid'>;
  readonly reserves: Pick<ReservesModule, 'stopped'>;
  readonly book: AddressBook;
  readonly parameters: Pick<Parameters, 'historyOf'>;
  /** Banks come after withdrawals, of which they carry some. */
  readonly bank: () => BankWay;
  /** Staff come after withdrawals, whose command two of them decide on. */
  readonly operators: () => Pick<Operators, 'record'>;
}

interface RunningWithdrawals extends Withdrawals {
  tell(inbox: Pick<Inbox, 'deliver'>): void;
  /** Has one that was handed over given back, unless something carries it. */
  giveBack<T>(
    named: Pick<Withdrawal, 'withdrawalId' | 'digest'>,
    give: () => Promise<T>,
  ): Promise<T | { refusal: string }>;
}

/** What leaves; the other assets are traded for it. */
const LEAVES = 'USDT';

/** Withdrawals around the engine: their calls, what goes on by itself, and what staff do. */
export async function startWithdrawals(
  { db, jobs, engines, log, clock }: WithdrawalOptions,
  { identity, verification, deposits, reserves, book, parameters, operators, bank }: Around,
): Promise<RunningWithdrawals> {
  const engine = engines.real;
  const payouts = await startPayouts({
    ...{ db, engine },
    record: (paid, at) => withdrawals.recordPayout(paid, at),
  });
  const withdrawals: Withdrawals = createWithdrawals(db, walletRealm(engine), {
    ...{ identity, book },
    networks: () => networksOf(deposits.chains()),
    bank,
    contradicted: () => [...deposits.contradicted(), ...reserves.stopped()],
    rules: (now) => rulesHistory(parameters, now),
    verified: async (userId) => levelOf(await verification.levelsOf(userId)),
    turnoverDone: (userId) => turnoverOf(engine, db, userId),
    travel: async (userId) => travelOf(await verification.policyOf(userId)),
    customer: async (userId) => masked(await identity.customer(userId)),
    mask: maskName,
    record: (context, entry) => operators().record(context, entry),
    payer: payouts.payer,
    isRead: (chainId) => deposits.isRead(chainId),
    paid: (chainId, payment) => deposits.paid(chainId, payment),
  });
  jobs.add(withdrawals.job);
  jobs.add(payouts.job);
  identity.addPersonalRecords('withdrawals', withdrawals.personalRecords);
  const tell = (inbox: Pick<Inbox, 'deliver'>) => {
    engine.onCommit(({ facts, at }) => {
      for (const fact of facts) {
        if (fact.type !== 'withdrawalChanged') continue;
        // The withdrawal stands in its list; a message that is lost changes nothing of it.
        const message = messageOf(fact as WithdrawalChanged, at);
        inbox.deliver(message).catch((err: unknown) => log.error({ err }, 'a message was lost'));
      }
    });
  };
  // A bank has paid what a statement says, before the engine has settled it.
  const isPaid = async (withdrawalId: number) =>
    (await withdrawals.ofBanks.byId(db.pool, withdrawalId))?.transaction ?? null;
  const carries = async (withdrawalId: number) =>
    (await isPaid(withdrawalId)) === null ? payouts.carries(withdrawalId) : 'wrongState';
  // Nobody can say in between that a bank has paid it.
  const giveBack: RunningWithdrawals['giveBack'] = (named, give) => {
    const { withdrawalId } = named;
    return withdrawals.alone(withdrawalId, async () => {
      // Before anybody looks: what the signer refuses today it may sign tomorrow.
      await withdrawals.takeBack(named, clock.now());
      const why = await carries(withdrawalId);
      return why === null ? give() : { refusal: why };
    });
  };
  return { ...withdrawals, tell, giveBack };
}

/** The tokens of open chains in which money leaves. */
function networksOf(chains: readonly DepositChain[]): Network[] {
  return chains.flatMap(({ chainId, name, explorer, isOpen, tokens }) =>
    tokens
      .filter((token) => isOpen && token.isOpen && token.asset === LEAVES)
      .map(({ asset, contract, decimals }) => ({
        ...{ chainId, chain: name, asset, token: contract, decimals, explorer },
      })),
  );
}

export function levelOf({ junior, senior }: { readonly junior: string; readonly senior: string }) {
  if (senior === 'approved') return 'senior';
  return junior === 'approved' ? 'junior' : 'none';
}

/** The amounts of a country policy are whole. */
function travelOf({ travel: { recipientFrom, providerFrom } }: Pick<Policy, 'travel'>) {
  const units = (whole: number) => BigInt(whole) * 10n ** BigInt(SCALE);
  return {
    recipientFrom: units(recipientFrom),
    providerFrom: providerFrom === null ? null : units(providerFrom),
  };
}

/** What a person traded on spot, put into contracts as margin, and staked on options. */
export async function turnoverOf(
  engine: Pick<RealmEngine, 'realm' | 'machines'>,
  db: Pick<Database, 'pool'>,
  userId: number,
): Promise<bigint> {
  const { realm, machines } = engine;
  let sum = 0n;
  for (const { market, tickLots } of await readVolumeOf(db.pool, realm, userId)) {
    const rules = machines.markets.marketById(market)?.rules;
    if (rules !== undefined) sum += tickLots * BigInt(rules.quotePerTickLot);
  }
  const margin = await marginTurnoverOf(db.pool, realm, userId);
  return sum + margin + (await optionTurnover(engine, db, userId));
}

/** A person's data as staff see them. */
export function masked(customer: Awaited<ReturnType<Identity['customer']>>) {
  const { name = '', email = '', phone = '', country = '', createdAt = 0 } = customer ?? {};
  return {
    ...{ country, createdAt },
    name: name === '' ? '' : maskName(name),
    email: email === '' ? '' : maskEmail(email),
    phone: phone === '' ? '' : maskPhone(phone),
  };
}

/** Each change is a message; the reason of a refusal has a text of its own. */
function messageOf({ userId, withdrawal }: WithdrawalChanged, at: number) {
  const { id, asset, amount, state, reason } = withdrawal;
  const key = reason === '' ? `withdrawal.${state}` : `withdrawal.${state}.${reason}`;
  const details = { amount, asset, id: String(id) };
  return { userId, kind: 'money', key, details, link: `/tbjl?id=${id}`, at } as const;
}
