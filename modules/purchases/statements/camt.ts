import sax from 'sax';
import { entryOf } from '../digest.ts';
import { readBankAmount } from '../rules.ts';
import type { NewLine } from '../store/lines.ts';

/** What came in, or what went out. */
export type Direction = 'in' | 'out';

/** Why a file is no statement that can be read. */
export type StatementFault = 'unreadable' | 'notStatement' | 'tooManyLines' | 'wrongColumns';

export const LINES_MAX = 5_000;
/** ISO 20022 nests far less deeply; whoever nests more wants something else. */
const DEPTH_MAX = 32;
/** Of one element: more is no text of a bank. */
const TEXT_MAX = 2_000;
/** The parser looks for an attribute among all others of its tag: that is quadratic. */
const ATTRIBUTES_MAX = 64;
const ALL_ATTRIBUTES_MAX = 100_000;
const TAG_MAX = 16_384;
/** So much is read before it is asked again how long a tag has become. */
const PIECE = 1_024;

/** What one `Ntry` says, until its end. */
interface Entry {
  readonly values: Map<string, string>;
  readonly remittance: string[];
}

/** Where a value stands, below the entry, and under which name it is kept. */
const FIELDS: Readonly<Record<string, string>> = {
  Amt: 'amount',
  CdtDbtInd: 'direction',
  RvslInd: 'reversal',
  'Sts/Cd': 'status',
  Sts: 'status',
  'BookgDt/Dt': 'day',
  'BookgDt/DtTm': 'day',
  AcctSvcrRef: 'entry',
  NtryRef: 'reference',
  'NtryDtls/TxDtls/RltdPties/Dbtr/Nm': 'payer',
  'NtryDtls/TxDtls/RltdPties/Dbtr/Pty/Nm': 'payer',
  'NtryDtls/TxDtls/RltdPties/Cdtr/Nm': 'payee',
  'NtryDtls/TxDtls/RltdPties/Cdtr/Pty/Nm': 'payee',
};
const REMITTANCE = new Set([
  'NtryDtls/TxDtls/RmtInf/Ustrd',
  'NtryDtls/TxDtls/RmtInf/Strd/CdtrRefInf/Ref',
  'NtryDtls/TxDtls/Refs/EndToEndId',
]);

const STATEMENT = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/;

/** Ends the reading: nothing more of the file is looked at. */
class Unfit extends Error {
  readonly fault: StatementFault;

