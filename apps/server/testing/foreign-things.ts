import type { Received, Sent } from '@assay/platform/testing/client';
import { SoftAuthenticator } from '@assay/platform/testing/soft-authenticator';
import { askCode, forgetCodes, PASSWORD, type Party, readCode } from './parties.ts';
import type { TestApp } from './test-app.ts';

/**
 * What calls of people name, field by field, and whether it is a thing of a person: then somebody
 * else tries to get at it (SECU-020). A new call with such a field needs a line here.
 */

/** Those that own the things of a row. */
export interface Owner {
  readonly server: TestApp;
  readonly person: Party;
  /** The same browser in a virtual account, in which things can be traded. */
  readonly visitor: Party;
}

/** The same call, by a thing of the owner's and by one that does not exist. */
export interface Thing {
  readonly fields: object;
  readonly missing: object;
  /** Who makes the call; by default a person. */
  readonly as?: 'visitor' | 'nobody';
  /** How the thing is, where the owner's own answer does not show it. */
  look?(): Promise<unknown>;
}

export type MakeThing = (owner: Owner) => Promise<Thing>;

/**
 * A thing is made by its owner; else there is a criterion whose test tries what is meant, or a
 * reason: `public`: anybody may see it; `given`: the caller chooses the name of something new;
 * `place`: a place in the caller's own list; `holder`: whoever knows it may use it.
 */
export type Row = MakeThing | string;

/** Fields that name something. */
export const NAMING = /Id$|^(?:id|ticket|endpoint|link|address|stepUp|message|key|before)$/;

/** Fields that mean the same in every call. */
export const everywhere: Readonly<Record<string, string>> = { stepUp: 'IDEN-091' };

const NONE = 9_007_199_254_740_000;
const NO_ID = 'A'.repeat(22);

/** Names a thing by one field, the rest of the fields being the same. */
const named = (field: string, id: unknown, none: unknown, more: object = {}): Thing => ({
  fields: { ...more, [field]: id },
  missing: { ...more, [field]: none },
});

const good = ({ code, data, text }: Received) => {
  if (code !== 0) throw new Error(text);
  return data;
};

/** A bid that nobody meets. */
async function restingOrder({ server, visitor }: Owner) {
  const { client } = server;
  const market = 'BTCUSDT';
  const { bids } = good(await client.get('getDepth', { market }, visitor.session));
  const limitPrice = String(Math.floor(Number(bids[0].price ?? bids[0][0]) * 0.9));
  const clientOrderId = `mine-${crypto.randomUUID()}`.slice(0, 30);
  const order = { market, side: 'buy', type: 'limit', quantity: '0.01', limitPrice };
  const placed = await client.post('placeOrder', { ...order, clientOrderId }, visitor.session);
  return { orderId: good(placed).order.id, clientOrderId };
}

const ofOrder =
  (field: 'orderId' | 'clientOrderId', more: object = {}): MakeThing =>
  async (owner) => {
    const order = await restingOrder(owner);
    const none = field === 'orderId' ? NONE : 'nobody-has-this';
    return { ...named(field, order[field], none, more), as: 'visitor' };
  };

const ofApiKey =
  (more: object = {}): MakeThing =>
  async ({ server, visitor }) => {
    const key = { label: 'mine', kind: 'hmac', permission: 'read' };
    const { apiKey } = good(await server.client.post('createApiKey', key, visitor.session));
    return { ...named('apiKeyId', apiKey.apiKeyId, NONE, more), as: 'visitor' };
  };

async function messageOf({ server, person }: Owner): Promise<Thing> {
  await server.sql(`insert into inbox_message (user_id, kind, key, details, link, at)
    select ${person.userId}, 'security', 'inbox.security.freeze', '{}', '/security', 1
    from generate_series(1, 2)`);
  const { messages } = good(await server.client.get('getMessages', {}, person.session));
  return named('messageId', messages[0].messageId, NONE);
}

/** A code that was sent to the owner, which somebody else knows. */
const ofCode =
  (purpose: string, sent: (owner: Owner) => object, as?: 'nobody'): MakeThing =>
  async (owner) => {
    const { server, person } = owner;
    const isOwn = purpose === 'login' || purpose === 'reset';
    const account = isOwn ? person.account : `${crypto.randomUUID()}@example.com`;
    const { code, codeId } = await askCode(server, account, purpose, person.session);
    const thing = named('codeId', codeId, NO_ID, { kind: 'email', account, ...sent(owner), code });
    return as === undefined ? thing : { ...thing, as };
  };

const pair = { password: 'another long phrase', passwordAgain: 'another long phrase' };

