/**
 * A stored record, declared once: its fields, their columns, what changes, and where a field lives
 * when records are kept in typed arrays. Writers, loading, the state-hash line, the object view and
 * the check against the migrated table follow from it (platform/engine/tables).
 */

export type ColumnType = 'bigint' | 'integer' | 'smallint' | 'boolean' | 'text' | 'numeric';

/**
 * Where a field lives when its record is kept in typed arrays: `number` and `int` in the two arrays
 * that the hot path reads, `mark` as a bit, `text` in a list beside them, `cold` as a number in an
 * array of its own for what few commands look at.
 */
export type Place = 'number' | 'int' | 'mark' | 'text' | 'cold';

export interface StoredField {
  readonly type: ColumnType;
  /** Name of its column; by default that of the field in snake_case. */
  readonly column?: string;
  /** A bigint column is a safe number in memory, unless it says that it is a bigint there too. */
  readonly as?: 'bigint';
  /** The values that a text may have. */
  readonly values?: readonly string[];
  /** May be null. */
  readonly optional?: true;
  /** Changes after the insert. A field that changes `rarely` is left out of the usual update. */
  readonly changes?: true | 'rarely';
  /**
   * `false`: not part of the state-hash line. `whenSet`: only where it is not null, with its
   * name, so that a column which comes later changes the hash of no row that does without it.
   */
  readonly digest?: false | 'whenSet';
  /** In typed arrays: where the field lives, unless its type determines that. */
  readonly place?: Place;
  /** In typed arrays: lies in the first line of the cache. */
  readonly hot?: true;
}

/** A field of a record in typed arrays that has no column. */
export interface MemoryField {
  readonly type?: never;
  readonly place: Place;
  readonly hot?: true;
}

export type Fields = Readonly<Record<string, StoredField | MemoryField>>;

export interface RecordDeclaration<
  F extends Fields = Fields,
  K extends readonly string[] = readonly string[],
> {
  /** The table, and the first word of its statements' names. */
  readonly table: string;
  /** Fields of the primary key; none: rows are only ever added. */
  readonly key: K;
  /** In the order of the state-hash line. */
  readonly fields: F;
  /** Rows may be deleted. */
  readonly removable?: true;
}

/** Names of the fields that have a column. */
export type StoredName<D extends RecordDeclaration> = {
  [N in keyof D['fields']]: D['fields'][N] extends StoredField ? N : never;
}[keyof D['fields']] &
  string;

type Plain<F> = F extends { as: 'bigint' }
  ? bigint
  : F extends { values: readonly (infer V)[] }
    ? V
    : F extends { type: 'boolean' }
      ? boolean
      : F extends { type: 'text' | 'numeric' }
        ? string
        : number;

/** The type of a field in memory, in an object. */
export type ValueOf<F> = F extends { optional: true } ? Plain<F> | null : Plain<F>;

/** A row of the table as an object; a `numeric` is decimal text. */
export type RowOf<D extends RecordDeclaration> = {
  readonly [N in StoredName<D>]: ValueOf<D['fields'][N]>;
};

type ChangingName<D extends RecordDeclaration> = {
  [N in StoredName<D>]: D['fields'][N] extends { changes: true | 'rarely' } ? N : never;
}[StoredName<D>];

/** New values of fields that may change. */
export type ChangesOf<D extends RecordDeclaration> = Partial<Pick<RowOf<D>, ChangingName<D>>>;

/** Values of the key, in its order. */
export type KeyOf<D extends RecordDeclaration> = KeyValues<D['fields'], D['key']>;

type KeyValues<F extends Fields, K extends readonly string[]> = {
  readonly [I in keyof K]: ValueOf<F[K[I]]>;
};

export type Value = number | bigint | boolean | string | null;

/** A field with its column, every default filled in. */
export interface Column {
  readonly field: string;
  readonly name: string;
  readonly type: ColumnType;
  readonly kept: 'number' | 'bigint' | 'boolean' | 'text';
  readonly values: readonly string[] | null;
  readonly optional: boolean;
  readonly changes: boolean;
  readonly rarely: boolean;
  readonly digest: boolean | 'whenSet';
}