  constructor(fault: StatementFault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * The booked credits of a CAMT.053 statement (ISO 20022, bank to customer statement), or its
 * debits. A document type is refused whatever it says, so that there are no entities but the five
 * of XML itself; depth, length and number are bounded.
 */
export function readCamt(text: string, direction: Direction = 'in'): NewLine[] | StatementFault {
  const lines: NewLine[] = [];
  const path: string[] = [];
  let [account, statement] = ['', ''];
  let entry: Entry | null = null;
  let details = 0;
  let written = '';
  let isStatement = false;
  const parser = sax.parser(true, { xmlns: true, trim: true });
  const stop = (fault: StatementFault) => {
    throw new Unfit(fault);
  };
  parser.ondoctype = () => stop('unreadable');
  parser.onprocessinginstruction = ({ name }) => {
    if (name.toLowerCase() !== 'xml') stop('unreadable');
  };
  parser.onerror = () => stop('unreadable');
  parser.onopentag = (tag) => {
    const { local, uri } = tag as sax.QualifiedTag;
    if (path.length === 0 && (local !== 'Document' || !STATEMENT.test(uri))) stop('notStatement');
    isStatement = true;
    if (path.push(local) > DEPTH_MAX) stop('unreadable');
    written = '';
    if (isEntry(path)) {
      entry = { values: new Map(), remittance: [] };
      details = 0;
    } else if (entry !== null && below(path) === 'Amt') {
      const { Ccy } = tag.attributes;
      entry.values.set('currency', typeof Ccy === 'string' ? Ccy : (Ccy?.value ?? ''));
    } else if (entry !== null && below(path) === 'NtryDtls/TxDtls') details += 1;
  };
  const onText = (more: string) => {
    written += more;
    if (written.length > TEXT_MAX) stop('unreadable');
  };
  parser.ontext = onText;
  parser.oncdata = onText;
  parser.onclosetag = () => {
    const at = path.join('/');
    if (/\/Stmt\/Acct\/Id\/(IBAN|Othr\/Id)$/.test(at)) account = plainAccount(written);
    if (at.endsWith('/Stmt/Id')) statement = written;
    if (entry !== null) keep(entry, below(path), written);
    if (entry !== null && isEntry(path)) {
      const line = lineOf(entry, { account, statement, details, direction });
      if (line !== null && lines.push(line) > LINES_MAX) stop('tooManyLines');
      entry = null;
    }
    path.pop();
    written = '';
  };
  try {
    readInPieces(parser, text, stop);
  } catch (error) {
    if (error instanceof Unfit) return error.fault;
    return 'unreadable';
  }
  return isStatement ? lines : 'notStatement';
}

/** Stops at a tag that has too many attributes, or is too long, before its end is looked for. */
function readInPieces(
  parser: sax.SAXParser,
  text: string,
  stop: (fault: StatementFault) => void,
): void {
  const { onopentag } = parser;
  let tagAt = -1;
  let [own, all] = [0, 0];
  parser.onopentagstart = () => {
    tagAt = parser.position;
    own = 0;
  };
  parser.onattribute = () => {
    own += 1;
    all += 1;
    if (own > ATTRIBUTES_MAX || all > ALL_ATTRIBUTES_MAX) stop('unreadable');
  };
  parser.onopentag = (tag) => {
    tagAt = -1;
    onopentag(tag);
  };
  for (let at = 0; at < text.length; at += PIECE) {
    parser.write(text.slice(at, at + PIECE));
    if (tagAt >= 0 && parser.position - tagAt > TAG_MAX) stop('unreadable');
  }
  parser.close();
}

const isEntry = (path: readonly string[]) => path.join('/').endsWith('/Stmt/Ntry');

/** Where in the entry it is. */
function below(path: readonly string[]): string {
  return path.slice(path.indexOf('Ntry') + 1).join('/');
}

function keep({ values, remittance }: Entry, place: string, text: string): void {
  if (text === '') return;
  const name = FIELDS[place];
  if (name !== undefined) values.set(name, text);
  else if (REMITTANCE.has(place)) remittance.push(text);
}

/** In what an entry stands, and how many payments it says it is. */
interface Around {
  readonly account: string;
  readonly statement: string;
  readonly details: number;
  readonly direction: Direction;
}

/**
 * A booked line of this direction; null for one of the other, what was taken back, or is not booked
 * yet. Several payments in one entry have one sum only, so nobody of them is named.
 */
function lineOf({ values, remittance }: Entry, around: Around): NewLine | null {
  const { account, statement, details, direction } = around;
  const of = (name: string) => values.get(name) ?? '';
  if (of('direction') !== INDICATORS[direction] || ['true', '1'].includes(of('reversal')))
    return null;
  if (of('status') !== 'BOOK' || account === '') return null;
  const amount = readBankAmount(plainDecimal(of('amount')));
  const bookedOn = of('day').slice(0, 10);
  const currency = of('currency');
  if (amount === null || !/^[A-Z]{3}$/.test(currency) || !isDay(bookedOn)) return null;
  const isOne = details <= 1;
  const payer = isOne ? cut(of(PARTIES[direction])) : '';
  const said = isOne ? cut(remittance.join(' ')) : '';
  // `NtryRef` is unique within its statement only.
  const within = [account, statement, of('reference')];
  const content = [bookedOn, currency, String(amount), payer, said];
  const entry = of('entry') || entryOf([...within, ...content]);
  return { account, entry: cut(entry), currency, amount, payer, remittance: said, bookedOn };
}

const INDICATORS = { in: 'CRDT', out: 'DBIT' } as const;
/** Who is on the other side. */
const PARTIES = { in: 'payer', out: 'payee' } as const;

const KEPT_MAX = 300;

/** As long as it is kept, without what is no sign; one space where a bank has put several. */
export const cut = (text: string) =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, KEPT_MAX);

export const plainAccount = (text: string) => text.replaceAll(/\s+/g, '').toUpperCase();

export const isDay = (text: string) => /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])$/.test(text);

/** ISO 20022 writes 100, 100.5 and 100.50 alike, and may begin with zeros. */
function plainDecimal(text: string): string {
  return text.trim().replace(/^0+(?=\d)/, '');
}
