import { Int, Mark, Num, type OrderRecords, type OrderRef } from './records.ts';

type Fields<E, T> = { [field in Extract<keyof E, string>]: T };

/** An order as an object, for whoever is not in a hurry: fields read and write its record. */
export interface Order
  extends Fields<typeof Num, number>,
    Fields<typeof Int, number>,
    Fields<typeof Mark, boolean> {
  readonly ref: OrderRef;
  readonly clientOrderId: string;
  readonly open: boolean;
  readonly remaining: number;
}

interface View {
  readonly records: OrderRecords;
  readonly ref: OrderRef;
}

const FIELDS: PropertyDescriptorMap & ThisType<View> = {
  clientOrderId: {
    get() {
      return this.records.name(this.ref);
    },
  },
  open: {
    get() {
      return this.records.isOpen(this.ref);
    },
  },
  remaining: {
    get() {
      return this.records.remaining(this.ref);
    },
  },
};

for (const [name, place] of placesOf(Num)) {
  FIELDS[name] = {
    get(this: View) {
      return this.records.numbers[this.ref + place];
    },
    set(this: View, value: number) {
      this.records.numbers[this.ref + place] = value;
    },
  };
}
for (const [name, place] of placesOf(Int)) {
  FIELDS[name] = {
    get(this: View) {
      return this.records.ints[this.ref + place];
    },
    set(this: View, value: number) {
      this.records.ints[this.ref + place] = value;
    },
  };
}
for (const [name, mark] of placesOf(Mark)) {
  FIELDS[name] = {
    get(this: View) {
      return this.records.has(this.ref, mark);
    },
    set(this: View, value: boolean) {
      const { ints } = this.records;
      const at = this.ref + Int.marks;
      ints[at] = value ? ints[at]! | mark : ints[at]! & ~mark;
    },
  };
}

const PROTOTYPE = Object.defineProperties({}, FIELDS);

/** The order whose record starts at `ref`. It is a look at the record, not a copy. */
export function orderAt(records: OrderRecords, ref: OrderRef): Order {
  return Object.assign(Object.create(PROTOTYPE) as object, { records, ref }) as unknown as Order;
}

/** An enum has its names and, the other way round, its numbers as keys. */
function placesOf(numbered: object): [string, number][] {
  return Object.entries(numbered).filter(([, place]) => typeof place === 'number');
}
