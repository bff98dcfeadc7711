import { ApprovalTable } from '@assay/core/approval/policy';
import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import type { Mode } from '@assay/core/schema/mode';
import { type Content, contentApprovals } from '@assay/modules/content';
import { earnApprovals } from '@assay/modules/earn';
import { createEmergency, emergencyApprovals } from '@assay/modules/emergency';
import { calendarApprovals } from '@assay/modules/feeds';
import type { Identity } from '@assay/modules/identity';
import { launchApprovals, refuseLaunchApplication } from '@assay/modules/launch';
import { ledgerApprovals } from '@assay/modules/ledger';
import { type LoansOptions, loanApprovals } from '@assay/modules/loans';
import { listingApprovals, type MarketStatus } from '@assay/modules/markets';
import {
  createOperators,
  type Operators,
  type Ran,
  staffApprovals,
} from '@assay/modules/operators';
import { optionApprovals } from '@assay/modules/options';
import { bookTotals } from '@assay/modules/orders';
import { parameterApprovals, termsApprovals } from '@assay/modules/parameters';
import { promotionApprovals } from '@assay/modules/promotion';
import { purchaseApprovals } from '@assay/modules/purchases';
import { rewardApprovals } from '@assay/modules/rewards';
import {
  freezeCommand,
  lostFactorsCommand,
  ownFreezeCommand,
  type Support,
  supportApprovals,
} from '@assay/modules/support';
import { verificationApprovals } from '@assay/modules/verification';
import {
  type AddressBook,
  createProofs,
  type DepositBank,
  type DepositsModule,
  type ReservesModule,
  walletApprovals,
} from '@assay/modules/wallet';
import type { Clock } from '@assay/platform/clock';
import type { Config } from '@assay/platform/config';
import type { Database } from '@assay/platform/db/database';
import type { CommandWithId } from '@assay/platform/engine/command';
import type { OwnSite } from '@assay/platform/factors/site';
import type { Messages } from '@assay/platform/http/messages';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import type { Outbox } from '@assay/platform/mail/outbox';
import { ABOUT_NOBODY, concernsOf } from './concerns.ts';
import { type Documents, verifiedBy } from './documents.ts';
import { startLoans } from './loans.ts';
import type { startParameters } from './parameters.ts';
import { startPurchases } from './purchases.ts';
import type { RealmEngine } from './realm.ts';
import { startRecoveries } from './recoveries.ts';
import { startWithdrawals } from './withdrawals.ts';

/** What needs more than one person. Only in a trial may one play two. */
export function approvalTable(mode: Mode): ApprovalTable {
  const shared = [staffApprovals, emergencyApprovals, contentApprovals, parameterApprovals];
  const ofPeople = [listingApprovals, verificationApprovals, supportApprovals];
  const ofMoney = [
    ledgerApprovals,
    walletApprovals,
    purchaseApprovals,
    earnApprovals,
    loanApprovals,
  ];
  const gifts = [rewardApprovals, promotionApprovals, launchApprovals];
  const ofTerms = [optionApprovals, termsApprovals, calendarApprovals];
  return new ApprovalTable([...shared, ...ofPeople, ...ofMoney, ...gifts, ...ofTerms], {
    samePersonAllowed: mode === 'trial',
  });
}

export interface StaffOptions extends Documents {
  readonly mode: Mode;
  readonly config: Pick<Config, 'SMTP_URL' | 'DATA_DIR'>;
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Pick<Database, 'pool'>;
  readonly messages: Messages;
  readonly outbox: Outbox;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
  readonly jobs: Jobs;
  readonly approvals: ApprovalTable;
  /** The console as passkeys know it. */
  readonly site: OwnSite;
  readonly content: Content;
  readonly settled: Awaited<ReturnType<typeof startParameters>>;
  readonly deposits: Pick<
    DepositsModule,
    'decided' | 'chains' | 'contradicted' | 'isRead' | 'paid'
  >;
  readonly bank: DepositBank;
  readonly reserves: Pick<ReservesModule, 'decided' | 'stopped'>;
  readonly book: AddressBook;
  readonly identity: Identity;
  /** By what receipts are proved; asked once prices have started. */
  readonly evidence: LoansOptions['evidence'];
  /** What starts after staff. */
  readonly care: () => { readonly support: Pick<Support, 'isOf'> };
}

