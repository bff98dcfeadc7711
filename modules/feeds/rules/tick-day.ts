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
  /** The ticks in order, read as they are asked for. */
  readonly ticks: Iterable<BareTick>;
}

/** Reads the text of a day. @throws BadTickDay when it is none, when its ticks are read too */
export function readTickDay(text: string): TickDay {
  const [format, index = '', day = '', first, prev = ''] = text.split('\n', 5);
  const firstN = Number(first);
  if (format !== FORMAT || !Number.isSafeInteger(firstN) || !/^[0-9a-f]{64}$/.test(prev)) {
    throw new BadTickDay('this is no day of ticks');
  }
  const head = dayHeader(index, day, firstN, prev);
  return { index, day, firstN, prev, ticks: ticksOf(text, head.length, index, firstN) };
}

function* ticksOf(text: string, from: number, name: string, firstN: number): Generator<BareTick> {
  const before = start(name);
  let n = firstN;
  for (let at = from; at < text.length; ) {
    const end = text.indexOf('\n', at);
    if (end < 0) throw new BadTickDay('the last line is cut off');
    const line = text.slice(at, end);
    at = end + 1;
    if (line.startsWith('=')) {
      before.index = line.slice(1);
      continue;
    }
    yield tickOf(line, n, before);
    n += 1;
  }
}

function tickOf(line: string, n: number, before: Before): BareTick {
  const [head = '', step = '', move = '', list, more] = line.split('|');
  if (list === undefined || more !== undefined)
    throw new BadTickDay(`tick ${n} has no four fields`);
  before.head = head === '' ? before.head : head;
  before.at += whole(step);
  const price = move === '' ? null : before.price + BigInt(move);
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
    price: move === '' ? null : price + BigInt(move),
    at: at - whole(age),
  };
}

function whole(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isSafeInteger(value)) throw new BadTickDay(`${text} is no number`);
  return value;
}

function unitsOf(text: string): bigint {
  const units = parseDecimal(text, SCALE);
  if (units === null) throw new RangeError(`${text} is no price`);
  return units;
}