/** A second step of the owner's log-in, with the code that was sent for it. */
async function secondStep({ server, person }: Owner): Promise<Thing> {
  const { account, userId, session } = person;
  await forgetCodes(server);
  await server.sql(`update person set guard_login = true where user_id = ${userId}`);
  const fields = { account, password: PASSWORD };
  const { cookie = '' } = session;
  const asked = good(await server.client.post('userLogin', fields, { browser: true, cookie }));
  await server.sql(`update person set guard_login = false where user_id = ${userId}`);
  const { challengeId, codeId } = asked.secondFactor;
  const proof = { method: 'code', codeId, code: await readCode(server, account) };
  return { ...named('challengeId', challengeId, NO_ID, proof), as: 'nobody' };
}

async function stepUp({ server, person }: Owner): Promise<Thing> {
  await forgetCodes(server);
  const asking = { action: 'requestDeletion', digest: 'ab'.repeat(32) };
  const { challengeId, codeId } = good(
    await server.client.post('askStepUp', asking, person.session),
  );
  const code = await readCode(server, person.account);
  const proof = { method: 'code', password: PASSWORD, codeId, code };
  return named('challengeId', challengeId, NO_ID, proof);
}

async function passkeyLogin({ server, person }: Owner): Promise<Thing> {
  const { client } = server;
  const { challengeId, options } = good(await client.post('askPasskeyLogin', {}, person.session));
  const credential = new SoftAuthenticator().get(options);
  return { ...named('challengeId', challengeId, NO_ID, { credential }), as: 'nobody' };
}

async function appOf({ server, person }: Owner, confirmed: boolean): Promise<string> {
  const totpId = crypto.randomUUID().replaceAll('-', '').slice(0, 22);
  await server.sql(`insert into totp
    (totp_id, user_id, name, sealed_secret, created_at, confirmed_at)
    values ('${totpId}', ${person.userId}, 'phone', '\\x00', ${Date.now()}, ${confirmed ? '0' : 'null'})`);
  return totpId;
}

async function removable(owner: Owner): Promise<Thing> {
  const factorId = await appOf(owner, true);
  return named('factorId', factorId, NO_ID, { kind: 'totp' });
}

/** Their secret cannot be opened, so that a look at it fails as a fault would. */
async function unconfirmed(owner: Owner): Promise<Thing> {
  return named('totpId', await appOf(owner, false), NO_ID, { totp: '123456' });
}

async function wallet({ server, person }: Owner): Promise<Thing> {
  const address = `0x${'ab'.repeat(20)}`;
  await server.sql(`insert into wallet (address, user_id, name, created_at)
    values ('${address}', ${person.userId}, 'mine', 0)`);
  return named('address', address, `0x${'cd'.repeat(20)}`);
}

async function browserOf({ server, person }: Owner): Promise<Thing> {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/of-the-owner';
  await server.sql(`insert into push_endpoint (user_id, endpoint, p256dh, auth, lang, made_at)
    values (${person.userId}, '${endpoint}', '', '', 'en', 0)`);
  const look = async () =>
    good(await server.client.get('getChannels', {}, person.session)).browsers as number;
  return { ...named('endpoint', endpoint, `${endpoint}-of-nobody`), look };
}

