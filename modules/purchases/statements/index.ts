import type { CallInput } from '@assay/core/schema/call';
import type { SentFile } from '@assay/platform/http/context';
import type { purchaseStaffCalls } from '../schema/staff.ts';
import type { NewLine } from '../store/lines.ts';
import { type Direction, readCamt, type StatementFault } from './camt.ts';
import { readCsv } from './csv.ts';

type Input = CallInput<(typeof purchaseStaffCalls)['importStatement']>;

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;
const DECIMALS = { point: '.', comma: ',' } as const;

/** What a file of a bank says: what came in, and what went out. */
export interface Statement {
  readonly credits: readonly NewLine[];
  readonly debits: readonly NewLine[];
}

export function readStatement(file: SentFile, input: Input): Statement | StatementFault {
  const text = textOf(file.bytes);
  if (text === null) return 'unreadable';
  const [credits, debits] = (['in', 'out'] as const).map((direction) =>
    linesOf(text, file.type, input, direction),
  );
  if (typeof credits === 'string') return credits;
  return typeof debits === 'string' ? debits : { credits: credits!, debits: debits! };
}

function linesOf(
  text: string,
  type: string,
  input: Input,
  direction: Direction,
): NewLine[] | StatementFault {
  if (type === 'application/xml') return readCamt(text, direction);
  const { account, currency, days } = input;
  if (account === '' || currency === '') return 'wrongColumns';
  const csv = {
    ...{ text, account, currency, days },
    separator: SEPARATORS[input.separator],
    decimals: DECIMALS[input.decimals],
    columns: {
      ...{ day: input.dayColumn, amount: input.amountColumn, payer: input.payerColumn },
      ...{ remittance: input.remittanceColumn, entry: input.entryColumn },
    },
  };
  return readCsv(csv, direction);
}

/** UTF-8 only: another encoding could hide what is read. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
