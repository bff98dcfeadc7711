import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { type Component, partsText, readParts, type Tick, VERDICTS } from './index.ts';

/**
 * The ticks of an index and a day as lines that are small once they are compressed: each says what
 * differs from the tick before. Hashes are left out but the first, since they follow from the rest;
 * whoever has computed them has checked the day. The README describes the lines for readers.
 */

const FORMAT = 'assay-ticks-1';

/** A tick without the hashes that follow from the ones before. */
export type BareTick = Omit<Tick, 'prev' | 'hash'>;

interface Before {
  index: string;
  at: number;
  price: bigint;
  head: string;
}

const start = (index: string): Before => ({ index, at: 0, price: 0n, head: '' });

/** The first lines of a day: the format, the index, the day, the first number, the hash before. */
export function dayHeader(index: string, day: string, firstN: number, prev: string): string {
  return `${FORMAT}\n${index}\n${day}\n${firstN}\n${prev}\n`;
}

/** Writes ticks as lines, one after the other. */
export class DayWriter {
  readonly #before: Before;

  constructor(index: string) {
    this.#before = start(index);
  }

  /** @throws RangeError for a tick whose text is not what its parts say */
  line(tick: BareTick): string {
    const before = this.#before;
    const components = readParts(tick.parts);
    if (components === null || partsText(components) !== tick.parts) {
      throw new RangeError(`tick ${tick.n} of ${tick.index} has parts of another form`);
    }
    const price = tick.price === '' ? null : unitsOf(tick.price);
    const renamed = tick.index === before.index ? '' : `=${tick.index}\n`;
    const head = components.map(headOf).join(';') || '-';
    const around = price ?? before.price;
    const parts = components.map(({ price: own, at }) => {
      return `${own === null ? '' : own - around},${tick.at - at}`;
    });
    const fields = [
      head === before.head ? '' : head,
      tick.at - before.at,
      price === null ? '' : price - before.price,
      parts.join(';'),
    ];
    before.index = tick.index;
    before.at = tick.at;
    before.price = around;
    before.head = head;
    return `${renamed}${fields.join('|')}\n`;
  }
}

/** A file that cannot be read as a day of ticks. */
export class BadTickDay extends Error {
  override readonly name = 'BadTickDay';
}

export interface TickDay {
  readonly index: string;
  readonly day: string;
  readonly firstN: number;
  /** The hash of the tick before the first. */
  readonly prev: string;
  readonly ticks: DayLines;
}

/** Reads the text of a day. @throws BadTickDay when it is none, when its ticks are read too */
export function readTickDay(text: string): TickDay {
  const [format, index = '', day = '', first, prev = ''] = text.split('\n', 5);
  const firstN = Number(first);
  if (format !== FORMAT || !Number.isSafeInteger(firstN) || !/^[0-9a-f]{64}$/.test(prev)) {
    throw new BadTickDay('this is no day of ticks');
  }
  const head = dayHeader(index, day, firstN, prev);
  const ticks = new DayLines(text, { ...start(index), n: firstN, offset: head.length });
  return { index, day, firstN, prev, ticks };
}

/** Where a tick's lines begin in the text of its day, and what they say the differences from. */
export interface DayPlace extends Readonly<Before> {
  readonly n: number;
  /** In characters. */
  readonly offset: number;
}

/** The ticks of a day in order, read as they are asked for, from any place that is known. */
export class DayLines implements Iterable<BareTick> {
  readonly #text: string;
  readonly #before: Before;
  #n: number;
  #at: number;

  constructor(text: string, { n, offset, ...before }: DayPlace) {
    this.#text = text;
    this.#before = before;
    this.#n = n;
    this.#at = offset;
  }

  /** Of the tick that is read next. */
  get place(): DayPlace {
    return { ...this.#before, n: this.#n, offset: this.#at };
  }

  *[Symbol.iterator](): Generator<BareTick> {
    const text = this.#text;
    while (this.#at < text.length) {
      const end = text.indexOf('\n', this.#at);
      if (end < 0) throw new BadTickDay('the last line is cut off');
      const line = text.slice(this.#at, end);
      this.#at = end + 1;
      if (line.startsWith('=')) {
        this.#before.index = line.slice(1);
        continue;
      }
      const tick = tickOf(line, this.#n, this.#before);
      this.#n += 1;
      yield tick;
    }
  }
}

function tickOf(line: string, n: number, before: Before): BareTick {
  const [head = '', step = '', move = '', list, more] = line.split('|');
  if (list === undefined || more !== undefined)
    throw new BadTickDay(`tick ${n} has no four fields`);
  before.head = head === '' ? before.head : head;
  before.at += whole(step);
  const price = move === '' ? null : before.price + moved(move);
  before.price = price ?? before.price;
  const heads = before.head === '-' ? [] : before.head.split(';');
  const parts = list === '' ? [] : list.split(';');
  if (heads.length !== parts.length) throw new BadTickDay(`tick ${n} lacks a component`);
  const components = heads.map((one, i) => componentOf(one, parts[i]!, before));
  return {
    index: before.index,
    n,
    at: before.at,
    price: price === null ? '' : formatDecimal(price, SCALE),
    parts: partsText(components),
  };
}

const headOf = ({ source, weight, verdict }: Component) => `${source},${weight},${verdict}`;

function componentOf(head: string, part: string, { at, price }: Before): Component {
  const [source = '', weight = '', verdict = ''] = head.split(',');
  const [move = '', age = ''] = part.split(',');
  const known = VERDICTS.find((one) => one === verdict);
  if (known === undefined) throw new BadTickDay(`${verdict} is no verdict`);
  return {
    source,
    weight: whole(weight),
    verdict: known,
    price: move === '' ? null : price + moved(move),
    at: at - whole(age),
  };
}

function whole(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isSafeInteger(value)) throw new BadTickDay(`${text} is no number`);
  return value;
}

function moved(text: string): bigint {
  if (!/^-?\d{1,30}$/.test(text)) throw new BadTickDay(`${text} is no move of a price`);
  return BigInt(text);
}

function unitsOf(text: string): bigint {
  const units = parseDecimal(text, SCALE);
  if (units === null) throw new RangeError(`${text} is no price`);
  return units;
}
