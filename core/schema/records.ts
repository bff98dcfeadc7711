import { type Layout, layoutOf, MARKS } from './layout.ts';
import type { RecordDeclaration } from './record.ts';

/** A record, by where it starts in both arrays: above zero, and 0 for none. */
export type RecordRef = number;

/**
 * Records in typed arrays: the hot path reads and writes `numbers` and `ints` itself, at the record
 * plus a member of the enums made from the declaration (tools/layouts.ts).
 */
export class Records {
  numbers: Float64Array;
  ints: Int32Array;
  /** `layout.cold.length` numbers a record, by its number. */
  colds: Float64Array;
  readonly layout: Layout;
  /** By field and number of the record; a value is valid only where its mark is set. */
  readonly #texts: string[][];
  /** The start of the first record that was never used. */
  #end: RecordRef;
  #free: RecordRef = 0;

  /** `count`: for how many records there is room at first, besides the unused one at 0. */
  constructor(layout: Layout, count: number) {
    this.layout = layout;
    this.numbers = new Float64Array((count + 1) * layout.size);
    this.ints = new Int32Array((count + 1) * layout.size);
    this.colds = new Float64Array((count + 1) * layout.cold.length);
    this.#texts = layout.text.map(() => []);
    this.#end = layout.size;
  }

  /**
   * A free record, whose every field must be filled in: it still has former values. The arrays may
   * be replaced.
   */
  take(): RecordRef {
    const free = this.#free;
    if (free !== 0) {
      this.#free = this.ints[free + MARKS]!;
      return free;
    }
    if (this.#end === this.numbers.length) this.grow();
    this.#end += this.layout.size;
    return this.#end - this.layout.size;
  }

  /** Makes every number of a record 0, so that it has no mark and no text. */
  clear(ref: RecordRef): void {
    const { size } = this.layout;
    this.numbers.fill(0, ref, ref + size);
    this.ints.fill(0, ref, ref + size);
    this.clearColds(ref);
  }

  /** Makes every cold number of a record 0. */
  clearColds(ref: RecordRef): void {
    const at = this.coldAt(ref);
    this.colds.fill(0, at, at + this.layout.cold.length);
  }

  /** Frees a record that nothing refers to any more. */
  free(ref: RecordRef): void {
    this.ints[ref + MARKS] = this.#free;
    this.#free = ref;
  }

  has(ref: RecordRef, mark: number): boolean {
    return (this.ints[ref + MARKS]! & mark) !== 0;
  }

  set(ref: RecordRef, mark: number, value: boolean): void {
    const marks = this.ints[ref + MARKS]!;
    this.ints[ref + MARKS] = value ? marks | mark : marks & ~mark;
  }

  cold(ref: RecordRef, field: number): number {
    return this.colds[this.coldAt(ref) + field]!;
  }

  setCold(ref: RecordRef, field: number, value: number): void {
    this.colds[this.coldAt(ref) + field] = value;
  }

  /** Where the cold fields of a record start. */
  coldAt(ref: RecordRef): number {
    return (ref >> this.layout.log) * this.layout.cold.length;
  }

  text(ref: RecordRef, field: number): string {
    if (!this.has(ref, 1 << field)) return '';
    return this.#texts[field]![ref >> this.layout.log]!;
  }

  setText(ref: RecordRef, field: number, value: string): void {
    this.set(ref, 1 << field, value !== '');
    if (value !== '') this.#texts[field]![ref >> this.layout.log] = value;
  }

  /** A copy of these records, one after another from number 1 on. */
  copy(refs: ArrayLike<RecordRef>): Records {
    const { layout, numbers, ints } = this;
    const { size, cold, text } = layout;
    const copy = new Records(layout, refs.length);
    let to = 0;
    for (let n = 0; n < refs.length; n += 1) {
      const ref = refs[n]!;
      to += size;
      for (let i = 0; i < size; i += 1) {
        copy.numbers[to + i] = numbers[ref + i]!;
        copy.ints[to + i] = ints[ref + i]!;
      }
      for (let i = 0; i < cold.length; i += 1) copy.setCold(to, i, this.cold(ref, i));
      for (let i = 0; i < text.length; i += 1) {
        if (this.has(ref, 1 << i)) copy.setText(to, i, this.text(ref, i));
      }
    }
    return copy;
  }

  /** Doubles the room. A class that keeps an index by position makes it again here. */
  protected grow(): void {
    const numbers = new Float64Array(this.numbers.length * 2);
    const ints = new Int32Array(this.ints.length * 2);
    const colds = new Float64Array(this.colds.length * 2);
    numbers.set(this.numbers);
    ints.set(this.ints);
    colds.set(this.colds);
    this.numbers = numbers;
    this.ints = ints;
    this.colds = colds;
  }
}

type InView<F> = F extends { place: 'mark' }
  ? boolean
  : F extends { place: 'text' }
    ? string
    : F extends { type: infer T; place?: never }
      ? T extends 'boolean'
        ? boolean
        : T extends 'text'
          ? string
          : number
      : number;

/** A record as an object, for code that need not be fast: its fields read and write the record. */
export type RecordView<D extends RecordDeclaration> = {
  readonly records: Records;
  readonly ref: RecordRef;
  /** The whole word of the marks. */
  marks: number;
} & { -readonly [N in keyof D['fields'] & string]: InView<D['fields'][N]> };

/** The class of the views of a record; extend it by further properties. */
export function recordView<D extends RecordDeclaration>(
  declaration: D,
): new (
  records: Records,
  ref: RecordRef,
) => RecordView<D> {
  class View {
    readonly records: Records;
    readonly ref: RecordRef;

    constructor(records: Records, ref: RecordRef) {
      this.records = records;
      this.ref = ref;
    }
  }
  Object.defineProperties(View.prototype, accessorsOf(layoutOf(declaration)));
  return View as unknown as new (
    records: Records,
    ref: RecordRef,
  ) => RecordView<D>;
}

interface Looked {
  readonly records: Records;
  readonly ref: RecordRef;
}

function accessorsOf({ number, int, mark, text, cold }: Layout): PropertyDescriptorMap {
  const accessors: PropertyDescriptorMap = {};
  const define = <T>(
    fields: readonly string[],
    get: (view: Looked, i: number) => T,
    set: (view: Looked, i: number, value: T) => void,
  ) => {
    for (const [i, field] of fields.entries()) {
      accessors[field] = {
        get(this: Looked) {
          return get(this, i);
        },
        set(this: Looked, value: T) {
          set(this, i, value);
        },
      };
    }
  };
  define(
    number,
    ({ records, ref }, i) => records.numbers[ref + i]!,
    ({ records, ref }, i, value) => {
      records.numbers[ref + i] = value;
    },
  );
  define(
    int,
    ({ records, ref }, i) => records.ints[ref + i]!,
    ({ records, ref }, i, value) => {
      records.ints[ref + i] = value;
    },
  );
  define(
    mark,
    ({ records, ref }, i) => records.has(ref, 1 << i),
    ({ records, ref }, i, value) => records.set(ref, 1 << i, value),
  );
  define(
    cold,
    ({ records, ref }, i) => records.cold(ref, i),
    ({ records, ref }, i, value) => records.setCold(ref, i, value),
  );
  // Last, because the mark of a text has the same name, and a view shows the text.
  define(
    text,
    ({ records, ref }, i) => records.text(ref, i),
    ({ records, ref }, i, value) => records.setText(ref, i, value),
  );
  return accessors;
}
