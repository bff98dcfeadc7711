import type { CallOutput, CallRequest } from '@assay/core/schema/call';
import type { calls as cfd } from '@assay/modules/cfd/schema';
import { callMode } from '@assay/modules/content/rules';
import type { calls as content } from '@assay/modules/content/schema';
import type { calls as earn } from '@assay/modules/earn/schema';
import type { calls as emergency } from '@assay/modules/emergency/schema';
import type { calls as feeds } from '@assay/modules/feeds/schema';
import type { calls as launch } from '@assay/modules/launch/schema';
import type { calls as ledger } from '@assay/modules/ledger/schema';
import type { calls as loans } from '@assay/modules/loans/schema';
import type { calls as markets } from '@assay/modules/markets/schema';
import type { calls as operators } from '@assay/modules/operators/schema';
import type { calls as options } from '@assay/modules/options/schema';
import type { calls as parameters } from '@assay/modules/parameters/schema';
import type { calls as promotion } from '@assay/modules/promotion/schema';
import type { calls as purchases } from '@assay/modules/purchases/schema';
import type { calls as reports } from '@assay/modules/reports/schema';
import type { calls as rewards } from '@assay/modules/rewards/schema';
import type { calls as support } from '@assay/modules/support/schema';
import type { calls as verification } from '@assay/modules/verification/schema';
import type { calls as wallet } from '@assay/modules/wallet/schema';
import { appSettings } from './app-settings.ts';
import { connection } from './connection.ts';
import { session } from './session.ts';

type Tables = typeof cfd &
  typeof content &
  typeof earn &
  typeof emergency &
  typeof operators &
  typeof options &
  typeof launch &
  typeof ledger &
  typeof feeds &
  typeof markets &
  typeof parameters &
  typeof loans &
  typeof promotion &
  typeof purchases &
  typeof reports &
  typeof rewards &
  typeof support &
  typeof verification &
  typeof wallet;

