import {
  FIRST_USER,
  isTrial,
  OWNER,
  ownerName,
  ownerOf,
  staffActor,
  trialOwner,
} from '@assay/core/ledger/owners';
import { PURPOSE, type PurposeName, purposeName } from '@assay/core/ledger/purpose';
import { createDice } from '@assay/core/testing/dice';
import { DAY, HOUR } from '@assay/core/time';
import { EARN_PRODUCTS } from '@assay/modules/earn';
import { COLLATERAL_TERMS, LOAN_PRODUCTS } from '@assay/modules/loans';
import { MadeGoodPayer, OPTION_MARKETS, OptionReads } from '@assay/modules/options';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listing } from '../../modules/cfd/testing/listings.ts';
import { termsAt } from '../../modules/launch/testing/sale.ts';
import { contracts } from './testing/contracts.ts';
import { startTestRealm, type TestRealm } from './testing/test-realm.ts';

type Payer =
  | 'nothing'
  | 'a house account'
  | 'outside:virtual'
  | 'outside:deposits'
  | 'a trade'
  | 'escrow'
  | 'the same person';

/**
 * Every command that the engine knows, and from where it can credit a customer. A command that is
 * not listed here, or a posting that does not fit, fails the test, so that nobody adds a way to
 * credit customers unnoticed.
 */
const COMMANDS: Record<string, Payer> = {
  upgrade: 'nothing',
  listAsset: 'nothing',
  listMarket: 'nothing',
  setMarketStatus: 'nothing',
  setMarketStage: 'nothing',
  setMarketFees: 'nothing',
  setMarketLimits: 'nothing',
  setFeeTier: 'nothing',
  withdrawStaleQuotes: 'nothing',
  // The house's quotes move and may trade with orders of customers; contracts are settled.
  recordPrices: 'a trade',
  fundHouse: 'a house account',
  declareCapital: 'a house account',
  openVirtualAccount: 'outside:virtual',
  resetVirtualAccount: 'outside:virtual',
  endVirtualAccount: 'nothing',
  placeOrder: 'a trade',
  placeOco: 'nothing',
  placeOto: 'a trade',
  amendOrder: 'a trade',
  fireStops: 'a trade',
  expireOrders: 'nothing',
  cancelOrder: 'nothing',
  cancelAllOrders: 'nothing',
  transferFunds: 'the same person',
  convertSmallBalances: 'a house account',
  creditDeposit: 'outside:deposits',
  requestWithdrawal: 'nothing',
  cancelWithdrawal: 'nothing',
  approveWithdrawal: 'nothing',
  refuseWithdrawal: 'nothing',
  payWithdrawal: 'nothing',
  settleWithdrawal: 'nothing',
  returnWithdrawal: 'nothing',
  recallWithdrawal: 'nothing',
  listCfd: 'nothing',
  setCfdTerms: 'nothing',
  setCalendarDay: 'nothing',
  placeCfdOrder: 'nothing',
  cancelCfdOrder: 'nothing',
  closeCfdPositions: 'nothing',
  // Takes the premium of a guaranteed stop back out of escrow.
  protectCfdPosition: 'a house account',
  setCfdMode: 'nothing',
  workCfdTicks: 'a house account',
  acceptPurchase: 'nothing',
  cancelPurchase: 'nothing',
  expirePurchase: 'nothing',
  // Bank money from outside:deposits, and what was held for it at house:purchases.
  releasePurchase: 'outside:deposits',
  refundPurchase: 'nothing',
  requestBankWithdrawal: 'nothing',
  // What house:purchases took for the bank money that came back.
  returnBankWithdrawal: 'a house account',
  listLoanProduct: 'nothing',
  setLoanProduct: 'nothing',
  offerLoan: 'nothing',
  endLoanOffer: 'nothing',
  // What was held for it at house:lending, by who signs for it.
  signLoan: 'a house account',
  repayLoan: 'nothing',
  // A payment that two people have confirmed, of which what is too much stays theirs.
  creditRepayment: 'outside:deposits',
  chargeLoans: 'nothing',
  writeOffLoan: 'nothing',
  listCollateral: 'nothing',
  setCollateral: 'nothing',
  // Out of house:lending, against what is held of the person from then on.
  openCollateralLoan: 'a house account',
  addCollateral: 'nothing',
  releaseCollateral: 'nothing',
  repayCollateralLoan: 'nothing',
  // Coins of collateral go to house:lending; to nobody else.
  workCollateralTicks: 'nothing',
  listLaunch: 'nothing',
  publishLaunch: 'nothing',
  cancelLaunch: 'nothing',
  subscribeLaunch: 'nothing',
  // Back out of escrow, by its own command, by the result, or because there is none.
  withdrawSubscription: 'escrow',
  stepLaunches: 'escrow',
  payOutLaunch: 'escrow',
  drawLaunch: 'nothing',
  listOptionMarket: 'nothing',
  setOptionMarket: 'nothing',
  buyOption: 'nothing',
  sellOption: 'nothing',
  limitOptions: 'nothing',
  // Out of what was put into escrow when the option was bought, by the ticks of the log.
  followTicks: 'escrow',
  settleOptions: 'escrow',
  // Everything that the options of the window have cost is paid back.
  voidWindow: 'escrow',
  makeGoodWindow: 'nothing',
  // What was missing to their options, set aside out of the house's capital.
  payMadeGood: 'escrow',
  listEarnProduct: 'nothing',
  setEarnProduct: 'nothing',
  subscribeEarn: 'nothing',
  renewEarn: 'nothing',
  // Days that have ended are booked first: out of what went into escrow with the subscription.
  redeemEarn: 'escrow',
  rejectRedemption: 'escrow',
  workEarn: 'escrow',
  listEarnStrategy: 'nothing',
  setEarnStrategy: 'nothing',
  subscribeStrategy: 'nothing',
  redeemStrategy: 'nothing',
  // What units are worth, out of the account of their strategy; or what bought none, back.
  workStrategies: 'a house account',
  // Out of house:promotions, as long as there is something in it.
  signIn: 'a house account',
  fundPromotions: 'nothing',
  publishTask: 'nothing',
  endTask: 'nothing',
  // Trial funds for contracts, into an account of their own.
  takeVoucher: 'escrow',
  // Out of what was put into escrow when its task was published.
  payVouchers: 'escrow',
  // What trial funds for contracts have gained.
  endVoucher: 'escrow',
  bindReferral: 'nothing',
  // A part of the fees that the house has kept.
  payCommissions: 'a house account',
  closeCommissionDay: 'nothing',
  joinCluster: 'nothing',
  leaveCluster: 'nothing',
};

