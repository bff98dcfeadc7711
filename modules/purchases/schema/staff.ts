import { defineCalls } from '@assay/core/schema/call';
import { id, integer, oneOf, text } from '@assay/core/schema/fields';
import { z } from 'zod';
import { CURRENCIES, DIFFERENCES } from '../rules.ts';
import { purchaseEvent, purchaseView, STAGES } from './person.ts';

const STATEMENT_BELOW_BYTES = 4 * 1024 * 1024;
const COLUMN_MAX = 100;

/** What of an order staff see in the queue; nothing of it says who the customer is. */
const queued = z.strictObject({
  purchaseId: z.int(),
  userId: z.int(),
  ...{ amount: z.string(), asset: z.string(), cost: z.string(), currency: z.string() },
  reference: z.string(),
  stage: z.enum(STAGES),
  deadline: z.int(),
  /** Its time is over, and somebody says that it was paid. */
  late: z.boolean(),
  claimedBy: z.string().nullable(),
  claimedByMe: z.boolean(),
});
export type QueuedPurchase = z.infer<typeof queued>;

const lineView = z.strictObject({
  lineId: z.int(),
  ...{ account: z.string(), entry: z.string(), currency: z.string(), amount: z.string() },
  ...{ payer: z.string(), remittance: z.string(), bookedOn: z.string(), importedAt: z.int() },
  /** The open order that its reference names; null for none. */
  purchaseId: z.int().nullable(),
  /** In what it differs from that order. */
  differences: z.array(z.enum(DIFFERENCES)),
  /** The withdrawal that the bank sent back by it, or that its reference names; null for none. */
  withdrawalId: z.int().nullable(),
  /**
   * What became of it: `paid` an order, went `back`, is a withdrawal that was `sentBack`; '' while
   * nobody has said.
   */
  outcome: z.enum(['', 'paid', 'back', 'sentBack']),
});
export type LineView = z.infer<typeof lineView>;

const debitView = z.strictObject({
  lineId: z.int(),
  ...{ account: z.string(), entry: z.string(), currency: z.string(), amount: z.string() },
  ...{ payee: z.string(), remittance: z.string(), bookedOn: z.string(), importedAt: z.int() },
  /** The withdrawal that it paid, or that its reference names; null for none. */
  withdrawalId: z.int().nullable(),
  differences: z.array(z.enum(DIFFERENCES)),
  isDecided: z.boolean(),
});
export type DebitView = z.infer<typeof debitView>;

const payeeView = z.strictObject({
  payeeId: z.int(),
  ...{ currency: z.string(), holder: z.string(), bankName: z.string(), account: z.string() },
  ...{ bic: z.string(), bankAddress: z.string(), isOpen: z.boolean(), changedAt: z.int() },
});

const purchaseCase = z.strictObject({
  /** As the customer sees it. */
  purchase: purchaseView,
  timeline: z.array(purchaseEvent),
  userId: z.int(),
  /** Masked. */
  customer: z.strictObject({
    ...{ name: z.string(), email: z.string(), phone: z.string(), country: z.string() },
    createdAt: z.int(),
  }),
  verified: z.enum(['none', 'junior', 'senior']),
  digest: z.string(),
  /** Lines that nobody has assigned, those with its reference first. */
  lines: z.array(lineView),
  claimedBy: z.string().nullable(),
  claimedByMe: z.boolean(),
});
export type PurchaseCase = z.infer<typeof purchaseCase>;

const work = ['unknownPurchase', 'notClaimed', 'wrongState'] as const;
const column = integer(0, COLUMN_MAX).default(0);

export const purchaseStaffCalls = defineCalls({
  getPurchaseQueue: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'Open quick purchases, those to be paid first at the top.',
    input: z.strictObject({}),
    output: z.strictObject({ waiting: z.int(), purchases: z.array(queued) }),
    refusals: [],
  },
  getPurchaseCase: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'An order with the lines that may pay it; the record has who looked.',
    input: z.strictObject({ purchaseId: id }),
    output: purchaseCase,
    refusals: ['unknownPurchase'],
  },
  openPurchaseProof: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'The picture of a payment, marked with who looks and when; the record has it.',
    input: z.strictObject({ purchaseId: id }),
    output: z.never(),
    refusals: ['unknownPurchase', 'fileGone'],
  },
  claimPurchase: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary: 'Takes an order to work on for half an hour.',
    input: z.strictObject({ purchaseId: id }),
    output: z.strictObject({ claimedUntil: z.int() }),
    refusals: ['unknownPurchase', 'wrongState', 'claimedByOther'],
  },
  unclaimPurchase: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary: 'Gives it back to the queue.',
    input: z.strictObject({ purchaseId: id }),
    output: z.strictObject({}),
    refusals: work,
  },
  releasePurchaseAlone: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary:
      'Releases a claimed order that a line, imported by somebody else, pays in every particular.',
    input: z.strictObject({ purchaseId: id, lineId: id }),
    output: z.strictObject({}),
    refusals: [...work, 'ownMatter', 'unknownLine', 'lineUsed', 'needsTwoPeople', 'ownImport'],
  },
  getBankDebits: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'What went out of accounts of the house; of a withdrawal, what may have paid it.',
    input: z.strictObject({ withdrawalId: id.optional() }),
    output: z.strictObject({
      debits: z.array(debitView),
      /** What came in that may be this withdrawal, sent back by its bank. */
      credits: z.array(lineView),
    }),
    refusals: ['unknownWithdrawal'],
  },
  payBankWithdrawalAlone: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary:
      'Settles a claimed withdrawal that a debit, imported by somebody else, paid in full match.',
    input: z.strictObject({ withdrawalId: id, lineId: id }),
    output: z.strictObject({}),
    refusals: [
      ...(['unknownWithdrawal', 'notClaimed', 'wrongState', 'unknownLine', 'lineUsed'] as const),
      ...(['ownMatter', 'lineDiffers', 'needsTwoPeople', 'ownImport'] as const),
    ],
  },
  importStatement: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    upload: { types: ['application/xml', 'text/csv'], belowBytes: STATEMENT_BELOW_BYTES },
    summary: 'Adds what came in and went out by a bank statement, CAMT.053 or CSV, each line once.',
    input: z.strictObject({
      fileName: text(1, 255),
      /** Of a CSV file: which account of ours it is, and how it is written. */
      account: text(0, 40).default(''),
      currency: oneOf('', ...CURRENCIES).default(''),
      separator: oneOf('comma', 'semicolon', 'tab').default('comma'),
      days: oneOf('yyyy-mm-dd', 'dd.mm.yyyy', 'dd/mm/yyyy', 'mm/dd/yyyy').default('yyyy-mm-dd'),
      decimals: oneOf('point', 'comma').default('point'),
      ...{ dayColumn: column, amountColumn: column, payerColumn: column },
      ...{ remittanceColumn: column, entryColumn: column },
    }),
    /** The first entries that are known with another amount, which no statement changes. */
    output: z.strictObject({ read: z.int(), added: z.int(), differing: z.array(z.string()) }),
    refusals: ['unreadable', 'notStatement', 'tooManyLines', 'wrongColumns', 'unknownAccount'],
  },
  getBankLines: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'What came in on accounts of the house: what nobody has assigned, and the latest.',
    input: z.strictObject({}),
    output: z.strictObject({ open: z.array(lineView), decided: z.array(lineView) }),
    refusals: [],
  },
  getPayees: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'The accounts of the house to which people pay, also those that were closed.',
    input: z.strictObject({}),
    output: z.strictObject({ payees: z.array(payeeView) }),
    refusals: [],
  },
});
