import type {
  ColumnType,
  Fields,
  MemoryField,
  Place,
  RecordDeclaration,
  StoredField,
} from './record.ts';

/**
 * The positions of a record's fields in its arrays. A record starts at the same index in `numbers`
 * and `ints`; field `i` of `number` is `numbers[record + i]`, and so on.
 */
export interface Layout {
  /** Room of a record in each of the two arrays, a power of two, and its logarithm. */
  readonly size: number;
  readonly log: number;
  readonly number: readonly string[];
  /** The first is the word of the marks. */
  readonly int: readonly string[];
  /**
   * By bit. The first bits, one for each text in their order, say that the record has that text.
   */
  readonly mark: readonly string[];
  readonly text: readonly string[];
  readonly cold: readonly string[];
}

/** The position of the marks among the ints of every record. */
export const MARKS = 0;
const MAX_MARKS = 31;
/** Numbers in a line of the cache. */
const MAX_HOT = 8;

/** The layout of records in typed arrays. @throws Error when a field cannot live in one */
export function layoutOf({ table, fields }: RecordDeclaration): Layout {
  const names = Object.keys(fields);
  const at = (place: Place) => names.filter((field) => placeOf(table, fields, field) === place);
  const isHot = (field: string) => fields[field]?.hot === true;
  const numbers = at('number');
  const hot = numbers.filter(isHot);
  const number = [...hot, ...numbers.filter((field) => !isHot(field))];
  if (hot.length < names.filter(isHot).length) throw new Error(`${table}: only a number is hot`);
  if (hot.length > MAX_HOT) throw new Error(`${table} has more than ${MAX_HOT} hot fields`);
  const text = at('text');
  const int = ['marks', ...at('int')];
  const mark = [...text, ...at('mark')];
  if (mark.length > MAX_MARKS) throw new Error(`${table} has more than ${MAX_MARKS} marks`);
  const log = Math.ceil(Math.log2(Math.max(number.length, int.length)));
  return { size: 2 ** log, log, number, int, mark, text, cold: at('cold') };
}

function placeOf(table: string, fields: Fields, field: string): Place {
  const declared = fields[field] as StoredField | MemoryField;
  if (declared.type === undefined) return declared.place;
  const { type, as, optional } = declared;
  const natural = NATURAL[type];
  if (natural === null || as === 'bigint' || optional) {
    throw new Error(`${table} has a field ${field} that cannot live in a typed array`);
  }
  const place = declared.place ?? natural;
  const fits =
    NUMBERS.has(place) && NUMBERS.has(natural) && !(type === 'bigint' && place === 'int');
  if (place !== natural && !fits) {
    throw new Error(`${table} has a ${type} ${field} that cannot be a ${place}`);
  }
  return place;
}

const NUMBERS: ReadonlySet<Place> = new Set(['number', 'int', 'cold']);
/** Where a field lives unless its declaration says otherwise. */
const NATURAL: Readonly<Record<ColumnType, Place | null>> = {
  bigint: 'number',
  integer: 'int',
  smallint: 'int',
  boolean: 'mark',
  text: 'text',
  numeric: null,
};

/**
 * The positions of the fields in rows that are only added: in declared order; the next row begins
 * `size` numbers later.
 */
export interface RowLayout {
  /** A power of two, so that a row's position is computed by a shift. */
  readonly size: number;
  readonly fields: readonly string[];
}

/** @throws Error when a field is not a number */
export function rowLayoutOf({ table, fields }: RecordDeclaration): RowLayout {
  const names = Object.keys(fields);
  const isNumber = (field: string) => NUMBERS.has(placeOf(table, fields, field));
  const wrong = names.find((field) => !isNumber(field));
  if (wrong !== undefined) throw new Error(`${table} has rows of numbers, and ${wrong} is none`);
  return { size: 2 ** Math.ceil(Math.log2(names.length)), fields: names };
}