/** Forbids properties that a field does not have, so that a misspelled one is an error. */
type NoOthers<F extends Fields> = {
  readonly [N in keyof F]: Readonly<Record<Exclude<keyof F[N], keyof StoredField>, never>>;
};

/** Checks a declaration and keeps its types. @throws Error that says what is wrong with it */
export function record<const F extends Fields, const K extends readonly (keyof F & string)[]>(
  declaration: RecordDeclaration<F & NoOthers<F>, K>,
): RecordDeclaration<F, K> {
  const { table, key } = declaration;
  const columns = columnsOf(declaration);
  const names = new Set(columns.map(({ name }) => name));
  refuseIf(columns.length === 0, table, 'no column');
  refuseIf(names.size < columns.length, table, 'two fields of one column');
  for (const field of key) {
    const column = columns.find((one) => one.field === field);
    const isFixed = column !== undefined && !column.changes && !column.optional;
    refuseIf(!isFixed, table, `a key ${field} that is not stored, may change or be null`);
  }
  for (const { field, type, kept, values, digest, optional } of columns) {
    refuseIf(kept === 'bigint' && type !== 'bigint', table, `a ${type} ${field} kept as bigint`);
    refuseIf(values !== null && type !== 'text', table, `values of a ${type} ${field}`);
    const isAlways = digest === 'whenSet' && !optional;
    refuseIf(isAlways, table, `a ${field} that is always set and digested when it is`);
  }
  return declaration;
}

function refuseIf(wrong: boolean, table: string, what: string): void {
  if (wrong) throw new Error(`the declaration of ${table} has ${what}`);
}

/** The same record, declared for a second table. */
export function inTable<D extends RecordDeclaration>(declaration: D, table: string): D {
  return { ...declaration, table };
}

/** Declarations do not change, and each table, writer and check asks for their columns. */
const known = new WeakMap<Fields, readonly Column[]>();

/** The fields that have a column, in the order in which they are declared. */
export function columnsOf({ fields }: RecordDeclaration): readonly Column[] {
  const found = known.get(fields);
  if (found !== undefined) return found;
  const columns = Object.entries(fields).flatMap(([field, declared]) =>
    declared.type === undefined ? [] : [columnOf(field, declared)],
  );
  known.set(fields, columns);
  return columns;
}

function columnOf(field: string, declared: StoredField): Column {
  const { type, changes } = declared;
  return {
    field,
    name: declared.column ?? snakeCase(field),
    type,
    kept: declared.as ?? keptAs(type),
    values: declared.values ?? null,
    optional: declared.optional ?? false,
    changes: changes !== undefined,
    rarely: changes === 'rarely',
    digest: declared.digest ?? true,
  };
}

function keptAs(type: ColumnType): Column['kept'] {
  if (type === 'boolean') return 'boolean';
  return type === 'text' || type === 'numeric' ? 'text' : 'number';
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Writer of the state-hash line: the values of the fields in declared order, numbers in digits and
 * texts in quotes, so that two rows have the same line only if they are equal.
 */
export function lineWriter<T>(
  declaration: RecordDeclaration,
  read: (item: T, field: string) => Value,
  between = ' ',
): (item: T) => string {
  const columns = columnsOf(declaration);
  const always = columns.filter(({ digest }) => digest === true);
  const whenSet = columns.filter(({ digest }) => digest === 'whenSet');
  return (item) => {
    const parts = always.map(({ field }) => spell(read(item, field)));
    for (const { field } of whenSet) {
      const value = read(item, field);
      // No value is spelled as a name is.
      if (value !== null) parts.push(`${field}=${spell(value)}`);
    }
    return parts.join(between);
  };
}

/** The same for rows that are objects. */
export function rowLineWriter<D extends RecordDeclaration>(
  declaration: D,
): (row: RowOf<D>) => string {
  return lineWriter(declaration, (row, field) => (row as Readonly<Record<string, Value>>)[field]!);
}

function spell(value: Value): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
