import type { CallRequest, CallOutput as TableOutput } from '@assay/core/schema/call';
import type { calls as alerts } from '@assay/modules/alerts/schema';
import type { calls as apiKeys } from '@assay/modules/api-keys/schema';
import type { calls as cfd } from '@assay/modules/cfd/schema';
import type { calls as content } from '@assay/modules/content/schema';
import type { calls as credit } from '@assay/modules/credit/schema';
import type { calls as earn } from '@assay/modules/earn/schema';
import type { calls as emergency } from '@assay/modules/emergency/schema';
import type { calls as feeds } from '@assay/modules/feeds/schema';
import type { calls as identity, UserInfo } from '@assay/modules/identity/schema';
import type { calls as inbox } from '@assay/modules/inbox/schema';
import type { calls as launch } from '@assay/modules/launch/schema';
import type { calls as ledger } from '@assay/modules/ledger/schema';
import type { calls as loans } from '@assay/modules/loans/schema';
import type { calls as markets } from '@assay/modules/markets/schema';
import type { calls as options } from '@assay/modules/options/schema';
import type { calls as orders } from '@assay/modules/orders/schema';
import type { calls as parameters } from '@assay/modules/parameters/schema';
import type { calls as promotion } from '@assay/modules/promotion/schema';
import type { calls as purchases } from '@assay/modules/purchases/schema';
import type { calls as rewards } from '@assay/modules/rewards/schema';
import type { calls as support } from '@assay/modules/support/schema';
import type { calls as verification } from '@assay/modules/verification/schema';
import type { calls as wallet } from '@assay/modules/wallet/schema';

type Tables = typeof alerts &
  typeof apiKeys &
  typeof inbox &
  typeof cfd &
  typeof content &
  typeof earn &
  typeof credit &
  typeof emergency &
  typeof feeds &
  typeof identity &
  typeof launch &
  typeof ledger &
  typeof loans &
  typeof markets &
  typeof options &
  typeof orders &
  typeof parameters &
  typeof promotion &
  typeof purchases &
  typeof rewards &
  typeof support &
  typeof verification &
  typeof wallet;

/**
 * The HTTP method of each call that the web app makes. The list is written out so that the browser
 * need not load a schema library for it. The modules' tables are imported as types only, and a line
 * that differs from its table does not compile.
 */
