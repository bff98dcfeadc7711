import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { Refusal } from '@assay/core/schema/outcome';
import { transaction } from '@assay/platform/db/transaction';
import { Files, filesMigrations } from '@assay/platform/files/files';
import { ObjectFolder } from '@assay/platform/files/folder';
import { scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { createHttp, type Http } from '@assay/platform/http/server';
import { Decoder } from '@assay/platform/images/decoder';
import { picture } from '@assay/platform/images/images.suite';
import { silentLog } from '@assay/platform/log';
import { Client } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { limitTable } from '../../apps/server/limits.ts';
import { loansRealm } from '../../apps/server/loans.ts';
import { engineTables } from '../../apps/server/migrations.ts';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import { trustingStaff } from '../../apps/server/testing/test-server.ts';
import identityEnglish from '../identity/messages/en.json' with { type: 'json' };
import { PaperLog, paperSigner } from '../options/testing/paper-log.ts';
import supportEnglish from '../support/messages/en.json' with { type: 'json' };
import verificationEnglish from '../verification/messages/en.json' with { type: 'json' };
import { walletMessages } from '../wallet/index.ts';
import {
  createLoans,
  LOAN_PRODUCTS,
  type LoanNotice,
  type Loans,
  type LoansRealm,
} from './index.ts';
import { DOCUMENTS, type LoanDetail, type LoanView } from './schema/index.ts';

/** Loans on an engine and a database, behind HTTP; who people are is what a test says. */

export const DAY_MS = 86_400_000;
const START_AT = 1_763_640_000_000;
const PROOF = 'p'.repeat(43);

/** What people are, and what was said to them, which tests change. */
export const world = {
  verified: 'junior' as 'none' | 'junior' | 'senior',
  isOffered: true,
  /** Whether the ledger can take nothing more. */
  isFull: false,
  records: [] as string[],
  notices: [] as LoanNotice[],
};

/** The log of ticks, which a test writes, and the key of the installation. */
export const ticks = new PaperLog();
export const signer = paperSigner();

export let db: TestDatabase;
export let realm: TestRealm;
export let loans: Loans;
export let client: Client;
let http: Http;
let folder: string;

export async function open(): Promise<void> {
  db = await createTestDatabase([...engineTables(), ...filesMigrations()]);
  realm = await startTestRealm({ realm: 'real', db, startAt: START_AT, house: {} });
  const funds = { owner: OWNER.lending, asset: 'USDT', amount: '50000' };
  await realm.must(OWNER.setup, 'fundHouse', funds);
  for (const body of LOAN_PRODUCTS) await realm.must(OWNER.setup, 'listLoanProduct', body);
  folder = mkdtempSync(path.join(tmpdir(), 'assay-loans-'));
  const store = new ObjectFolder(path.join(folder, 'files'));
  const quota = { objectsOfKind: 20, bytesOfOwnerADay: 2 ** 30, bytesOfAllADay: 2 ** 40 };
  const files = await Files.start({ database: db.app, dataDir: folder, store, quota });
  const decoder = new Decoder({ log: silentLog });
  const messages = new Messages().add(walletMessages).add({ en: supportEnglish });
  messages.add({ en: identityEnglish }).add({ en: verificationEnglish });
  // After a restart there is another engine.
  const now = () => loansRealm(realm.engine);
  const restarted: LoansRealm = {
    submit: (command) => now().submit(command),
    decided: () => now().decided(),
    machine: () => now().machine(),
    secured: () => now().secured(),
    symbol: (asset) => now().symbol(asset),
    assetId: (symbol) => now().assetId(symbol),
    available: () => now().available(),
    room: () => (world.isFull ? 0n : now().room()),
  };
  loans = createLoans(db.app, restarted, {
    ...{ messages, files, decoder, marker: decoder },
    verified: async () => world.verified,
    isOffered: async () => world.isOffered,
    stepUp: async (_action, input) => {
      const { stepUp } = input as { stepUp?: string };
      if (stepUp === undefined) return new Refusal('stepUpNeeded');
      return stepUp === PROOF ? null : new Refusal('stepUpWrong');
    },
    rulesVersion: () => 7,
    evidence: () => ({ ticks, signer }),
    customer: async () => ({ name: 'A•••', email: '', phone: '', country: 'DE', createdAt: 1 }),
    record: async (_context, { action }) => void world.records.push(action),
    notify: (notice) => void world.notices.push(notice),
  });
  http = createHttp({
    ...{ authenticator: trustingStaff, calls: loans.calls, log: silentLog, messages },
    clock: realm.clock,
    limits: new Limits(scaleLimits(limitTable, 10_000)),
    checkOutputs: true,
  });
  client = new Client(await http.listen(0, '127.0.0.1'));
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
  const usual = { verified: 'junior', isOffered: true, isFull: false };
  Object.assign(world, { ...usual, records: [], notices: [] });
}

interface Steps {
  read(body: object): object | null;
  prepared?(body: object, tx: unknown): Promise<string | null>;
  run(body: object, tx: unknown, now: number): Promise<{ refusal?: string }>;
  done?(body: object, now: number): Promise<void>;
}

/** As the keeper of proposals does it; `dies`: the server ends before what follows. */
export async function decide(
  type: keyof Loans['decided'],
  wanted: object,
  dies = false,
): Promise<string> {
  const command = loans.decided[type] as Steps;
  const body = command.read(wanted);
  if (body === null) return 'badCommand';
  const refused = await transaction(db.app.pool, async (tx) => {
    const against = (await command.prepared?.(body, tx)) ?? null;
    if (against !== null) return against;
    const ran = await command.run(body, tx, realm.clock.now());
    return ran.refusal ?? '';
  });
  if (refused === '' && !dies) await command.done?.(body, realm.clock.now());
  return refused;
}

export const post = (user: number, name: string, fields: object = {}) =>
  client.post(name, fields, { token: `real-${user}` });
export const get = (user: number, name: string, fields: Record<string, string> = {}) =>
  client.get(name, fields, { token: `real-${user}` });
export const asStaff = (operatorId: number, name: string, fields: object = {}) =>
  name.startsWith('get')
    ? client.get(name, fields as Record<string, string>, { token: `staff-${operatorId}` })
    : client.post(name, fields, { token: `staff-${operatorId}` });

/** The code of an answer, or why it was refused. */
export const said = async (
  answer: Promise<{ code: number; data: { refusal?: string } | null }>,
) => {
  const { code, data } = await answer;
  return data?.refusal ?? code;
};

const photo = picture(1, { width: 400, height: 300 });

export const upload = async (user: number, name: string, fields: object) =>
  client.send('POST', `/web/${name}?${new URLSearchParams({ fileName: 'a.jpg', ...fields })}`, {
    token: `real-${user}`,
    raw: { type: 'image/jpeg', text: await photo },
  });

export async function sendDocuments(user: number): Promise<void> {
  for (const kind of DOCUMENTS) {
    const { code, text } = await upload(user, 'uploadLoanDocument', { kind });
    if (code !== 0) throw new Error(text);
  }
}

export const asked = (change: object = {}) => ({
  ...{ product: 'quarter', version: 1, amount: '10000', agreement: true, ...change },
});

export async function applied(user: number, change: object = {}): Promise<LoanView> {
  await sendDocuments(user);
  const { code, data, text } = await post(user, 'lendBuy', asked(change));
  if (code !== 0) throw new Error(text);
  return data.loan as LoanView;
}

export async function detail(user: number, { applicationId }: LoanView): Promise<LoanDetail> {
  return (await get(user, 'getLoan', { applicationId: String(applicationId) })).data as LoanDetail;
}

/** What staff see of one, to decide on. */
export async function seen({ applicationId }: LoanView) {
  const { data } = await asStaff(3, 'getLoanCase', { applicationId: String(applicationId) });
  return data as { digest: string; loanId: number | null; loan: LoanView };
}

export async function approve(loan: LoanView): Promise<string> {
  const { applicationId, amount } = loan;
  return decide('approveLoan', { applicationId, amount, digest: (await seen(loan)).digest });
}

export async function sign(user: number, loan: LoanView, stepUp = PROOF) {
  const { contractDigest: contract } = await detail(user, loan);
  return post(user, 'signLoan', { applicationId: loan.applicationId, contract, stepUp });
}

/** One that is paid out. */
export async function issued(user: number, change: object = {}): Promise<LoanView> {
  const loan = await applied(user, change);
  const why = await approve(loan);
  if (why !== '') throw new Error(why);
  const { code, text, data } = await sign(user, loan);
  if (code !== 0) throw new Error(text);
  return data.loan as LoanView;
}

/** What the clock has to do, and then the job. */
export async function later(ms: number): Promise<void> {
  realm.clock.advance(ms);
  await loans.job.run(realm.clock.now(), new AbortController().signal);
}

/** What a person has, in whole units of 1e-8. */
export function funds(owner: number): bigint {
  const { ledger } = realm.machines.ledger;
  const id = realm.machines.markets.assetId('USDT')!;
  const slot = ledger.find(accountId(owner, WALLET.currency, id));
  return slot < 0 ? 0n : ledger.available(slot) + ledger.held(slot);
}
