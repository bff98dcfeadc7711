import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { MINUTE_MS } from '../rules/interval.ts';

/**
 * Files of recorded bars. The file name has pair and length: `BTCUSDT_1m.csv.gz`, `XAUUSD_M1.csv`.
 * A line is `time,open,high,low,close,volume…`; with a header the columns are found by their names
 * (`timestamp` or `time`; `volume`, else `tick_volume`), without one they are in that order. Times
 * are UTC unless they name another zone.
 */

const FILE_NAME = /^([A-Z0-9]{2,24})_(\d+[mhd]|[MHD]\d+)\.csv(\.gz)?$/;
const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?(?:\.0+)?(Z|[+-]\d\d:\d\d)?$/;
const EPOCH_SECONDS = /^\d{9,10}$/;
const EPOCH_MS = /^\d{12,13}$/;
const UNIT_MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1_440 };
/** A file of bars longer than this is a mistake: 8 years of minutes. */
const MAX_BARS = 4_200_000;

/** The bars of one file, column by column, oldest first. Prices and volumes in units of 1e-8. */
export interface Bars {
  /** What is priced and what it is priced in, as one word: BTCUSDT. */
  readonly pair: string;
  /** Minutes of one bar. */
  readonly length: number;
  readonly minute: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly bigint[];
}

/** A file that cannot be used, with the line that shows it. */
export class BadBarFile extends Error {
  override readonly name = 'BadBarFile';
}

/** Reads all files of bars in a folder; others are passed over. Throws BadBarFile. */
export async function readBarFolder(folder: string): Promise<Bars[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch {
    throw new BadBarFile(`the folder ${folder} cannot be read`);
  }
  const files = names.filter((name) => FILE_NAME.test(name)).sort();
  if (files.length === 0) {
    throw new BadBarFile(`no files like BTCUSDT_1m.csv.gz in ${folder}`);
  }
  const bars: Bars[] = [];
  for (const name of files) bars.push(await readBarFile(path.join(folder, name)));
  return bars;
}

/** Reads one file. Throws BadBarFile at the first line that is not a bar or is out of order. */
export async function readBarFile(file: string): Promise<Bars> {
  const name = path.basename(file);
  const [, pair, length] = FILE_NAME.exec(name) ?? [];
  if (pair === undefined || length === undefined) {
    throw new BadBarFile(`${name} is not named like BTCUSDT_1m.csv`);
  }
  const reading = new BarReading(pair, minutesOf(length), name);
  const raw = createReadStream(file);
  const text = name.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  raw.on('error', (error) => text.destroy(error));
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    reading.take(line);
  }
  return reading.end();
}

interface Columns {
  readonly time: number;
  readonly prices: readonly [number, number, number, number];
  readonly volume: number;
}

const PLAIN_COLUMNS: Columns = { time: 0, prices: [1, 2, 3, 4], volume: 5 };

class BarReading {
  readonly #bars;
  readonly #file: string;
  #columns: Columns | null = null;
  #lines = 0;

  constructor(pair: string, length: number, file: string) {
    this.#file = file;
    this.#bars = {
      pair,
      length,
      minute: [] as number[],
      open: [] as number[],
      high: [] as number[],
      low: [] as number[],
      close: [] as number[],
      volume: [] as bigint[],
    };
  }

  take(line: string): void {
    this.#lines += 1;
    const text = this.#lines === 1 ? line.replace(/^\uFEFF/, '') : line;
    if (text.trim() === '') return;
    const fields = text.split(',').map((field) => field.trim());
    if (this.#columns === null) {
      const header = /[A-Za-z]{4,}/.test(fields[0] ?? '');
      this.#columns = header ? this.#header(fields) : PLAIN_COLUMNS;
      if (header) return;
    }
    this.#bar(fields, this.#columns);
  }

  end(): Bars {
    if (this.#bars.minute.length === 0) throw new BadBarFile(`${this.#file} has no bars`);
    return this.#bars;
  }

  #header(fields: readonly string[]): Columns {
    const names = fields.map((field) => field.toLowerCase());
    const find = (...wanted: string[]) =>
      wanted.map((one) => names.indexOf(one)).find((i) => i >= 0) ?? -1;
    const prices = [find('open'), find('high'), find('low'), find('close')] as const;
    const time = find('timestamp', 'time', 'date', 'datetime');
    if (time < 0 || prices.some((i) => i < 0))
      this.#refuse('names no time, open, high, low, close');
    return { time, prices, volume: find('volume', 'tick_volume') };
  }

  #bar(fields: readonly string[], columns: Columns): void {
    const bars = this.#bars;
    const minute = minuteOfText(fields[columns.time] ?? '');
    if (minute === null) this.#refuse('has no time that can be read');
    const [open, high, low, close] = columns.prices.map((i) => unitsOf(fields[i] ?? ''));
    if (!open || !high || !low || !close) this.#refuse('has a price that is not above zero');
    const volume = columns.volume < 0 ? 0n : parseDecimal(fields[columns.volume] ?? '', SCALE);
    if (volume === null) this.#refuse('has a volume that is no number');
    if (high < open || high < close || low > open || low > close) {
      this.#refuse('has a price outside its high and low');
    }
    const before = bars.minute[bars.minute.length - 1] ?? Number.NEGATIVE_INFINITY;
    if (minute < before + bars.length) this.#refuse('is not after the bar before it');
    if (bars.minute.length === MAX_BARS) this.#refuse(`is more than ${MAX_BARS} bars`);
    bars.minute.push(minute);
    bars.open.push(open);
    bars.high.push(high);
    bars.low.push(low);
    bars.close.push(close);
    bars.volume.push(volume);
  }

  #refuse(why: string): never {
    throw new BadBarFile(`${this.#file}: line ${this.#lines} ${why}`);
  }
}

/** Minutes of `15m`, `M15`, `1h`, `D1`. */
function minutesOf(length: string): number {
  const unit = length.replace(/\d+/, '').toLowerCase();
  return Number(length.replace(/\D/, '')) * (UNIT_MINUTES[unit] ?? 1);
}

function minuteOfText(text: string): number | null {
  let at = Number.NaN;
  const match = TIME.exec(text);
  if (match !== null) {
    const [, date, time, seconds = ':00', zone = 'Z'] = match;
    at = Date.parse(`${date}T${time}${seconds}${zone}`);
  } else if (EPOCH_SECONDS.test(text)) {
    at = Number(text) * 1_000;
  } else if (EPOCH_MS.test(text)) {
    at = Number(text);
  }
  return at % MINUTE_MS === 0 ? at / MINUTE_MS : null;
}

/** Units of 1e-8, or 0 when the text is no price above zero within the safe integers. */
function unitsOf(text: string): number {
  const units = parseDecimal(text, SCALE);
  return units === null || units > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(units);
}
