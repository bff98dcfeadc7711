import type { CallInput } from '@assay/core/schema/call';
import type { SentFile } from '@assay/platform/http/context';
import type { purchaseStaffCalls } from '../schema/staff.ts';
import type { NewLine } from '../store/lines.ts';
import { readCamt, type StatementFault } from './camt.ts';
import { readCsv } from './csv.ts';

type Input = CallInput<(typeof purchaseStaffCalls)['importStatement']>;

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;
const DECIMALS = { point: '.', comma: ',' } as const;

/** What came in by a file of a bank. */
export function readStatement({ bytes, type }: SentFile, input: Input): NewLine[] | StatementFault {
  const text = textOf(bytes);
  if (text === null) return 'unreadable';
  if (type === 'application/xml') return readCamt(text);
  const { account, currency, days } = input;
  if (account === '' || currency === '') return 'wrongColumns';
  return readCsv({
    ...{ text, account, currency, days },
    separator: SEPARATORS[input.separator],
    decimals: DECIMALS[input.decimals],
    columns: {
      ...{ day: input.dayColumn, amount: input.amountColumn, payer: input.payerColumn },
      ...{ remittance: input.remittanceColumn, entry: input.entryColumn },
    },
  });
}

/** UTF-8 only: another encoding could hide what is read. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
