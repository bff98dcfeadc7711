import { readFileSync } from 'node:fs';
import type { Commands } from '@assay/core/schema/registry';
import type { StaffRefusal } from '@assay/modules/operators';
import { Messages } from '@assay/platform/http/messages';
import { expect, it } from 'vitest';
import { approvalTable, type plainCommands } from './staff.ts';

const CATALOGUE = new URL('../../modules/operators/messages/en.json', import.meta.url);

type Plain = ReturnType<typeof plainCommands>;
/** What two people decide and an engine runs. */
const OF_ENGINES = [
  ...(['declareCapital', 'approveWithdrawal', 'refuseWithdrawal', 'returnWithdrawal'] as const),
  ...(['setEarnProduct', 'setEarnStrategy', 'rejectRedemption', 'writeOffLoan'] as const),
  ...(['setLoanProduct', 'setCollateral', 'fundPromotions', 'publishTask', 'endTask'] as const),
  ...(['joinCluster', 'leaveCluster', 'publishLaunch', 'cancelLaunch', 'payOutLaunch'] as const),
  ...(['voidWindow', 'makeGoodWindow'] as const),
] as const satisfies readonly (keyof Commands)[];
/** What is about staff, and what else runs beside the engines: the compiler has the whole list. */
const BESIDE: Readonly<Record<keyof Plain, true>> = {
  creditRecovery: true,
  returnRecovery: true,
  refuseRecovery: true,
  creditProof: true,
  refuseProof: true,
  approveLoan: true,
  refuseLoan: true,
  confirmRepayment: true,
  refuseRepayment: true,
  payByBank: true,
  returnByBank: true,
  setPayee: true,
  closePayee: true,
  assignLine: true,
  returnLine: true,
  letPurchaseGo: true,
  publishListing: true,
  settleByHand: true,
  declareCustody: true,
  acceptDifference: true,
  setDepositChain: true,
  setDepositToken: true,
  acceptContradiction: true,
  extendStop: true,
  publishLaw: true,
  withdrawLaw: true,
  refuseVerification: true,
  refuseLaunchApplication: true,
  correctVerification: true,
  changeParameter: true,
  freezeLonger: true,
  removeLostFactors: true,
  liftOwnFreeze: true,
  withdrawChange: true,
  changeTerms: true,
  withdrawTerms: true,
  changeCalendar: true,
};
const OF_STAFF = ['inviteStaff', 'reinviteStaff', 'changeRoles', 'setOwnAccounts'];

type In<T> = T extends string
  ? T
  : T extends { readonly refusal?: infer R }
    ? Exclude<R, undefined>
    : never;
type Returned<F> = F extends (...input: never[]) => infer R ? In<Awaited<R>> : never;
type OfPlain = {
  [K in keyof Plain]:
    | Returned<Plain[K]['run']>
    | (Plain[K] extends { readonly prepared: infer F } ? Returned<F> : never);
}[keyof Plain];
type OfEngines = Commands[(typeof OF_ENGINES)[number]]['refusal'];
type Why = OfPlain | OfEngines | StaffRefusal;

/** Every refusal of all of these. One that is a mere text, or lacks here, does not compile. */
const WHYS: string extends Why ? never : Readonly<Record<Why, true>> = {
  alreadyAnnounced: true,
  badDate: true,
  badHours: true,
  closedTooLong: true,
  unknownCalendar: true,
  alreadyCredited: true,
  alreadyJoined: true,
  alreadyListed: true,
  alreadyPaidOut: true,
  alreadyProposed: true,
  alreadyWithdrawn: true,
  badListing: true,
  badName: true,
  badSymbol: true,
  badTerms: true,
  broughtByChain: true,
  capitalTooSmall: true,
  caseDecided: true,
  caseUnknown: true,
  chainNotRead: true,
  changedMeanwhile: true,
  clusterFull: true,
  customersMoney: true,
  customerUnknown: true,
  draftChanged: true,
  factorUsed: true,
  feeTooHigh: true,
  final: true,
  fundEmpty: true,
  invalidAmount: true,
  invalidEarnProduct: true,
  invalidLoanAmounts: true,
  invalidLoanLender: true,
  invalidLoanProduct: true,
  invalidMarket: true,
  invalidReason: true,
  invalidSpan: true,
  invalidTask: true,
  invalidTerms: true,
  lastOfStaff: true,
  lendingPoolShort: true,
  lineDiffers: true,
  lineUsed: true,
  loanNotOverdue: true,
  loansNotOffered: true,
  mainLanguage: true,
  needsTwoPeople: true,
  noAccount: true,
  noCommonBlock: true,
  noContradiction: true,
  noDifference: true,
  noFactors: true,
  noRoom: true,
  noSuchCustomer: true,
  notAHouseAccount: true,
  notAllowed: true,
  notAnnounced: true,
  notClaimed: true,
  notFrozen: true,
  notFunded: true,
  nothingOpen: true,
  nothingSettled: true,
  noticeTooShort: true,
  notInCluster: true,
  notRedeeming: true,
  notStopped: true,
  notVerified: true,
  notYet: true,
  onlyReal: true,
  otherAddress: true,
  otherAmount: true,
  otherAsset: true,
  otherDigest: true,
  otherLoanAmount: true,
  otherToken: true,
  outOfBounds: true,
  ownerObjected: true,
  ownImport: true,
  ownLock: true,
  paidByBank: true,
  paidBySigner: true,
  reasonsUnfit: true,
  repaymentReferenceUsed: true,
  stillSettling: true,
  strategyTaken: true,
  taskEnded: true,
  taskOpen: true,
  ticketUnknown: true,

  tooEarly: true,
  tooFarAhead: true,
  tooLate: true,
  tooMany: true,
  tooManyLaunches: true,
  transactionEntered: true,
  transactionUsed: true,
  unchanged: true,
  unknownAccount: true,
  unknownApplication: true,
  unknownAsset: true,
  unknownChain: true,
  unknownChange: true,
  unknownCode: true,
  unknownEarnOrder: true,
  unknownLaunch: true,
  unknownLine: true,
  unknownLoan: true,
  unknownMember: true,
  unknownProduct: true,
  unknownProof: true,
  unknownPurchase: true,
  unknownReason: true,
  unknownRecovery: true,
  unknownRepayment: true,
  unknownSubject: true,
  unknownTask: true,
  unknownUser: true,
  unknownWithdrawal: true,
  wrongLoanState: true,
  wrongState: true,
  wrongSuffix: true,
};

it('OPER-123 whatever a command of two people can be refused for has words that staff read', () => {
  const types = [...OF_ENGINES, ...Object.keys(BESIDE), ...OF_STAFF];
  expect(types.sort()).toEqual(approvalTable('production').commandTypes.sort());
  const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(CATALOGUE, 'utf8'));
  const worded = Object.keys(texts).filter((key) => key.startsWith('why.'));
  expect(worded.sort()).toEqual(
    Object.keys(WHYS)
      .map((why) => `why.${why}`)
      .sort(),
  );
});

it('OPER-123 the answer says it in these words, and names the code to programs alone', () => {
  const messages = new Messages().add({ en: JSON.parse(readFileSync(CATALOGUE, 'utf8')) });
  const said = (detail: Readonly<Record<string, string>>) =>
    messages.refusalText('en', 'commandRefused', detail);
  expect(said({ why: 'tooEarly' })).toMatch(
    /now\. The time that has to pass before is not over\.$/,
  );
  expect(said({ why: 'badListing', field: 'tick' })).toMatch(/listing is not right: tick\.$/);
  expect(said({ why: 'tooEarly' })).not.toContain('tooEarly');
});
