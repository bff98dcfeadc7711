import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { type BookRules, priceText, quantityText } from '@assay/core/order/market';
import type { Format } from '@assay/kit/format/format.ts';
import { barOf, type Row } from './book-view.ts';

/** How the rows of a side are written. */
export interface Writing {
  readonly format: Format;
  readonly rules: BookRules;
  /** Ticks per row: a coarse grouping needs no decimals that are always zero. */
  readonly group: number;
  readonly sumIn: 'base' | 'quote';
}

interface Slot {
  readonly element: HTMLElement;
  readonly bar: HTMLElement;
  readonly price: Text;
  readonly quantity: Text;
  readonly sum: Text;
  length: number;
  own: boolean;
  empty: boolean;
}

/**
 * Writes rows into slots that React rendered once. Only what differs is touched, so ten paints a
 * second cost a few text nodes and transforms instead of a render of forty rows.
 */
export class BookPainter {
  private readonly slots: Slot[];
  private rows: readonly Row[] = [];

  /** `container` holds one element a slot: bar, price, quantity, sum. Best row first. */
  constructor(container: HTMLElement) {
    this.slots = Array.from(container.children, (child) => slotOf(child as HTMLElement));
  }

  get size(): number {
    return this.slots.length;
  }

  /** The row that a slot shows now. */
  rowAt(slot: number): Row | undefined {
    return this.rows[slot];
  }

  paint(rows: readonly Row[], most: number, own: ReadonlySet<number>, how: Writing): void {
    this.rows = rows;
    for (const [i, slot] of this.slots.entries()) {
      const row = rows[i];
      if (row === undefined) {
        clear(slot);
        continue;
      }
      if (slot.empty) {
        slot.element.removeAttribute('data-empty');
        slot.element.removeAttribute('aria-hidden');
        slot.empty = false;
      }
      write(slot.price, how.format.fixed(priceText(how.rules, row.ticks), decimalsOf(how)));
      write(slot.quantity, quantityIn(how, row.lots));
      write(slot.sum, how.sumIn === 'base' ? quantityIn(how, row.sumLots) : valueIn(how, row));
      const length = barOf(row.sumLots, most);
      if (length !== slot.length) {
        slot.length = length;
        slot.bar.style.transform = `scaleX(${length})`;
      }
      const mine = own.has(row.ticks);
      if (mine !== slot.own) {
        slot.own = mine;
        slot.element.toggleAttribute('data-own', mine);
      }
    }
  }
}

function slotOf(element: HTMLElement): Slot {
  const [bar, price, quantity, sum] = Array.from(element.children) as HTMLElement[];
  if (!bar || !price || !quantity || !sum) throw new Error('a slot of the book lacks its cells');
  return {
    element,
    bar,
    price: textOf(price),
    quantity: textOf(quantity),
    sum: textOf(sum),
    length: -1,
    own: element.hasAttribute('data-own'),
    empty: element.hasAttribute('data-empty'),
  };
}

/** The cell's one text node; React renders the cell empty and never touches it again. */
function textOf(cell: HTMLElement): Text {
  const known = cell.firstChild;
  if (known instanceof Text) return known;
  const made = document.createTextNode('');
  cell.append(made);
  return made;
}

function write(node: Text, text: string): void {
  if (node.data !== text) node.data = text;
}

function clear(slot: Slot): void {
  if (slot.empty) return;
  slot.empty = true;
  slot.own = false;
  slot.length = 0;
  slot.element.setAttribute('data-empty', '');
  slot.element.setAttribute('aria-hidden', 'true');
  slot.element.removeAttribute('data-own');
  slot.bar.style.transform = 'scaleX(0)';
  for (const node of [slot.price, slot.quantity, slot.sum]) write(node, '');
}

/** A column of quantities must not be wider than it can be read. */
const QUANTITY_DECIMALS_MAX = 5;
const COMPACT_FROM = 1_000_000;

function decimalsOf({ rules, group }: Writing): number {
  return Math.max(0, rules.priceDecimals - Math.round(Math.log10(group)));
}

export function quantityIn({ format, rules }: Writing, lots: number): string {
  const text = quantityText(rules, lots);
  if (Number(text) >= COMPACT_FROM) return format.compact(text);
  return format.fixed(text, Math.min(rules.quantityDecimals, QUANTITY_DECIMALS_MAX));
}

/** Running value in the quote asset, to the whole unit: it is for reading. */
function valueIn({ format, rules }: Writing, row: Row): string {
  const units = row.sumTickLots * rules.quotePerTickLot;
  if (!Number.isSafeInteger(units)) return format.compact(units / 10 ** SCALE);
  const text = formatSafe(units, SCALE);
  return Number(text) >= COMPACT_FROM ? format.compact(text) : format.fixed(text, 0);
}