export const METHODS = {
  acceptAgreement: 'POST',
  addAddress: 'POST',
  addAlert: 'POST',
  addCollectCurrenct: 'POST',
  addPasskey: 'POST',
  addPushEndpoint: 'POST',
  addTotp: 'POST',
  amendOrder: 'POST',
  appealCreditScore: 'POST',
  askPasskey: 'POST',
  askPasskeyLogin: 'POST',
  askStepUp: 'POST',
  askTestMoney: 'POST',
  askWallet: 'POST',
  bindemail: 'POST',
  bindphone: 'POST',
  bindWallet: 'POST',
  applyNewcoins: 'POST',
  subscribeNewcoins: 'POST',
  withdrawNewcoins: 'POST',
  buyOption: 'POST',
  buyProfit: 'POST',
  cancelAllOrders: 'POST',
  cancelCfdOrder: 'POST',
  cancelOrder: 'POST',
  cancelPurchase: 'POST',
  cancelWithdrawal: 'POST',
  changeApiKey: 'POST',
  closeCfdPositions: 'POST',
  closeSupport: 'POST',
  confirmTotp: 'POST',
  convertSmallBalances: 'POST',
  createApiKey: 'POST',
  disputePurchase: 'POST',
  editCenterLevel: 'POST',
  endSession: 'POST',
  ethSignlog: 'POST',
  exitVirtualAccount: 'POST',
  exportMyData: 'POST',
  finishLogin: 'POST',
  freezeAccount: 'POST',
  getAccountLog: 'GET',
  getAddresses: 'GET',
  getAgreement: 'GET',
  getAlerts: 'GET',
  getApiKeys: 'GET',
  getAsset2: 'GET',
  getBankTerms: 'GET',
  getBanner: 'GET',
  getCfdAccount: 'GET',
  getCfdContracts: 'GET',
  getCfdReceipt: 'GET',
  getCfdReceipts: 'GET',
  getChannels: 'GET',
  getCode: 'POST',
  getCreditScore: 'GET',
  getCurrencyMessage: 'GET',
  getDealList: 'GET',
  getDepositAddress: 'POST',
  getDepositChains: 'GET',
  getDepositProofs: 'GET',
  getDeposits: 'GET',
  getDepth: 'GET',
  getEmergencyStops: 'GET',
  getFavourites: 'GET',
  getFeeTiers: 'GET',
  getFills: 'GET',
  getFuli: 'GET',
  getGG: 'GET',
  getHouseAccounts: 'GET',
  getInfo: 'GET',
  getKline: 'GET',
  getListings: 'GET',
  getLoan: 'GET',
  getLogHead: 'GET',
  getLogo: 'GET',
  getLogProof: 'GET',
  getmarketList: 'GET',
  getMessage: 'GET',
  getMessages: 'GET',
  getMyEarningsAndPromotion: 'GET',
  getMyEarningsDetail: 'GET',
  getMyPromotion: 'GET',
  getOpenOrders: 'GET',
  getNewcoinsList: 'GET',
  getNewcoinsInfo: 'GET',
  getNewcoinsResult: 'GET',
  getMyNewcoins: 'GET',
  getOptionLimits: 'GET',
  getOptionMarkets: 'GET',
  getOptionReceipt: 'GET',
  getOptionStatistics: 'GET',
  getMyprofit: 'GET',
  getOptions: 'GET',
  getOrderHistory: 'GET',
  getParam: 'GET',
  getParameterChanges: 'GET',
  getProfitInfo: 'GET',
  getProfitList: 'GET',
  getProfitOrder: 'GET',
  getProfitTotal: 'GET',
  getPromotionByDay: 'GET',
  getPromotionLeaders: 'GET',
  getPurchase: 'GET',
  getPurchases: 'GET',
  getPurchaseTerms: 'GET',
  getQrcode: 'GET',
  getReserves: 'GET',
  getRewards: 'GET',
  getSecurity: 'GET',
  getSessions: 'GET',
  getSetting: 'GET',
  getSignIn: 'GET',
  getSmallBalances: 'GET',
  getStatement: 'GET',
  getSupport: 'GET',
  getSupportMessages: 'GET',
  getTelCode: 'GET',
  getText: 'GET',
  getTextChanges: 'GET',
  getTextsList: 'GET',
  getTickLog: 'GET',
  getTransferable: 'GET',
  getVerificationViews: 'GET',
  getWithdrawal: 'GET',
  getWithdrawalRules: 'GET',
  getWithdrawals: 'GET',
  getWithdrawalTerms: 'GET',
  getWorthByDay: 'GET',
  has_renzheng: 'GET',
  hasTpassword: 'GET',
  idcardinfo: 'GET',
  lend_img: 'GET',
  lendBuy: 'POST',
  lendList: 'GET',
  lendMy: 'GET',
  limitOptions: 'POST',
  lockSettings: 'POST',
  logout: 'POST',
  makeRecoveryCodes: 'POST',
  new_data: 'GET',
  notMe: 'POST',
  openSupport: 'POST',
  openSupportFile: 'POST',
  orderPurchase: 'POST',
  passkeyLogin: 'POST',
  placeCfdOrder: 'POST',
  placeOco: 'POST',
  placeOrder: 'POST',
  previewBankWithdrawal: 'GET',
  previewLoan: 'GET',
  previewPurchase: 'GET',
  previewWithdrawal: 'GET',
  protectCfdPosition: 'POST',
  proveStepUp: 'POST',
  quoteOption: 'GET',
  rateSupport: 'POST',
  readMessages: 'POST',
  readSupport: 'POST',
  readWithdrawalRules: 'POST',
  reg_checkcode: 'POST',
  removeAddress: 'POST',
  removeAlert: 'POST',
  removeFactor: 'POST',
  removePushEndpoint: 'POST',
  removeSupportFile: 'POST',
  removeVerificationPhoto: 'POST',
  removeWallet: 'POST',
  repayLoan: 'POST',
  requestDeletion: 'POST',
  requestBankWithdrawal: 'POST',
  renewProfit: 'POST',
  requestWithdrawal: 'POST',
  resetVirtualAccount: 'POST',
  revokeApiKey: 'POST',
  saveTpwd: 'POST',
  sellOption: 'POST',
  sellProfit: 'POST',
  sendDepositProof: 'POST',
  sendRepaymentProof: 'POST',
  sendSupport: 'POST',
  setAddressAuth: 'POST',
  setCfdMode: 'POST',
  setChannel: 'POST',
  setNameAuth: 'POST',
  setPhishingCode: 'POST',
  setRewardZone: 'POST',
  setSecQuestion: 'POST',
  setWhitelistOnly: 'POST',
  showTyping: 'POST',
  signLoan: 'POST',
  signIn: 'POST',
  tempLogin: 'POST',
  transferFunds: 'POST',
  unfreezeAccount: 'POST',
  updateInfo: 'POST',
  updatePassword: 'POST',
  updateTpassword: 'POST',
  uploadLoanDocument: 'POST',
  uploadPurchaseProof: 'POST',
  uploadSupportFile: 'POST',
  uploadVerificationPhoto: 'POST',
  userIdCard: 'POST',
  userLogin: 'POST',
  userRegister: 'POST',
  withdrawDeletion: 'POST',
  withdrawLoan: 'POST',
} as const satisfies { [K in keyof Tables]?: Tables[K]['method'] };

export type CallName = keyof typeof METHODS;

/** The input of a call. */
export type CallInput<K extends CallName> = CallRequest<Tables[K]>;

/** The data that a call returns. */
export type CallOutput<K extends CallName> = TableOutput<Tables[K]>;

/** The user to whom a session belongs. */
export type Profile = UserInfo;