/** The method of each call of the console; a line that differs from its table does not compile. */
const METHODS = {
  operatorEnter: 'POST',
  operatorLeave: 'POST',
  askOperatorLogin: 'POST',
  operatorLogin: 'POST',
  operatorTotpLogin: 'POST',
  getOperatorFactors: 'GET',
  askStaffProof: 'POST',
  askOperatorPasskey: 'POST',
  addOperatorPasskey: 'POST',
  addOperatorTotp: 'POST',
  confirmOperatorTotp: 'POST',
  removeOperatorFactor: 'POST',
  getOperatorSessions: 'GET',
  endOperatorSession: 'POST',
  getOutbox: 'GET',
  getEngineStatus: 'GET',
  getOperatorLog: 'GET',
  checkOperatorLog: 'GET',
  getHouseAccounts: 'GET',
  getHouseEntries: 'GET',
  getFeedStatus: 'GET',
  getCalendarDays: 'GET',
  getFeedExclusions: 'GET',
  getOperator: 'GET',
  getJobs: 'GET',
  getStaff: 'GET',
  makeStaffLink: 'POST',
  makeLinkCode: 'POST',
  declareOwnAccount: 'POST',
  endStaff: 'POST',
  getProposals: 'GET',
  prepareProposal: 'POST',
  decideProposal: 'POST',
  claimProposal: 'POST',
  getmarketList: 'GET',
  getCurrencyAll: 'GET',
  getEmergencyStops: 'GET',
  getStopEffect: 'GET',
  getCfdExposure: 'GET',
  getOptionTerms: 'GET',
  getTermsChanges: 'GET',
  getParameters: 'GET',
  startEmergencyStop: 'POST',
  endEmergencyStop: 'POST',
  getChains: 'GET',
  getCustody: 'GET',
  findDeposits: 'GET',
  getDailyFigures: 'GET',
  getTrialBalance: 'GET',
  getSetting: 'GET',
  getVerificationQueue: 'GET',
  claimVerification: 'POST',
  releaseVerification: 'POST',
  getVerificationCase: 'GET',
  getDocumentTicket: 'POST',
  approveVerification: 'POST',
  getWithdrawalQueue: 'GET',
  getWithdrawalCase: 'GET',
  claimWithdrawal: 'POST',
  releaseWithdrawal: 'POST',
  approveWithdrawalAlone: 'POST',
  getProofQueue: 'GET',
  openDepositProof: 'POST',
  claimProof: 'POST',
  unclaimProof: 'POST',
  linkProof: 'POST',
  getRecoveryQueue: 'GET',
  claimRecovery: 'POST',
  unclaimRecovery: 'POST',
  getLoanQueue: 'GET',
  getLoanCase: 'GET',
  getLoanPool: 'GET',
  getCollateralPool: 'GET',
  openLoanDocument: 'POST',
  openRepaymentProof: 'POST',
  claimLoan: 'POST',
  unclaimLoan: 'POST',
  getLaunches: 'GET',
  drawLaunch: 'POST',
  getLaunchApplications: 'GET',
  claimLaunchApplication: 'POST',
  unclaimLaunchApplication: 'POST',
  passLaunchApplication: 'POST',
  getPurchaseQueue: 'GET',
  getPurchaseCase: 'GET',
  openPurchaseProof: 'POST',
  claimPurchase: 'POST',
  unclaimPurchase: 'POST',
  releasePurchaseAlone: 'POST',
  importStatement: 'POST',
  getBankDebits: 'GET',
  getBankLines: 'GET',
  payBankWithdrawalAlone: 'POST',
  getPayees: 'GET',
  getEarnPool: 'GET',
  getSupportQueue: 'GET',
  claimSupport: 'POST',
  releaseSupport: 'POST',
  getSupportCase: 'GET',
  answerSupport: 'POST',
  readSupportCase: 'POST',
  showStaffTyping: 'POST',
  handOverSupport: 'POST',
  closeSupportCase: 'POST',
  openSupportAttachment: 'POST',
  getSupportColleagues: 'GET',
  getSupportRatings: 'GET',
  getCannedAnswers: 'GET',
  saveCannedAnswer: 'POST',
  removeCannedAnswer: 'POST',
  getCustomer: 'GET',
  unmaskCustomer: 'POST',
  freezeCustomer: 'POST',
  unfreezeCustomer: 'POST',
  getCustomerSessions: 'GET',
  endCustomerSessions: 'POST',
  openDocument: 'POST',
  getContentItems: 'GET',
  getContentItem: 'GET',
  addContentItem: 'POST',
  saveContentText: 'POST',
  saveContentPlace: 'POST',
  previewContent: 'POST',
  publishContent: 'POST',
  withdrawContent: 'POST',
  getRewardFund: 'GET',
  getTaskBudgets: 'GET',
  getPromotions: 'GET',
} as const satisfies { [K in keyof Tables]?: Tables[K]['method'] };

type Name = keyof typeof METHODS;
export type CallRequestOf<K extends Name> = CallRequest<Tables[K]>;
export type CallOutputOf<K extends Name> = CallOutput<Tables[K]>;

/** A call was refused or not answered; the message is for people, and may be empty. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  /** What it takes to correct it, as the refusal names it. */
  readonly detail: Readonly<Record<string, string>>;
  /** The reason by its name; '' when no call was refused. */
  readonly refusal: string;

  constructor(message: string, data: unknown = null) {
    super(message);
    const { detail = {}, refusal = '' } = Object(data) as Partial<CallFailed>;
    this.detail = detail;
    this.refusal = refusal;
  }
}

/** What the server said of work that it refused; undefined when it did not. */
export async function refusalOf(work: Promise<unknown>, otherwise: string) {
  try {
    await work;
    return undefined;
  } catch (error) {
    return { form: (error instanceof CallFailed && error.message) || otherwise };
  }
}