const STRATEGIES: readonly number[] = [OWNER.earnStrategy, OWNER.earnContracts];

/** Whoever has orders in books: customers, and three accounts of the house. */
function trades(owner: number): boolean {
  return owner >= FIRST_USER || owner === OWNER.marketMaker || STRATEGIES.includes(owner);
}

/** Who may pay a customer, by purpose. Postings for other purposes may never credit a customer. */
const PAYERS: Partial<Record<PurposeName, (owner: number, payee: number) => boolean>> = {
  virtualGrant: (owner) => owner === OWNER.outsideVirtual,
  deposit: (owner) => owner === OWNER.outsideDeposits,
  transfer: (owner, payee) => owner === payee,
  cfdGain: (owner) => owner === OWNER.cfd || owner === OWNER.insurance,
  cfdNightCredit: (owner) => owner === OWNER.cfd || owner === OWNER.insurance,
  cfdPremiumReturn: (owner) => owner === OWNER.cfd,
  cfdShortfall: (owner) => owner === OWNER.cfd,
  cfdClaim: (owner) => owner === OWNER.cfd,
  purchasePayment: (owner) => owner === OWNER.outsideDeposits,
  purchase: (owner) => owner === OWNER.purchases,
  bankRefund: (owner) => owner === OWNER.purchases,
  earnYield: (owner) => owner === OWNER.earnPool,
  earnRedemption: (owner) =>
    owner === OWNER.earnPool || owner === OWNER.earnWaiting || STRATEGIES.includes(owner),
  loanPrincipal: (owner) => owner === OWNER.lending,
  smallPaid: (owner) => owner === OWNER.marketMaker,
  optionPayout: (owner) => owner === OWNER.optionsEscrow,
  optionRefund: (owner) => owner === OWNER.optionsEscrow,
  optionSale: (owner) => owner === OWNER.optionsEscrow,
  optionMadeGood: (owner) => owner === OWNER.optionsEscrow,
  signInReward: (owner) => owner === OWNER.promotions,
  commission: (owner) => owner === OWNER.fees,
  feeVoucher: (owner) => owner === OWNER.promotions,
  trialFunds: (owner, payee) => owner === OWNER.promotions && isTrial(payee),
  trialGain: (owner, payee) => isTrial(owner) && !isTrial(payee),
  launchRefund: (owner) => owner === OWNER.launch,
  launchRelease: (owner) => owner === OWNER.launch,
  launchProceeds: (owner) => owner === OWNER.launch,
  launchUnsold: (owner) => owner === OWNER.launch,
  spotBase: trades,
  spotQuote: trades,
};

