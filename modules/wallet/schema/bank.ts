import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { defineCalls } from '@assay/core/schema/call';
import {
  assetSymbol,
  instant,
  missingOr,
  oneOf,
  positiveDecimal,
  text,
} from '@assay/core/schema/fields';
import { faultOfBankNumber, plainBankNumber } from '@assay/modules/identity/rules';
import { z } from 'zod';
import { HOLDS, REFUSALS } from '../rules/index.ts';
import { pin, receipt, stepUp, withdrawalView } from './withdrawals.ts';

const amount = positiveDecimal.refine(
  (written) => parseDecimal(written, SCALE) !== null,
  'eightDecimals',
);
const currency = z.string({ error: missingOr('currency') }).regex(/^[A-Z]{3}$/, 'currency');
/** An IBAN with its length and check digits, or another number of an account. */
const account = z
  .string({ error: missingOr('account') })
  .min(1, 'accountMissing')
  .transform(plainBankNumber)
  .superRefine((number, { addIssue }) => {
    const fault = faultOfBankNumber(number);
    if (fault !== null) addIssue(fault);
  });
/** ISO 9362: the bank, its country, its place, and perhaps a branch. */
const bic = z
  .string({ error: missingOr('bic') })
  .transform((written) => written.replaceAll(/\s+/g, '').toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'bic'));

/** What is asked for, without what proves it. The step-up names every one of these. */
const asked = {
  ...{ asset: assetSymbol, amount, currency },
  kind: oneOf('ordinary', 'exit').default('ordinary'),
  ...{ bankName: text(1, 70), account, bic, bankAddress: text(1, 140) },
  ...{ payeeName: text(1, 70), payeePhone: text(1, 32), payeeAddress: text(1, 140) },
  notBefore: instant.optional(),
};

/** The rate that is locked, with what it was fixed by, and what the house takes of it. */
const rate = {
  /** USDT for one unit of the currency. */
  rate: z.string(),
  rateAt: z.int(),
  rateSource: z.enum(['index', 'parameter']),
  /** The number of the tick in the log of prices, or of the version of the parameter. */
  rateTick: z.int(),
  spreadPpm: z.int(),
};

export const bankCalls = defineCalls({
  getBankTerms: {
    method: 'GET',
    auth: 'user',
    summary: 'In which currencies a bank carries a withdrawal, at which rates and spread.',
    input: z.strictObject({}),
    output: z.strictObject({
      currencies: z.array(
        z.strictObject({
          currency: z.string(),
          ...rate,
          /** The house has so much of it at its banks for this. */
          most: z.string(),
        }),
      ),
    }),
    refusals: ['virtualAccount'],
  },
  previewBankWithdrawal: {
    method: 'GET',
    auth: 'user',
    summary: 'What would become of a bank withdrawal: every reason against it, or what it brings.',
    input: z.strictObject(asked),
    output: z.strictObject({
      refusals: z.array(
        z.strictObject({
          code: z.enum([...REFUSALS, 'bankMoneyShort']),
          detail: z.record(z.string(), z.string()),
        }),
      ),
      accepted: z
        .strictObject({
          ...{ fee: z.string(), arrives: z.string(), proceeds: z.string(), ...rate },
          goesAt: z.int(),
          ground: z.enum(['tier', 'onePerson', 'twoPeople']),
          holds: z.array(z.strictObject({ reason: z.enum(HOLDS), deadline: z.int().nullable() })),
        })
        .nullable(),
    }),
    refusals: ['virtualAccount'],
  },
  requestBankWithdrawal: {
    method: 'POST',
    auth: 'user',
    limit: 'withdrawal',
    summary: 'Asks for USDT to leave as bank money: locks the rate, and holds both until then.',
    input: z.strictObject({
      ...asked,
      /** What the preview said that it brings; less is refused. */
      proceeds: positiveDecimal,
      ...{ tradePassword: pin, stepUp },
    }),
    output: z.strictObject({ withdrawal: withdrawalView, receipt }),
    refusals: [
      ...(['virtualAccount', ...REFUSALS, 'proceedsMoved', 'bankMoneyShort'] as const),
      ...(['tradePasswordWrong', 'tradePasswordLocked'] as const),
      ...(['accountNeeded', 'stepUpNeeded', 'stepUpWrong', 'tooManyWithdrawals'] as const),
    ],
  },
});