/** Staff, what they decide together, the record of what they do, and what they stop. */
export async function startStaff(options: StaffOptions) {
  const { mode, config, log, clock, site, db, messages, outbox, engines } = options;
  const { jobs, approvals, content, verification, settled, identity } = options;
  const { deposits, reserves, book } = options;
  const { stops, calls } = await createEmergency(db, {
    messages,
    markets: {
      statusOf: (realm, market) => engines[realm].machines.markets.market(market)?.status,
      openIn: (realm, market) => openIn(engines[realm], market),
      setStatus: (realm, market, status) => setStatus(engines[realm], market, status),
    },
    record: (context, entry) => operators.record(context, entry),
  });
  const { parameters } = settled;
  const money = { deposits, reserves, book, parameters };
  const around = { identity, verification, ...money, operators: () => operators };
  const bank = () => purchases.bankWay;
  const withdrawals = await startWithdrawals(
    { log, clock, db, jobs, engines },
    { ...around, bank },
  );
  const { files, decoder, marker } = options;
  const real = { log, db, jobs, messages, approvals, engine: engines.real };
  const shown = { ...around, files, decoder, marker, evidence: options.evidence };
  const purchases: ReturnType<typeof startPurchases> = startPurchases(real, {
    ...shown,
    ofBanks: withdrawals.ofBanks,
  });
  const loans = startLoans(real, shown);
  const proofs = startProofs(options, around.operators);
  const recoveries = startRecoveries(options, around);
  const operators: Operators = await createOperators({
    plain: plainCommands(options, { stops, withdrawals, purchases, loans, proofs, recoveries }),
    ...{ database: db, messages, outbox, approvals, log, concerns: concernsOf(engines) },
    aboutNobody: ABOUT_NOBODY,
    isCustomer: async (userId) => (await identity.customer(userId)) !== null,
    dataDir: config.DATA_DIR,
    site,
    mail: config.SMTP_URL !== '',
    trial: mode === 'trial',
    engines: Object.values(engines),
    jobs: () => jobs.state(),
    submit: async (realm, command) => {
      const run = () => runApproved(engines[realm], command);
      if (command.type !== 'returnWithdrawal') return run();
      // Two people may not know that the signer is about to pay what they give back.
      return withdrawals.giveBack(command.body as { withdrawalId: number; digest: string }, run);
    },
  });
  for (const job of operators.jobs) jobs.add(job);
  identity.withdrawalsStoppedBy((now) => stops.withdrawals(now));
  jobs.add(stops.job);
  const own = [operators.calls, calls, content.calls, settled.calls];
  const ofBanks = [...purchases.calls, ...loans.calls, ...proofs.calls, ...recoveries.calls];
  const all = [...own, ...withdrawals.calls, ...ofBanks];
  return { operators, stops, withdrawals, purchases, loans, recoveries, calls: all };
}

interface Decided {
  readonly stops: Awaited<ReturnType<typeof createEmergency>>['stops'];
  readonly withdrawals: Awaited<ReturnType<typeof startWithdrawals>>;
  readonly purchases: ReturnType<typeof startPurchases>;
  readonly loans: ReturnType<typeof startLoans>;
  readonly proofs: ReturnType<typeof startProofs>;
  readonly recoveries: ReturnType<typeof startRecoveries>;
}

/** What two people decide that no engine runs, but for what is about staff themselves. */
export function plainCommands(
  { content, verification, settled, identity, deposits, reserves, care }: StaffOptions,
  { stops, withdrawals, purchases, loans, proofs, recoveries }: Decided,
) {
  const compared = { registered: identity, verifiedBy: verifiedBy(verification) };
  return {
    extendStop: stops.renewal,
    publishLaw: content.law,
    withdrawLaw: content.lawWithdrawal,
    refuseVerification: verification.refusal,
    refuseLaunchApplication,
    correctVerification: verification.correction((...of) => care().support.isOf(...of)),
    changeParameter: settled.parameters.change,
    freezeLonger: freezeCommand({ registered: identity }),
    removeLostFactors: lostFactorsCommand(compared),
    liftOwnFreeze: ownFreezeCommand(compared),
    withdrawChange: settled.parameters.withdrawal,
    changeTerms: settled.terms.change,
    withdrawTerms: settled.terms.withdrawal,
    changeCalendar: settled.calendarChange,
    ...deposits.decided,
    ...reserves.decided,
    publishListing: settled.listings.publication,
    settleByHand: withdrawals.byHand,
    ...purchases.decided,
    ...loans.decided,
    ...proofs.decided,
    ...recoveries.decided,
  };
}

export type Staffed = Awaited<ReturnType<typeof startStaff>>;

function openIn({ machines: { markets, orders } }: RealmEngine, symbol: string) {
  const listed = markets.market(symbol);
  const market = orders.market(symbol);
  if (listed === undefined || market === undefined) return undefined;
  return { quote: listed.listing.quote, ...bookTotals(orders.state, market) };
}

async function setStatus(engine: RealmEngine, market: string, status: MarketStatus) {
  const body = { market, status };
  const reply = await engine.submit({ type: 'setMarketStatus', actor: OWNER.setup, body });
  if (!reply.ok) throw new Error(`the status of ${market} was not set: ${reply.refusal}`);
}

async function runApproved(engine: RealmEngine, command: CommandWithId): Promise<Ran> {
  const reply = await engine.submitApproved(command);
  if (!reply.ok) return { refusal: reply.refusal, detail: reply.detail };
  return { outcome: { seq: reply.seq, hash: reply.hash, value: reply.value } };
}

/** Proofs of deposits that staff look at. */
function startProofs(options: StaffOptions, operators: () => Pick<Operators, 'record'>) {
  const { db, files, decoder, marker, bank, deposits, jobs, identity } = options;
  const proofs = createProofs({
    ...{ database: db, files, decoder, marker, bank },
    chains: () => deposits.chains(),
    record: (context, entry) => operators().record(context, entry),
  });
  jobs.add(proofs.job);
  identity.addPersonalRecords('depositProofs', proofs.personalRecords);
  return proofs;
}