async function fills({ server, visitor }: Owner): Promise<Thing> {
  const order = { market: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' };
  const placed = await server.client.post('placeOrder', order, visitor.session);
  return { ...named('orderId', good(placed).order.id, NONE), as: 'visitor' };
}

async function alert({ server, person }: Owner): Promise<Thing> {
  const wanted = { market: 'BTCUSDT', kind: 'change', level: '50' };
  const { alertId } = good(await server.client.post('addAlert', wanted, person.session));
  return named('alertId', alertId, NONE);
}

async function withdrawalAddress({ server, person }: Owner): Promise<Thing> {
  const addressId = 4_711;
  await server.sql(`insert into withdrawal_address
    (address_id, user_id, asset, chain_id, address, memo, remark, added_at, is_strict)
    overriding system value
    values (${addressId}, ${person.userId}, 'USDT', 1, '0x${'cd'.repeat(20)}', '', '', 0, false)`);
  return named('addressId', addressId, NONE);
}

async function session({ server, person }: Owner): Promise<Thing> {
  const more: Sent = { browser: true };
  good(
    await server.client.post('userLogin', { account: person.account, password: PASSWORD }, more),
  );
  const { sessions } = good(await server.client.get('getSessions', {}, person.session));
  const other = sessions.find(({ current }: { current: boolean }) => !current);
  return named('sessionId', other.sessionId, NO_ID);
}

const ofTicket =
  (more: object = {}, isClosed = false): MakeThing =>
  async ({ server, person }) => {
    const begun = { topic: 'other', text: 'Where is my key?' };
    const { ticketId } = good(await server.client.post('openSupport', begun, person.session));
    if (isClosed) good(await server.client.post('closeSupport', { ticketId }, person.session));
    return named('ticketId', ticketId, NONE, more);
  };

/** By `call.field`. */
export const foreignThings: Readonly<Record<string, Row>> = {
  'changeApiKey.apiKeyId': ofApiKey({ label: 'theirs' }),
  'revokeApiKey.apiKeyId': ofApiKey(),
  'removeAlert.alertId': alert,
  'getMessages.before': 'place: only the own messages are listed',
  'getMessage.messageId': messageOf,
  'readMessages.messageId': messageOf,
  'addPushEndpoint.endpoint': 'holder: a browser belongs to who used it last',
  'removePushEndpoint.endpoint': browserOf,
  'reg_checkcode.codeId': ofCode('register', () => ({ purpose: 'register' }), 'nobody'),
  'userRegister.codeId': ofCode(
    'register',
    () => ({ country: 'DE', agreement: true, ...pair }),
    'nobody',
  ),
  'userLogin.codeId': ofCode('login', () => ({ password: PASSWORD }), 'nobody'),
  'updatePassword.codeId': ofCode('reset', () => pair, 'nobody'),
  'bindemail.codeId': ofCode('bind', () => ({ kind: undefined })),
  'bindphone.codeId': 'IDEN-071',
  'smsReport.key': 'IDEN-122',
  'smsReport.id': 'IDEN-122',
  'endSession.sessionId': session,
  'proveStepUp.challengeId': stepUp,
  'proveStepUp.codeId': 'IDEN-091',
  'finishLogin.challengeId': secondStep,
  'finishLogin.codeId': 'IDEN-098',
  'askLostFactors.challengeId': 'IDEN-196',
  'giveUpFactors.challengeId': 'IDEN-196',
  'giveUpFactors.codeId': 'IDEN-196',
  'giveUpFactors.otherCodeId': 'IDEN-196',
  'passkeyLogin.challengeId': passkeyLogin,
  'confirmTotp.totpId': unconfirmed,
  'addPasskey.challengeId': 'IDEN-100',
  'removeFactor.factorId': removable,
  'ethSignlog.message': 'IDEN-130',
  'bindWallet.message': 'IDEN-130',
  'removeWallet.address': wallet,
  'setAddressAuth.address': 'given: where the caller lives',
  'notMe.link': 'IDEN-113',
  'operatorEnter.link': 'OPER-010',
  'operatorLogin.challengeId': 'OPER-070',
  'operatorTotpLogin.key': 'OPER-071',
  'getText.id': 'public: texts for everybody',
  'getSupportMessages.ticketId': ofTicket(),
  'sendSupport.ticketId': ofTicket({ text: 'Here it is.' }),
  'readSupport.ticketId': ofTicket({ number: 1 }),
  'showTyping.ticketId': ofTicket(),
  'closeSupport.ticketId': ofTicket(),
  'rateSupport.ticketId': ofTicket({ rating: 5 }, true),
  'openSupportFile.fileId': 'SUPP-012',
  'removeSupportFile.fileId': 'SUPP-012',
  'getAccountLog.before': 'place: only the own events are listed',
  'getStatement.before': 'place: only the own lines are listed',
  'getDealList.fromId': 'public: trades of everybody',
  'getNewcoinsInfo.launchId': 'public: everybody sees the projects',
  'getNewcoinsResult.launchId': 'public: everybody sees the results',
  'getMyNewcoins.before': 'place: only the own subscriptions are listed',
  'applyNewcoins.launchId': 'public: everybody sees the projects',
  'subscribeNewcoins.launchId': 'public: everybody sees the projects',
  'drawNewcoins.launchId': 'public: everybody sees the projects',
  'withdrawNewcoins.launchId': 'public: everybody sees the projects',
  'sellOption.optionId': 'OPTN-045',
  'getOptionReceipt.optionId': 'OPTN-045',
  'buyOption.voucherId': 'OPTN-060',
  'getOptions.before': 'place: only the own options are listed',
  'getProfitOrder.orderId': 'EARN-030',
  'sellProfit.orderId': 'EARN-030',
  'renewProfit.orderId': 'EARN-030',
  'getMyprofit.before': 'place: only the own orders are listed',
  'getStrategyInfo.before': 'public: cuts for everybody',
  'getStrategyTrades.before': 'public: trades of an account for everybody',
  'getStrategyContracts.before': 'public: contracts of an account for everybody',
  'getMyHoldings.before': 'place: only the own units are listed',
  'sellStrategy.holdingId': 'EARN-053',
  'cancelCfdOrder.orderId': 'CFDS-023',
  'closeCfdPositions.positionId': 'CFDS-030',
  'protectCfdPosition.positionId': 'CFDS-031',
  'placeCfdOrder.voucherId': 'RWRD-042',
  'cancelCfdOrder.voucherId': 'RWRD-042',
  'closeCfdPositions.voucherId': 'RWRD-042',
  'protectCfdPosition.voucherId': 'RWRD-042',
  'setCfdMode.voucherId': 'RWRD-042',
  'getCfdAccount.voucherId': 'RWRD-042',
  'getCfdReceipt.voucherId': 'RWRD-042',
  'getCfdReceipts.voucherId': 'RWRD-042',
  'endTrialFunds.voucherId': 'RWRD-042',
  'getCfdReceipts.before': 'place: only the own receipts are listed',
  'getTickDays.before': 'public: days of everybody',
  'placeOrder.clientOrderId': 'given: a name among the own orders',
  'placeOco.limitClientOrderId': 'given: a name among the own orders',
  'placeOco.stopClientOrderId': 'given: a name among the own orders',
  'cancelOrder.orderId': ofOrder('orderId'),
  'cancelOrder.clientOrderId': ofOrder('clientOrderId'),
  'amendOrder.orderId': ofOrder('orderId', { quantity: '0.005' }),
  'amendOrder.clientOrderId': ofOrder('clientOrderId', { quantity: '0.005' }),
  'amendOrder.newClientOrderId': 'given: a name among the own orders',
  'getFills.orderId': fills,
  'requestWithdrawal.chainId': 'public: the networks of everybody',
  'requestWithdrawal.address': 'given: where the caller sends to',
  'previewWithdrawal.chainId': 'public: the networks of everybody',
  'previewWithdrawal.address': 'given: where the caller sends to',
  'planExit.chainId': 'public: the networks of everybody',
  'planExit.address': 'given: where the caller sends to',
  'acceptExitPlan.chainId': 'public: the networks of everybody',
  'acceptExitPlan.address': 'given: where the caller sends to',
  'cancelExitPlan.planId': 'WDRL-094',
  'cancelWithdrawal.withdrawalId': 'WDRL-074',
  'getWithdrawal.withdrawalId': 'WDRL-074',
  'getWithdrawals.before': 'place: only the own withdrawals are listed',
  'sendDepositProof.chainId': 'public: chains for everybody',
  'askForDeposit.recoveryId': 'DEPO-075',
  'getLoan.applicationId': 'LOAN-037',
  'withdrawLoan.applicationId': 'LOAN-037',
  'signLoan.applicationId': 'LOAN-037',
  'repayLoan.applicationId': 'LOAN-037',
  'sendRepaymentProof.applicationId': 'LOAN-037',
  'lendMy.before': 'place: only the own loans are listed',
  'getCollateralLoan.loanId': 'LOAN-078',
  'addCollateral.loanId': 'LOAN-078',
  'releaseCollateral.loanId': 'LOAN-078',
  'repayCollateralLoan.loanId': 'LOAN-078',
  'getCollateralReceipt.loanId': 'LOAN-078',
  'getCollateralLoans.before': 'place: only the own loans are listed',
  'getPurchase.purchaseId': 'BUYS-026',
  'cancelPurchase.purchaseId': 'BUYS-026',
  'uploadPurchaseProof.purchaseId': 'BUYS-026',
  'disputePurchase.purchaseId': 'BUYS-026',
  'getPurchases.before': 'place: only the own orders are listed',
  'getRewards.before': 'place: only the own rewards are listed',
  'takeVoucher.taskId': 'public: everybody sees the tasks',
  'getVoucherPayments.before': 'place: only the own payments are listed',
  'getMyEarningsDetail.before': 'place: only the own commissions are listed',
  'getMyPromotion.before': 'place: only the own members are listed',
  'getFills.before': 'place: only the own fills are listed',
  'getDepositAddress.chainId': 'public: chains for everybody',
  'askTestMoney.chainId': 'public: chains for everybody',
  'getDeposits.chainId': 'public: chains for everybody',
  'getDeposits.before': 'place: only the own deposits are listed',
  'addAddress.chainId': 'public: chains for everybody',
  'addAddress.address': 'given: somebody else may pay there too',
  'removeAddress.addressId': withdrawalAddress,
  'getOrderHistory.before': 'place: only the own orders are listed',
};