/** In the place of the code of an answer: there was none. */
const UNANSWERED = -1;

/** Codes of an answer that end the session: log in again, and logged out. */
const SESSION_OVER = [2000, 1000];

/**
 * Resolves with the call's data; rejects with CallFailed. Drops a session that has ended. What is
 * sent again with the same `commandId` is the same.
 */
export async function call<K extends Name>(
  name: K,
  input: CallRequest<Tables[K]>,
  signal?: AbortSignal,
  commandId?: string,
): Promise<CallOutput<Tables[K]>> {
  const token = session.token();
  const headers: Record<string, string> = token === null ? {} : { 'x-token': token };
  if (commandId !== undefined) headers['idempotency-key'] = commandId;
  const { apiUrl, callTimeoutMs } = appSettings;
  const limit = AbortSignal.timeout(callTimeoutMs);
  const init: RequestInit = {
    ...callMode(appSettings),
    headers,
    cache: 'no-store',
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  };
  let url = `${apiUrl}/web/${name}`;
  if (METHODS[name] === 'POST') {
    headers['content-type'] = 'application/json';
    Object.assign(init, { method: 'POST', body: JSON.stringify(input) });
  } else {
    const pairs = Object.entries(input).map(([key, value]) => [key, String(value)]);
    url += `?${new URLSearchParams(pairs)}`;
  }
  const answer = await fetch(url, init)
    .then((response) => response.json() as Promise<Answer>)
    .catch(() => ({ code: UNANSWERED, message: '', data: null }));
  // What a screen that was left no longer waits for says nothing.
  if (signal?.aborted !== true) connection.report(answer.code !== UNANSWERED);
  if (answer.code === 0 || answer.code === 7) return answer.data as CallOutput<Tables[K]>;
  if (SESSION_OVER.includes(answer.code)) session.leave();
  throw new CallFailed(answer.message, answer.data);
}

/** Sends a file as the body of a call, its fields in the address. Rejects with CallFailed. */
export async function sendFile<K extends 'importStatement'>(
  name: K,
  fields: Readonly<Record<string, string>>,
  file: File,
  type: string,
): Promise<CallOutputOf<K>> {
  const { apiUrl, callTimeoutMs } = appSettings;
  const response = await fetch(`${apiUrl}/web/${name}?${new URLSearchParams(fields)}`, {
    ...callMode(appSettings),
    method: 'POST',
    headers: { 'x-token': session.token() ?? '', 'content-type': type },
    body: file,
    cache: 'no-store',
    signal: AbortSignal.timeout(callTimeoutMs),
  });
  const { code, message, data } = (await response.json()) as Answer;
  if (code === 0) return data as CallOutputOf<K>;
  throw new CallFailed(message, data);
}

type Pictured =
  | 'openDocument'
  | 'openSupportAttachment'
  | 'openPurchaseProof'
  | 'openDepositProof'
  | 'openLoanDocument'
  | 'openRepaymentProof';

/** The picture of a call, as an address that only this page knows. Rejects with CallFailed. */
export async function openPicture<K extends Pictured>(
  name: K,
  input: CallRequest<Tables[K]>,
): Promise<string> {
  const { apiUrl, callTimeoutMs } = appSettings;
  const response = await fetch(`${apiUrl}/web/${name}`, {
    ...callMode(appSettings),
    method: 'POST',
    headers: { 'x-token': session.token() ?? '', 'content-type': 'application/json' },
    body: JSON.stringify(input),
    cache: 'no-store',
    signal: AbortSignal.timeout(callTimeoutMs),
  });
  if (response.headers.get('content-type') === 'image/jpeg') {
    return URL.createObjectURL(await response.blob());
  }
  const { message } = (await response.json()) as Answer;
  throw new CallFailed(message);
}

interface Answer {
  code: number;
  message: string;
  data: unknown;
}
