import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { Refusal } from '@assay/core/schema/outcome';
import { chainMigrations } from '@assay/platform/chain/rows';
import { transaction } from '@assay/platform/db/transaction';
import { Files, filesMigrations } from '@assay/platform/files/files';
import { ObjectFolder } from '@assay/platform/files/folder';
import { scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { createHttp, type Http } from '@assay/platform/http/server';
import { Decoder } from '@assay/platform/images/decoder';
import { silentLog } from '@assay/platform/log';
import { Client } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { limitTable } from '../../apps/server/limits.ts';
import { engineTables } from '../../apps/server/migrations.ts';
import { purchasesRealm } from '../../apps/server/purchases.ts';
import { approvalTable } from '../../apps/server/staff.ts';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import { trustingStaff } from '../../apps/server/testing/test-server.ts';
import { walletRealm } from '../../apps/server/trading.ts';
import identityEnglish from '../identity/messages/en.json' with { type: 'json' };
import { ordersMessages } from '../orders/index.ts';
import supportEnglish from '../support/messages/en.json' with { type: 'json' };
import verificationEnglish from '../verification/messages/en.json' with { type: 'json' };
import { createWithdrawals, type Withdrawals, walletMessages } from '../wallet/index.ts';
import { SHIPPED } from '../wallet/rules/index.ts';
import { createPurchases, type Purchases } from './index.ts';
import type { Rate } from './rules.ts';
import type { PurchaseView } from './schema/person.ts';

/** Purchases on an engine and a database, behind HTTP; who people are is what a test says. */

const START_AT = 1_763_640_000_000;
export const HOUR_MS = 3_600_000;
export const IBAN = 'DE89370400440532013000';

/** What people and the house are, which tests change. */
export const world = {
  verified: 'junior' as 'none' | 'junior' | 'senior',
  hasRead: true,
  rate: null as Rate | null,
  /** What the person has proved that they are called. */
  name: 'Ana Sousa',
  whitelistOnly: false,
  /** What steps-up were asked for. */
  proved: [] as string[],
  tickets: 0,
  /** Accounts of staff that are another person's second one. */
  persons: new Map<number, number>(),
  isTrial: false,
  details: [] as unknown[],
  records: [] as string[],
};

export let db: TestDatabase;
export let realm: TestRealm;
export let purchases: Purchases;
export let withdrawals: Withdrawals;
export let client: Client;
let http: Http;
let folder: string;

export async function open(): Promise<void> {
  db = await createTestDatabase([...engineTables(), ...chainMigrations(), ...filesMigrations()]);
  realm = await startTestRealm({ realm: 'real', db, startAt: START_AT, house: {} });
  const funds = { owner: OWNER.purchases, asset: 'USDT', amount: '50000' };
  await realm.must(OWNER.setup, 'fundHouse', funds);
  folder = mkdtempSync(path.join(tmpdir(), 'assay-purchases-'));
  const store = new ObjectFolder(path.join(folder, 'files'));
  const files = await Files.start({ database: db.app, dataDir: folder, store });
  const decoder = new Decoder({ log: silentLog });
  const table = approvalTable('production');
  const messages = new Messages().add(walletMessages).add({ en: supportEnglish });
  messages.add(ordersMessages).add({ en: identityEnglish }).add({ en: verificationEnglish });
  withdrawals = createWithdrawals(db.app, walletRealm(realm.engine), {
    identity: {
      hasTradePassword: async () => true,
      checkTradePassword: async () => null,
      stepUp: async (action, { stepUp }) => {
        world.proved.push(action);
        return stepUp === undefined ? new Refusal('stepUpNeeded') : null;
      },
      withdrawalLimits: async () => [],
      habits: async () => ({ newDeviceAt: null, hours: [] }),
    },
    book: { find: async () => null, isWhitelistOnly: async () => world.whitelistOnly },
    networks: () => [
      {
        ...{ chainId: 1, chain: 'Ethereum (ERC-20)', asset: 'USDT', decimals: 6 },
        ...{ token: null, explorer: '' },
      },
    ],
    bank: () => purchases.bankWay,
    rules: () => [SHIPPED],
    verified: async () => world.verified,
    turnoverDone: async () => 1_000_000_00000000n,
    travel: async () => ({ recipientFrom: 1_000_00000000n, providerFrom: null }),
    customer: async () => ({ name: 'A•••', email: '', phone: '', country: 'DE', createdAt: 1 }),
    mask: (name) => `${name[0]}•••`,
    record: async (_context, { action }) => void world.records.push(action),
    payer: () => 'hand',
    paid: async () => 'paid',
    isRead: () => true,
    contradicted: () => [],
  });
  purchases = createPurchases(db.app, purchasesRealm(realm.engine), {
    ...{ messages, files, decoder, marker: decoder, ofBanks: withdrawals.ofBanks },
    spreadPpm: () => 10_000,
    nameOf: async () => world.name,
    rate: () => world.rate,
    marginPpm: () => 10_000,
    hours: () => 24,
    rulesVersion: () => 7,
    verified: async () => world.verified,
    hasReadRules: async () => world.hasRead,
    openTicket: async () => {
      world.tickets += 1;
      return { ticketId: world.tickets };
    },
    customer: async () => ({ name: 'A•••', email: '', phone: '', country: 'DE', createdAt: 1 }),
    record: async (_context, { action, detail }) => {
      world.records.push(action);
      world.details.push(detail);
    },
    needsTwo: (type, body) => table.refuseUnapproved(type, body) !== null,
    personOf: async (operatorId) => world.persons.get(operatorId) ?? operatorId,
    samePersonAllowed: () => world.isTrial,
  });
  http = createHttp({
    ...{
      authenticator: trustingStaff,
      calls: [...purchases.calls, ...withdrawals.calls],
      log: silentLog,
      messages,
    },
    clock: realm.clock,
    limits: new Limits(scaleLimits(limitTable, 10_000)),
    checkOutputs: true,
  });
  client = new Client(await http.listen(0, '127.0.0.1'));
  await decide('setPayee', PAYEE);
  close = async () => {
    realm.audit();
    decoder.stop();
    client.close();
    await http.stop();
    await realm.stop();
    await db.drop();
    rmSync(folder, { recursive: true });
  };
}

export let close: () => Promise<void> = async () => undefined;

export function forget(): void {
  world.verified = 'junior';
  world.hasRead = true;
  const at = realm.clock.now();
  world.rate = { units: 108_000_000n, at, source: 'index', tick: 9 };
  world.records = [];
  world.details = [];
  world.persons.clear();
  world.isTrial = false;
  world.name = 'Ana Sousa';
  world.whitelistOnly = false;
  world.proved = [];
}

export const PAYEE = {
  ...{ currency: 'EUR', holder: 'Assay Ltd', bankName: 'First Bank', account: IBAN },
  ...{ bic: 'COBADEFFXXX', bankAddress: 'Frankfurt' },
};

type Named = keyof Purchases['decided'];

/** As the keeper of proposals does it: prepared by one, run with the last decision, then done. */
export async function decide(type: Named, wanted: object): Promise<string> {
  const command = purchases.decided[type] as Steps;
  const body = command.read(wanted);
  if (body === null) return 'badCommand';
  const refused = await transaction(db.app.pool, async (tx) => {
    const against = (await command.prepared?.(body, tx, { now: realm.clock.now() })) ?? null;
    if (against !== null) return against;
    const ran = await command.run(body, tx, realm.clock.now());
    return ran.refusal ?? '';
  });
  if (refused === '') await command.done?.(body, realm.clock.now());
  return refused;
}

interface Steps {
  read(body: object): object | null;
  prepared?(body: object, tx: unknown, step: { now: number }): Promise<string | null>;
  run(body: object, tx: unknown, now: number): Promise<{ refusal?: string }>;
  done?(body: object, now: number): Promise<void>;
}

export const post = (user: number, name: string, fields: object = {}) =>
  client.post(name, fields, { token: `real-${user}` });
export const get = (user: number, name: string, fields: Record<string, string> = {}) =>
  client.get(name, fields, { token: `real-${user}` });
export const asStaff = (operatorId: number, name: string, fields: object = {}) =>
  name.startsWith('get')
    ? client.get(name, fields as Record<string, string>, { token: `staff-${operatorId}` })
    : client.post(name, fields, { token: `staff-${operatorId}` });

/** 100 USDT for 93.52 EUR. */
export const asked = (change: object = {}) => ({
  ...{ currency: 'EUR', amount: '100', cost: '93.52', payer: 'Ana Sousa', ...change },
});

export async function ordered(user: number, change: object = {}): Promise<PurchaseView> {
  const { code, data, text } = await post(user, 'orderPurchase', asked(change));
  if (code !== 0) throw new Error(text);
  return data.purchase as PurchaseView;
}

/** What the clock has to do, and then the job. */
export async function later(ms: number): Promise<void> {
  realm.clock.advance(ms);
  const { signal } = new AbortController();
  await withdrawals.job.run(realm.clock.now(), signal);
  await purchases.job.run(realm.clock.now(), signal);
}

export const stageOf = async (user: number, id: number): Promise<string> =>
  (await get(user, 'getPurchase', { purchaseId: String(id) })).data.purchase.stage;

export interface Entry {
  readonly amount: string;
  readonly text: string;
  readonly payer?: string;
  readonly ref: string;
  readonly kind?: 'CRDT' | 'DBIT';
  readonly status?: string;
  readonly currency?: string;
  readonly day?: string;
}

/** Who is on the other side of a line. */
const PARTY = { CRDT: 'Dbtr', DBIT: 'Cdtr' } as const;

/** A statement as banks send it. */
export function camt(entries: readonly Entry[], account = IBAN): string {
  const all = entries.map(
    ({
      amount,
      text,
      payer = 'Ana Sousa',
      ref,
      kind = 'CRDT',
      status = 'BOOK',
      currency = 'EUR',
      day = '2025-11-20',
    }) =>
      `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${kind}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>
<BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${ref}</AcctSvcrRef><NtryDtls><TxDtls>
<RltdPties><${PARTY[kind]}><Pty><Nm>${payer}</Nm></Pty></${PARTY[kind]}></RltdPties>
<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr/><Stmt>
<Acct><Id><IBAN>${account}</IBAN></Id></Acct>${all.join('\n')}</Stmt></BkToCstmrStmt></Document>`;
}

/** The member of staff who imports. */
export const IMPORTER = 2;

/** By somebody else than who releases. */
export const importFile = (text: string, type = 'application/xml', fields: object = {}) =>
  client.send('POST', `/web/importStatement?${new URLSearchParams({ fileName: 'a', ...fields })}`, {
    ...{ token: `staff-${IMPORTER}`, raw: { type, text } },
  });

let refs = 0;

/** A debit of the bank with this number on it, and the number of the line. */
export async function debited(change: Partial<Entry> & { text: string; amount: string }) {
  refs += 1;
  const ref = `D${refs}`;
  const { code, text } = await importFile(camt([{ kind: 'DBIT', ref, ...change }]));
  if (code !== 0) throw new Error(text);
  const { rows } = await db.pool.query('select line_id from bank_debit where entry = $1', [ref]);
  return rows[0].line_id as number;
}

/** A credit of the bank that is no payment of an order, and the number of the line. */
export async function credited(change: Partial<Entry> & { text: string; amount: string }) {
  refs += 1;
  const ref = `C${refs}`;
  const { code, text } = await importFile(camt([{ ref, ...change }]));
  if (code !== 0) throw new Error(text);
  const { rows } = await db.pool.query('select line_id from bank_line where entry = $1', [ref]);
  return rows[0].line_id as number;
}

/** A line of the bank for this order, and its number. */
export async function paid(order: PurchaseView, change: Partial<Entry> = {}): Promise<number> {
  refs += 1;
  const ref = `B${refs}`;
  const { code, text } = await importFile(
    camt([{ amount: order.cost, text: order.reference, payer: order.payer, ref, ...change }]),
  );
  if (code !== 0) throw new Error(text);
  const { rows } = await db.pool.query('select line_id from bank_line where entry = $1', [ref]);
  return rows[0].line_id as number;
}

/** `available/held` of the house, and what a person has. */
export function funds(user: number, asset = 'USDT'): string[] {
  const { ledger } = realm.machines.ledger;
  const id = realm.machines.markets.assetId(asset)!;
  return [OWNER.purchases, user].map((owner) => {
    const slot = ledger.find(accountId(owner, WALLET.currency, id));
    return `${ledger.available(slot) / 100_000_000n}/${ledger.held(slot) / 100_000_000n}`;
  });
}
