import { OWNER, staffActor } from '@assay/core/ledger/owners';
import { Refusal } from '@assay/core/schema/outcome';
import type { Paid, Payment } from '@assay/platform/chain/paid';
import { chainMigrations } from '@assay/platform/chain/rows';
import { scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { createHttp, type Http } from '@assay/platform/http/server';
import { silentLog } from '@assay/platform/log';
import { Client, type Received } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { limitTable } from '../../../apps/server/limits.ts';
import { engineTables } from '../../../apps/server/migrations.ts';
import { startTestRealm, type TestRealm } from '../../../apps/server/testing/test-realm.ts';
import { trustingStaff } from '../../../apps/server/testing/test-server.ts';
import { walletRealm } from '../../../apps/server/trading.ts';
import identityTexts from '../../identity/messages/en.json' with { type: 'json' };
import { ordersMessages } from '../../orders/index.ts';
import verificationTexts from '../../verification/messages/en.json' with { type: 'json' };
import { createWithdrawals, type Withdrawals, walletMessages } from '../index.ts';
import { type Rules, SHIPPED, type TravelRule } from '../rules/index.ts';
import { noBank } from '../testing/no-bank.ts';

/** Withdrawals on an engine and a database, behind HTTP; who people are is what a test says. */

export const PIN = '271845';
export const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
export const OTHER_ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
export const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
/** 20:00 in Hong Kong. */
const START_AT = 1_763_640_000_000;

interface Limit {
  kind: string;
  reason: string;
  createdAt: number;
  expiresAt: number | null;
  isLong?: boolean;
}

const TRAVEL: TravelRule = { recipientFrom: 1_000_00000000n, providerFrom: null };

/** What people are and have chosen, which tests change. */
export const people = {
  verified: 'senior' as 'none' | 'junior' | 'senior',
  hasTradePassword: true,
  turnover: 1_000_000_00000000n,
  travel: TRAVEL as TravelRule,
  limits: [] as Limit[],
  rules: [] as Rules[],
  contradicted: [] as number[],
  /** What the chain has of a payment that staff have made; null: nobody reads the chain. */
  paid: 'paid' as Paid | null,
  /** What it was asked for. */
  payments: [] as Payment[],
  /** Proofs that were not used yet, each of exactly these fields. */
  proofs: new Map<string, string>(),
  /** Addresses of the book. */
  book: new Map<string, { addedAt: number; isStrict: boolean }>(),
  whitelistOnly: false,
  /** No chain is offered. */
  isClosed: false,
  habits: { newDeviceAt: null as number | null, hours: [] as number[] },
};

export let db: TestDatabase;
export let realm: TestRealm;
export let withdrawals: Withdrawals;
export let client: Client;
let http: Http;

export async function open(): Promise<void> {
  db = await createTestDatabase([...engineTables(), ...chainMigrations()]);
  realm = await startTestRealm({ realm: 'real', db, startAt: START_AT, house: {} });
  // Some money of others, so that what leaves is no large part of all.
  await realm.newUser({ USDT: '90000000' });
  withdrawals = createWithdrawals(db.app, walletRealm(realm.engine), {
    identity: {
      hasTradePassword: async () => people.hasTradePassword,
      checkTradePassword: async (pin) => (pin === PIN ? null : new Refusal('tradePasswordWrong')),
      stepUp: async (_action, { stepUp, ...fields }) => {
        if (stepUp === undefined) return new Refusal('stepUpNeeded');
        const proved = people.proofs.get(stepUp) === fieldsOf(fields);
        return proved && people.proofs.delete(stepUp) ? null : new Refusal('stepUpWrong');
      },
      withdrawalLimits: async () => people.limits as never,
      habits: async () => people.habits,
    },
    book: {
      find: async (_userId, { address }) => people.book.get(address) ?? null,
      isWhitelistOnly: async () => people.whitelistOnly,
    },
    networks: () =>
      people.isClosed
        ? []
        : [
            {
              ...{ chainId: 1, chain: 'Ethereum (ERC-20)', asset: 'USDT', decimals: 6 },
              ...{ token: TOKEN, explorer: 'https://x.test/' },
            },
          ],
    bank: () => noBank,
    rules: () => people.rules,
    verified: async () => people.verified,
    turnoverDone: async () => people.turnover,
    travel: async () => people.travel,
    customer: async () => ({ name: 'A•••', email: '', phone: '', country: 'DE', createdAt: 1 }),
    mask: (name) => `${name[0]}•••`,
    record: async () => undefined,
    payer: () => 'hand',
    contradicted: () => people.contradicted,
    isRead: () => people.paid !== null,
    paid: async (_chainId, payment) => {
      people.payments.push(payment);
      return people.paid;
    },
  });
  const messages = new Messages().add(walletMessages);
  messages.add(ordersMessages).add({ en: identityTexts }).add({ en: verificationTexts });
  http = createHttp({
    ...{ authenticator: trustingStaff, calls: withdrawals.calls, log: silentLog, messages },
    clock: realm.clock,
    limits: new Limits(scaleLimits(limitTable, 10_000)),
    checkOutputs: true,
  });
  client = new Client(await http.listen(0, '127.0.0.1'));
}

export async function close(): Promise<void> {
  realm.audit();
  client.close();
  await http.stop();
  await realm.stop();
  await db.drop();
}

export function forget(): void {
  people.verified = 'senior';
  people.hasTradePassword = true;
  people.turnover = 1_000_000_00000000n;
  people.travel = TRAVEL;
  people.limits = [];
  people.contradicted = [];
  people.paid = 'paid';
  people.payments = [];
  people.rules = [SHIPPED];
  people.book.clear();
  people.whitelistOnly = false;
  people.isClosed = false;
  people.habits = { newDeviceAt: null, hours: [] };
}

function fieldsOf(fields: object): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return JSON.stringify(given.map(([name, value]) => [name, String(value)]).sort());
}