/**
 * Words in names of columns that could change a price, a fill or an outcome in somebody's favour.
 */
const FORBIDDEN = /(^|_)(bias|control|odds|rigged?|win_?rate|outcome|spread_adj|markup)(_|$)/;

describe('who can credit a customer', () => {
  let realm: TestRealm;
  beforeAll(async () => {
    realm = await startTestRealm();
  });
  afterAll(() => realm.stop());

  it('LEDG-290 every command is on the list', () => {
    expect(realm.engine.sequencer.commandTypes.toSorted()).toEqual(
      Object.keys(COMMANDS).toSorted(),
    );
  });

  it('LEDG-291 after a day of trading every credit has a payer that its purpose allows', async () => {
    const dice = createDice(7);
    const users = await realm.newUsers(5, { USDT: '100000', BTC: '2' });
    for (let i = 0; i < 200; i += 1) {
      await realm.quote({ BTCUSDT: String(90_000 + dice.int(-300, 300)) });
      const side = dice.int(0, 1) === 0 ? 'buy' : 'sell';
      const user = dice.pick(users);
      const base = { market: 'BTCUSDT', side, quantity: '0.01' } as const;
      const limitPrice = String(90_000 + dice.int(-200, 200));
      if (dice.int(0, 2) === 0) await realm.place(user, { ...base, type: 'market' });
      else await realm.place(user, { ...base, type: 'limit', limitPrice });
      if (i % 50 === 49) await realm.send(user, 'cancelAllOrders', {});
    }
    await moneyInAndOut(users[0]!);
    await contracts(realm, users.slice(0, 2));
    await someOptions(users[1]!);
    await someCustody(users[2]!);
    await aNewCoin(users[2]!, users[3]!);
    const { rows } = await realm.db.pool.query<{ from: number; to: number; purpose: number }>(
      `SELECT DISTINCT from_account AS "from", to_account AS "to", purpose FROM demo.posting
       UNION SELECT DISTINCT from_account, to_account, purpose FROM real.posting`,
    );
    const seen = new Set<string>();
    for (const { from, to, purpose } of rows) {
      if (ownerOf(to) < FIRST_USER) continue;
      const name = purposeName(purpose);
      const payer = ownerOf(from);
      expect(PAYERS[name]?.(payer, ownerOf(to)), `${name} from ${ownerName(payer)}`).toBe(true);
      seen.add(name);
    }
    expect([...seen].toSorted()).toEqual(Object.keys(PAYERS).toSorted());
    expect(Object.keys(PURPOSE)).toEqual(expect.arrayContaining(Object.keys(PAYERS)));
  });

  /** A subscription that is refunded in part and released, and the proceeds of it. */
  async function aNewCoin(buyer: number, seller: number): Promise<void> {
    const { must, clock } = realm;
    await must(OWNER.setup, 'listAsset', { symbol: 'NEW', name: 'New' });
    await must(OWNER.setup, 'fundHouse', { owner: OWNER.launch, asset: 'NEW', amount: '1000' });
    const now = clock.now();
    const opened = { opensAt: now, closesAt: now + HOUR };
    const { launchId } = await must(staffActor(1), 'publishLaunch', termsAt(now, opened));
    await must(buyer, 'subscribeLaunch', { launchId, quantity: '150' });
    clock.advance(HOUR);
    while (realm.machines.launch.isDue(clock.now())) await must(OWNER.custody, 'stepLaunches', {});
    const paid = { launchId, symbol: 'NEW', userId: seller };
    await must(staffActor(1), 'payOutLaunch', paid);
    realm.audit();
  }

  /** Options that are right or wrong, one that is sold, and one that is paid back. */
  async function someOptions(user: number): Promise<void> {
    const { must, clock, engine } = realm;
    const [terms] = OPTION_MARKETS;
    await must(OWNER.setup, 'listOptionMarket', terms!);
    const owner = OWNER.optionsEscrow;
    await must(OWNER.setup, 'fundHouse', { owner, asset: 'USDT', amount: '10000' });
    const all = { asset: 'USDT', from: 'currency', to: 'contract', amount: '1000' };
    await must(user, 'transferFunds', all);
    await realm.quote({ BTCUSDT: '90000' });
    const { options } = engine.machines;
    const first = options.spot('BTC-USDT', clock.now())!;
    const market = options.markets.get(terms!.market)!;
    const buy = (direction: 'up' | 'down', termMs: number, slippagePpm: number | null) => {
      const quote = options.markets.quote(market, {
        ...{ realm: 'demo', direction, termMs, stake: 100 * 10 ** 8 },
        ...{ spotN: first.n, spot: first.units, issuedAt: clock.now() },
      });
      const body = { quote, signature: '0'.repeat(128), slippagePpm, policy: 'practice' };
      return must(user, 'buyOption', body);
    };
    await buy('up', 30_000, null);
    await buy('down', 30_000, null);
    await buy('up', 30_000, 0);
    const { id: optionId } = await buy('up', 300_000, null);
    for (let i = 1; i <= 31; i += 1) {
      clock.advance(1_000);
      // Its entry comes after the delay of the market.
      if (i === 6) await realm.quote({ BTCUSDT: '90000' });
      if (i === 6) await must(user, 'sellOption', { optionId, least: 1 });
      const price = String(9_000_000_000_000 + i * 10 ** 6);
      const ticks = [{ n: first.n + i, at: clock.now(), price }];
      const body = { index: 'BTC-USDT', ticks, head: '', silentUntil: 0 };
      await must(OWNER.feeds, 'followTicks', body);
    }
    realm.audit();
    const [from, to] = [clock.now() - 2_000, clock.now()];
    const span = { index: 'BTC-USDT', from, to, reason: 'a wrong source' };
    await must(staffActor(1), 'makeGoodWindow', span);
    const payer = new MadeGoodPayer({
      ...{ realm: 'demo', machine: () => engine.machines.options },
      ...{ submit: (command) => engine.submit(command), decided: () => engine.decided() },
      reads: new OptionReads(realm.db.pool, 'demo'),
    });
    await payer.pay();
    realm.audit();
  }

  /** A custody order that is paid each day, and at its end. */
  async function someCustody(user: number): Promise<void> {
    const { must, clock, machines } = realm;
    const funds = { owner: OWNER.earnPool, asset: 'USDT', amount: '1000' };
    await must(OWNER.setup, 'fundHouse', funds);
    const [terms] = EARN_PRODUCTS;
    const { version } = await must(OWNER.setup, 'listEarnProduct', terms!);
    const body = { product: terms!.product, amount: '100', version, renews: false };
    await must(user, 'subscribeEarn', body);
    clock.advance(9 * DAY);
    while (machines.earn.hasWork(clock.now())) await must(OWNER.engine, 'workEarn', {});
    realm.audit();
  }

  /** A transfer in the virtual realm; a deposit and withdrawals of each end in the real one. */
  async function moneyInAndOut(user: number): Promise<void> {
    const transfer = { asset: 'USDT', from: 'currency', to: 'contract', amount: '5' };
    await realm.must(user, 'transferFunds', transfer);
    await realm.quote({ BTCUSDT: '90000' });
    const poor = await realm.newUser({ BTC: '0.00000009' });
    await realm.must(poor, 'convertSmallBalances', { assets: ['BTC'], least: '0' });
    const real = await startTestRealm({ db: realm.db, realm: 'real' });
    const owner = await real.newUser({ USDT: '900' });
    const digest = '1'.repeat(64);
    const [custody, staff] = [OWNER.custody, staffActor(1)];
    const decided = { digest, reason: 'notSent', payout: digest, ground: 'tier' };
    const ends = ['settleWithdrawal', 'recallWithdrawal', 'returnWithdrawal', 'refuseWithdrawal'];
    for (const end of ends) {
      const asked = { asset: 'USDT', amount: '100', fee: '1', digest };
      const { id: withdrawalId } = await real.must(owner, 'requestWithdrawal', asked);
      const body = { withdrawalId, ...decided };
      if (end !== 'refuseWithdrawal') {
        await real.must(custody, 'approveWithdrawal', body);
        await real.must(custody, 'payWithdrawal', body);
      }
      const isCustodys = end === 'settleWithdrawal' || end === 'recallWithdrawal';
      await real.must(isCustodys ? custody : staff, end as 'returnWithdrawal', body);
    }
    const funds = { owner: OWNER.purchases, asset: 'USDT', amount: '100' };
    await real.must(OWNER.setup, 'fundHouse', funds);
    await real.must(OWNER.setup, 'listAsset', { symbol: 'EUR', name: 'Euro' });
    const deadline = real.clock.now() + 1_000;
    const order = { asset: 'USDT', amount: '100', money: 'EUR', cost: '95', digest, deadline };
    const { id: purchaseId } = await real.must(owner, 'acceptPurchase', order);
    const paid = { purchaseId, digest, payment: digest, rules: 1, ground: 'exactMatch' };
    await real.must(custody, 'releasePurchase', paid);
    const toBank = { asset: 'USDT', amount: '100', fee: '1', digest, money: 'EUR', proceeds: '90' };
    const { id: bankId } = await real.must(owner, 'requestBankWithdrawal', toBank);
    const about = { withdrawalId: bankId, ...decided };
    for (const step of ['approveWithdrawal', 'payWithdrawal', 'settleWithdrawal'] as const) {
      await real.must(custody, step, about);
    }
    const back = { withdrawalId: bankId, digest, returned: '90', payment: digest };
    await real.must(custody, 'returnBankWithdrawal', back);
    await borrow(real, owner);
    await gifts(real, owner);
    real.audit();
    await real.stop();
  }

  /** A loan that is signed, and a payment of it that was confirmed. */
  async function borrow(real: TestRealm, owner: number): Promise<void> {
    const digest = '2'.repeat(64);
    const pool = { owner: OWNER.lending, asset: 'USDT', amount: '1000' };
    await real.must(OWNER.setup, 'fundHouse', pool);
    const [product] = LOAN_PRODUCTS;
    await real.must(staffActor(1), 'setLoanProduct', product!);
    const of = { userId: owner, product: product!.product, version: 1, amount: '100' };
    const offerUntil = real.clock.now() + 60_000;
    const bound = { application: digest, contract: digest, offerUntil };
    const { id: loanId } = await real.must(OWNER.custody, 'offerLoan', { ...of, ...bound });
    await real.must(owner, 'signLoan', { loanId, contract: digest });
    const paid = { loanId, amount: '200', payment: digest, rules: 1 };
    await real.must(OWNER.custody, 'creditRepayment', paid);
    await secure(real, owner);
  }

  /** A loan against coins, of which some are converted when their price falls. */
  async function secure(real: TestRealm, owner: number): Promise<void> {
    const [terms] = COLLATERAL_TERMS;
    await real.must(OWNER.setup, 'listCollateral', terms!);
    await real.must(OWNER.custody, 'creditDeposit', {
      ...{ userId: owner, asset: 'BTC', amount: '1', digest: '3'.repeat(64), rules: 1 },
    });
    await real.quote({ BTCUSDT: '90000' });
    await real.must(owner, 'openCollateralLoan', {
      ...{ asset: 'BTC', version: 1, amount: '50', collateral: '0.001', periodDays: 30 },
      contract: '4'.repeat(64),
    });
    await real.quote({ BTCUSDT: '60000' });
  }

  /** A reward of a sign-in, and a share of a fee that the house has kept. */
  async function gifts(real: TestRealm, owner: number): Promise<void> {
    const { must, clock } = real;
    await must(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: '1' });
    const day = Math.floor(clock.now() / 86_400_000);
    const amounts = [1, 2, 3, 4, 5, 6, 7];
    await must(owner, 'signIn', { day, amounts });
    const invited = { userId: owner + 1, referrerId: owner };
    await must(OWNER.setup, 'bindReferral', invited);
    await must(OWNER.setup, 'fundHouse', { owner: OWNER.fees, asset: 'USDT', amount: '1' });
    clock.advance(86_400_000);
    const fees = [{ asset: 'USDT', amount: '1' }];
    const ratesPpm = [200_000, 0, 0, 0];
    await must(OWNER.setup, 'payCommissions', { userId: owner + 1, day, fees, ratesPpm });
    await must(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: '10' });
    const task = { kind: 'verify', amount: '5', sharePpm: 500_000, days: 3, people: 2 } as const;
    const { taskId } = await must(staffActor(1), 'publishTask', task);
    const { voucherId } = await must(owner, 'takeVoucher', { taskId });
    await must(staffActor(1), 'endTask', { taskId });
    clock.advance(4 * 86_400_000);
    await must(OWNER.setup, 'payVouchers', { userId: owner, day: day + 1, fees: '1' });
    await must(OWNER.setup, 'endVoucher', { voucherId });
    await trial(real, owner);
  }

  /** A gain that trial funds for contracts have made. */
  async function trial(real: TestRealm, owner: number): Promise<void> {
    const { must } = real;
    await must(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: '100' });
    const terms = { gives: 'contracts', amount: '100', sharePpm: 0, days: 3, people: 1 } as const;
    const { taskId } = await must(staffActor(1), 'publishTask', { kind: 'firstTrade', ...terms });
    const { voucherId } = await must(owner, 'takeVoucher', { taskId });
    await must(OWNER.setup, 'listCfd', listing());
    await must(OWNER.setup, 'fundHouse', { owner: OWNER.cfd, asset: 'USDT', amount: '90000' });
    const account = trialOwner(voucherId as number);
    const bounds = { leverage: 20, policyLeverage: 20, lots: '0.01' } as const;
    const order = { contract: listing().symbol, side: 'buy', kind: 'market' } as const;
    await real.quote({ BTCUSDT: '60000' });
    await must(account, 'placeCfdOrder', { ...order, ...bounds });
    await real.quote({ BTCUSDT: '60000' });
    await must(account, 'closeCfdPositions', {});
    await real.quote({ BTCUSDT: '61000' });
    await must(owner, 'endVoucher', { voucherId });
  }

  it('CFDS-071 LEDG-292 no table has a column by which somebody could be favoured', async () => {
    const { rows } = await realm.db.pool.query<{ name: string }>(
      `SELECT table_schema || '.' || table_name || '.' || column_name AS name
       FROM information_schema.columns WHERE table_schema IN ('public', 'real', 'demo')`,
    );
    expect(rows.length).toBeGreaterThan(50);
    const named = rows.filter(({ name }) => FORBIDDEN.test(name.split('.').at(-1) ?? ''));
    expect(named).toEqual([]);
  });
});
