/**
 * What depends on the state of an account (SECU-021): for each call that may be refused for it,
 * what is sent, and how it is refused in a virtual account and while settings are locked. Where
 * nothing is said, the answer is that of any other person. Freezes stop withdrawals only, so that
 * nothing here is refused for one. A new call with such a refusal needs a line here.
 */
export interface LimitedRow {
  readonly input: object;
  readonly virtual?: 'accountNeeded' | 'virtualAccount';
  readonly locked?: 'settingsLocked';
}

/** The refusals that are meant. */
export const STATES = ['accountNeeded', 'virtualAccount', 'settingsLocked'] as const;

const NO_ID = 'A'.repeat(22);
const name = 'mine';
const pin = { password: '271845', passwordAgain: '271845' };
const code = { code: '12345678', codeId: NO_ID };
const signed = { message: 'text', signature: `0x${'ab'.repeat(65)}` };
const attestation = JSON.stringify({
  ...{ id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: 'AA', attestationObject: 'AA' },
});

/** A change of an account's security. */
const secured = (input: object = {}): LimitedRow => ({
  ...{ input, virtual: 'accountNeeded', locked: 'settingsLocked' },
});
/** Something that needs an account, whatever its settings are. */
const ofAccount = (input: object = {}): LimitedRow => ({ input, virtual: 'accountNeeded' });
const real = (input: object): LimitedRow => ({ input, virtual: 'virtualAccount' });

const withdrawal = {
  ...{ asset: 'USDT', amount: '150', chainId: 1 },
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
};
const recovered = { asset: 'USDT', amount: '100' };
const borrowed = { asset: 'BTC', amount: '100', collateral: '1', periodDays: 30 };
const toBank = {
  ...{ asset: 'USDT', amount: '100', currency: 'EUR', bankName: 'Bank', bic: 'ABNANL2A' },
  ...{ account: 'NL91ABNA0417164300', bankAddress: 'Amsterdam', payeeName: 'Ana' },
  ...{ payeePhone: '+31 20 1234567', payeeAddress: 'Keizersgracht 1' },
};

export const limitedUsers: Readonly<Record<string, LimitedRow>> = {
  addTotp: secured({ name }),
  confirmTotp: secured({ totpId: NO_ID, totp: '123456' }),
  askPasskey: secured({ name }),
  addPasskey: secured({ challengeId: NO_ID, credential: attestation }),
  removeFactor: secured({ kind: 'totp', factorId: NO_ID }),
  makeRecoveryCodes: secured(),
  editCenterLevel: secured({ login: true, trade: false, funds: true }),
  bindWallet: secured({ ...signed, name }),
  removeWallet: secured({ address: `0x${'ab'.repeat(20)}` }),
  saveTpwd: secured(pin),
  updateTpassword: secured(pin),
  updateInfo: secured({ name }),
  bindemail: secured({ account: 'new@example.com', ...code }),
  bindphone: secured({ account: '015112345678', country: 'DE', ...code }),
  setSecQuestion: secured({ question: 1, answer: 'blue' }),
  setPhishingCode: secured({ phishingCode: 'word' }),
  lockSettings: secured({ days: 1 }),
  requestDeletion: secured(),
  getSecurity: ofAccount(),
  hasTpassword: ofAccount(),
  freezeAccount: ofAccount(),
  unfreezeAccount: ofAccount(),
  getAccountLog: ofAccount(),
  exportMyData: ofAccount(),
  withdrawDeletion: ofAccount(),
  askStepUp: ofAccount({ action: 'requestDeletion', digest: 'ab'.repeat(32) }),
  proveStepUp: ofAccount({ challengeId: NO_ID, method: 'totp', totp: '123456' }),
  setNameAuth: real({ country: 'PT', type: 2, name: 'Ana Sousa', number: 'ab123456' }),
  userIdCard: real({}),
  setAddressAuth: real({ address: 'Rua Augusta 1, 1100-048 Lisboa' }),
  acceptAgreement: real({ edition: 1 }),
  getDepositAddress: real({ chainId: 1 }),
  addAddress: {
    input: { asset: 'USDT', chainId: 1, address: `0x${'ab'.repeat(20)}` },
    ...{ virtual: 'virtualAccount', locked: 'settingsLocked' },
  },
  removeAddress: real({ addressId: 1 }),
  setWhitelistOnly: {
    ...{ input: { isOn: true }, virtual: 'virtualAccount', locked: 'settingsLocked' },
  },
  getSignIn: real({}),
  signIn: real({}),
  setRewardZone: real({ zone: 'UTC' }),
  getRewards: real({}),
  getTasks: real({}),
  takeVoucher: real({ taskId: 1 }),
  endTrialFunds: real({ voucherId: 1 }),
  getVoucherPayments: real({}),
  getMyEarningsAndPromotion: real({}),
  getMyEarningsDetail: real({}),
  getMyPromotion: real({}),
  getPromotionByDay: real({}),
  getPromotionLeaders: real({}),
  getCreditScore: real({}),
  appealCreditScore: real({ text: 'The age is wrong.' }),
  readWithdrawalRules: real({ version: 1, digest: 'ab'.repeat(32) }),
  askTestMoney: real({ chainId: 1 }),
  openSupport: real({ topic: 'other', text: 'Where is my key?' }),
  sendSupport: real({ ticketId: 1, text: 'Here it is.' }),
  requestWithdrawal: real({ ...withdrawal, tradePassword: '271845' }),
  previewWithdrawal: real(withdrawal),
  planExit: real(withdrawal),
  acceptExitPlan: real({ ...withdrawal, digest: 'ab'.repeat(32), tradePassword: '271845' }),
  cancelExitPlan: real({ planId: 1 }),
  getBankTerms: real({}),
  previewBankWithdrawal: real(toBank),
  requestBankWithdrawal: real({ ...toBank, proceeds: '90', tradePassword: '271845' }),
  getWithdrawalTerms: real({}),
  cancelWithdrawal: real({ withdrawalId: 1 }),
  reportTransfer: real({ network: 'TRON', transaction: 'ab'.repeat(32), ...recovered }),
  askForDeposit: real({ recoveryId: 1, ...recovered }),
  lendList: real({}),
  previewLoan: real({ product: 'short', amount: '100' }),
  lendBuy: real({ product: 'short', version: 1, amount: '100', agreement: true }),
  getCollateralTerms: real({}),
  previewCollateralLoan: real(borrowed),
  openCollateralLoan: real({
    ...{ ...borrowed, version: 1, contract: 'ab'.repeat(32), agreement: true },
  }),
  getPurchaseTerms: real({}),
  previewPurchase: real({ currency: 'EUR', amount: '100' }),
  orderPurchase: real({ currency: 'EUR', amount: '100', cost: '100', payer: 'Ana' }),
};

/** Those whose test is elsewhere, with its criterion. */
export const limitedElsewhere: Readonly<Record<string, string>> = {
  // Its body is a picture.
  sendDepositProof: 'DEPO-070',
  uploadLoanDocument: 'LOAN-036',
  uploadVerificationPhoto: 'VERI-013',
  // Where the account is virtual it is not limited.
  createApiKey: 'KEYS-080',
  changeApiKey: 'KEYS-080',
  uploadSupportFile: 'SUPP-010',
  // A virtual account has no loan that it could sign.
  signLoan: 'LOAN-037',
  // Whoever has lost all factors has no session.
  askLostFactors: 'IDEN-196',
  giveUpFactors: 'IDEN-196',
  // Whoever has forgotten the password has no session.
  updatePassword: 'IDEN-112',
};