let proofs = 0;

/** What a person sends: 150 USDT to their address, proved. */
export function asked(change: object = {}): Record<string, string> {
  const fields = {
    ...{ asset: 'USDT', amount: '150', chainId: '1', address: ADDRESS, memo: '' },
    ...{ kind: 'ordinary', recipient: '', provider: '', tradePassword: PIN, ...change },
  };
  proofs += 1;
  const { cid: _, ...proved } = fields as Record<string, string>;
  const stepUp = String(proofs).padStart(43, 'p');
  people.proofs.set(stepUp, fieldsOf(proved));
  return { ...fields, stepUp };
}

const real = (user: number) => ({ token: `real-${user}` });

export const ask = (user: number, change: object = {}): Promise<Received> =>
  client.post('requestWithdrawal', asked(change), real(user));
export const post = (user: number, name: string, fields: object = {}): Promise<Received> =>
  client.post(name, fields, real(user));
export const get = (user: number, name: string, fields: Record<string, string> = {}) =>
  client.get(name, fields, real(user));
export const asStaff = (operatorId: number, name: string, fields: object = {}) =>
  name.startsWith('get')
    ? client.get(name, fields as Record<string, string>, { token: `staff-${operatorId}` })
    : client.post(name, fields, { token: `staff-${operatorId}` });

/** The number of a new withdrawal. */
export async function requested(user: number, change: object = {}): Promise<number> {
  const { code, data, text } = await ask(user, change);
  if (code !== 0) throw new Error(text);
  return data.withdrawal.withdrawalId as number;
}

/** They are the signer's to pay, and are handed over to it. */
export async function handedToSigner(...withdrawalIds: readonly number[]): Promise<void> {
  const ours = `update withdrawal_destination set payer = 'signer' where withdrawal_id = any($1)`;
  await db.pool.query(ours, [withdrawalIds]);
  await later(1000);
}

/** What the clock has to do, and then the job. */
export async function later(ms: number): Promise<void> {
  realm.clock.advance(ms);
  await withdrawals.job.run(realm.clock.now(), new AbortController().signal);
}

export async function one(user: number, withdrawalId: number) {
  const { data } = await get(user, 'getWithdrawal', { withdrawalId: String(withdrawalId) });
  return data as {
    withdrawal: Record<string, unknown> & { stage: string; state: string };
    timeline: { what: string; at: number; reason: string; by: string }[];
  };
}

export const stageOf = async (user: number, id: number) => (await one(user, id)).withdrawal.stage;

/** By one of two people, as the engine gets it once they have decided. */
export async function decided(type: string, withdrawalId: number, change: object = {}) {
  const { digest } = await rowOf(withdrawalId);
  const body = { withdrawalId, digest, ...change };
  const command = { type, actor: staffActor(3), id: `${type} ${withdrawalId} x`, body };
  return realm.engine.submitApproved(command);
}

export async function rowOf(withdrawalId: number) {
  const { rows } = await db.pool.query(
    'select digest, salt, chain_id from withdrawal_destination where withdrawal_id = $1',
    [withdrawalId],
  );
  return rows[0] as { digest: string; salt: string; chain_id: number };
}

export const available = async (user: number) => {
  const { data } = await get(user, 'getWithdrawalTerms');
  return [data.available, data.held];
};

export const CUSTODY = OWNER.custody;

/** The row of the deposit that the person's first credit is of, from `sender`. */
export async function depositedFrom(user: number, sender: string): Promise<void> {
  const { pool } = db;
  await pool.query(
    `insert into deposit_chain (chain_id, name, explorer, confirmations, withdrawal_confirmations,
       minutes, is_test, is_open, changed_at)
     values (1, 'Ethereum', '', 1, 1, 1, false, true, 0) on conflict do nothing`,
  );
  await pool.query('insert into deposit_person (user_id) values ($1)', [user]);
  await pool.query(
    `insert into deposit (chain_id, transaction_hash, place, user_id, address, sender, token, asset,
       units, amount, block_number, state, seen_at, changed_at, salt, rules, credit_seq)
     select 1, '0x' || lpad($3, 64, '0'), 0, $1, '', $2, '', 'USDT', c.amount, c.amount, 1,
       'credited', 0, 0, '', c.rules, c.seq from real.deposit_credit c where c.user_id = $1`,
    [user, sender.toLowerCase(), String(user)],
  );
}
