import type { Statement } from '@assay/platform/engine/tables/statement';
import { loadDeclared, writeDeclared } from './declared.ts';
import { delivered, readArray, stored } from './literals.ts';
import { Changes, type Row, SqlError, type Table, type Tables } from './tables.ts';

export interface Result {
  readonly rows: readonly Record<string, unknown>[];
  readonly rowCount: number;
}

type Params = readonly unknown[];
type Run = (tables: Tables, params: Params) => Result;

const DIVISION_BY_ZERO = '22012';

/**
 * Understands the statements that the engine and its machines send: the batch, and the queries that
 * load. Those of declared tables come with what they mean, the others are known by their text. A
 * statement that it does not know is an error with its text, so that a new one is taught to it and
 * not passed over.
 */
export function compile(sql: string, statements: readonly Statement[] = []): Run {
  const known = compiled.get(sql);
  if (known !== undefined) return known;
  const run = sql.startsWith('WITH fence AS')
    ? compileBatch(sql, statements)
    : compileQuery(sql, statements);
  compiled.set(sql, run);
  return run;
}

const compiled = new Map<string, Run>();

/** Answers with these rows. */
export function result(rows: readonly Record<string, unknown>[]): Result {
  return { rows, rowCount: rows.length };
}

function compileQuery(sql: string, [declared]: readonly Statement[]): Run {
  if (declared !== undefined) return (tables) => result(loadDeclared(declared, tables));
  if (sql.includes('head_before')) return lineOf;
  if (sql.includes('JOIN asset q')) return loadMarkets;
  if (sql.includes('CROSS JOIN LATERAL')) return loadLastTrades;
  const parts =
    /^SELECT (.+) FROM (\w+)(?: WHERE (\w+) <> '')?(?: ORDER BY (?:\w+\.)?(\w+))?$/s.exec(
      sql.trim(),
    );
  if (parts === null) throw new SqlError('42601', `the simulation does not know: ${sql}`);
  const [, list, name, filled, order] = parts as unknown as [
    string,
    string,
    string,
    string,
    string,
  ];
  const columns = list.split(',').map(readColumn);
  // A bare name in ORDER BY is the column that is shown before it is the one in the table: shown
  // as text, numbers are sorted as text.
  const isBare = !/ ORDER BY \w+\.\w+$/.test(sql.trim());
  const isShownAsText = (name: string) =>
    isBare && columns.some(({ alias, asText }) => asText && alias === name);
  return (tables) => {
    const table = tables.of(name);
    let rows = [...table.rows.values()];
    if (filled) rows = rows.filter((row) => row[filled] !== '' && row[filled] !== '\\x');
    if (order) rows.sort(byColumn(isShownAsText(order) || typeOf(table, order) === 'text', order));
    return result(rows.map((row) => pick(table, row, columns)));
  };
}

interface Column {
  readonly name: string;
  readonly alias: string;
  readonly asText: boolean;
}

function readColumn(item: string): Column {
  const parts = /^\s*(\w+)(::text)?(?: AS "?(\w+)"?)?\s*$/.exec(item);
  if (parts === null) throw new SqlError('42601', `the simulation does not know: ${item}`);
  const [, name = '', cast, alias] = parts;
  return { name, alias: alias ?? name, asText: cast !== undefined };
}

function typeOf(table: Table, column: string): string {
  const type = table.shape.columns.get(column);
  if (type === undefined) throw new SqlError('42703', `${table.shape.name} has no ${column}`);
  return type;
}

function pick(table: Table, row: Row, columns: readonly Column[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const { name, alias, asText } of columns) {
    const type = typeOf(table, name);
    picked[alias] = asText ? row[name] : delivered(row[name] as string | null, type);
  }
  return picked;
}

function byColumn(asText: boolean, column: string): (a: Row, b: Row) => number {
  return (a, b) => {
    const [x, y] = [a[column] as string, b[column] as string];
    if (asText) return x < y ? -1 : x > y ? 1 : 0;
    return Number(x) - Number(y);
  };
}

/** Name and body of each part of WITH a AS (…), b AS (…) SELECT …. */
function* partsOf(sql: string): Iterable<[string, string]> {
  const head = /(?:WITH|,) "?([\w.]+)"? AS \(/y;
  for (let at = 0; ; ) {
    head.lastIndex = at;
    const found = head.exec(sql);
    if (found === null) return;
    let depth = 1;
    const start = head.lastIndex;
    for (at = start; depth > 0; at += 1) {
      if (sql[at] === '(') depth += 1;
      else if (sql[at] === ')') depth -= 1;
    }
    yield [found[1] as string, sql.slice(start, at - 1)];
  }
}

type Part = (tables: Tables, params: Params, changes: Changes) => void;

function compileBatch(sql: string, statements: readonly Statement[]): Run {
  const parts: Part[] = [];
  for (const [name, body] of partsOf(sql)) {
    if (name === 'fence') parts.push(moveFence(body));
    else if (name === 'batch') parts.push(addBatch(body));
    else {
      const declared = statements.find((statement) => statement.name === name);
      parts.push(declared === undefined ? compileWriter(body) : compileDeclared(declared, body));
    }
  }
  return (tables, params) => {
    const changes = new Changes();
    for (const part of parts) part(tables, params, changes);
    changes.apply();
    return result([{}]);
  };
}

/** Moves the realm's row on if the conditions hold that the statement states. */
function moveFence(sql: string): Part {
  const checksEpoch = sql.includes('epoch = $1');
  const checksSeq = sql.includes('last_seq = $2');
  return (tables, params, changes) => {
    const table = tables.of('engine');
    const row = table.rows.get('t') as Row;
    const [epoch, before, last, at, head] = params.map(String) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const isOurs = !checksEpoch || row.epoch === epoch;
    if (!isOurs || (checksSeq && row.last_seq !== before)) {
      throw new SqlError(DIVISION_BY_ZERO, 'division by zero');
    }
    changes.update(table, 't', { last_seq: last, last_at: at, head });
  };
}

function addBatch(sql: string): Part {
  const passesOver = sql.includes('ON CONFLICT DO NOTHING');
  return (tables, params, changes) => {
    const [epoch, before, last, at, head, ids, log] = params.map(String) as string[];
    const table = tables.of('engine_batch');
    const first = String(Number(before) + 1);
    if (passesOver && table.rows.has(first)) return;
    const row = { first_seq: first, last_seq: last, epoch, at, head, ids, log } as Row;
    changes.insert(table, row);
  };
}

/** A writer of a declared table: of the text only the numbers of its parameters are read. */
function compileDeclared(statement: Statement, sql: string): Part {
  const sources = sourcesOf(sql);
  return (tables, params, changes) => {
    const arrays = sources.map((source) => params[source] as string);
    writeDeclared(statement, tables, arrays, changes);
  };
}

function sourcesOf(sql: string): number[] {
  return [...sql.matchAll(/\$(\d+)::\w+\[\]/g)].map((found) => Number(found[1]) - 1);
}

/** A writer of a machine: insert with or without a conflict rule, update by key, delete by id. */
function compileWriter(body: string): Part {
  const sql = body.trim();
  const sources = sourcesOf(sql);
  const deletes = /^DELETE FROM (\w+) WHERE \w+ = ANY/.exec(sql);
  if (deletes) return compileDelete(deletes[1] as string, sources[0] as number);
  const inserts = /^INSERT INTO (\w+) \(([^)]*)\)/.exec(sql);
  if (inserts) {
    const [, name, list] = inserts as unknown as [string, string, string];
    return compileInsert(name, namesOf(list), sources, sql);
  }
  const updates = /^UPDATE (\w+) SET ([\s\S]*?) FROM unnest[\s\S]*AS r \(([^)]*)\)/.exec(sql);
  if (updates === null) throw new SqlError('42601', `the simulation does not know: ${sql}`);
  const [, name, assignments, list] = updates as unknown as [string, string, string, string];
  return compileUpdate(name, assignments, namesOf(list), sources, sql);
}

function compileDelete(name: string, source: number): Part {
  return (tables, params, changes) => {
    for (const key of readArray(params[source] as string)) {
      changes.delete(tables.of(name), key as string);
    }
  };
}

function compileInsert(
  name: string,
  columns: readonly string[],
  sources: readonly number[],
  sql: string,
): Part {
  const conflict = /ON CONFLICT \((\w+)\) DO UPDATE\s+SET ([\s\S]*)$/.exec(sql);
  const renewed = conflict ? [...(conflict[2] as string).matchAll(/(\w+) = excluded\.\1/g)] : [];
  return (tables, params, changes) => {
    const table = tables.of(name);
    for (const row of rowsOf(table, columns, sources, params)) {
      const key = conflict === null ? '' : table.keyOf(row);
      if (conflict === null || !table.rows.has(key)) {
        changes.insert(table, row);
        continue;
      }
      const change = renewed.map(([, column]) => [column as string, row[column as string] ?? null]);
      changes.update(table, key, Object.fromEntries(change));
    }
  };
}

function compileUpdate(
  name: string,
  assignments: string,
  columns: readonly string[],
  sources: readonly number[],
  sql: string,
): Part {
  const key = /WHERE (?:\w+\.)?\w+ = r\.(\w+)/.exec(sql)?.[1] as string;
  const set = [...assignments.matchAll(/(\w+) = r\.(\w+)/g)];
  return (tables, params, changes) => {
    const table = tables.of(name);
    const lists = sources.map((source) => readArray(params[source] as string));
    const place = new Map(columns.map((column, i) => [column, i]));
    const value = (column: string, row: number) =>
      lists[place.get(column) as number]?.[row] ?? null;
    for (let row = 0; row < (lists[0]?.length ?? 0); row += 1) {
      const change = set.map(([, column, from]) => {
        const type = table.shape.columns.get(column as string) as string;
        return [column, stored(value(from as string, row), type)];
      });
      changes.update(table, value(key, row) as string, Object.fromEntries(change));
    }
  };
}

function* rowsOf(
  table: Table,
  columns: readonly string[],
  sources: readonly number[],
  params: Params,
): Iterable<Row> {
  const lists = sources.map((source) => readArray(params[source] as string));
  const types = columns.map((column) => table.shape.columns.get(column) as string);
  for (let row = 0; row < (lists[0]?.length ?? 0); row += 1) {
    const values = columns.map((column, i) => [
      column,
      stored(lists[i]?.[row] ?? null, types[i] as string),
    ]);
    yield Object.fromEntries(values) as Row;
  }
}

function namesOf(list: string): string[] {
  return list.split(',').map((name) => name.trim());
}

function batchesBackwards(tables: Tables): Row[] {
  return tables.rows('engine_batch').reverse();
}

const lineOf: Run = (tables, [seq]) => {
  const rows = batchesBackwards(tables);
  const at = rows.findIndex((row) => Number(row.first_seq) <= Number(seq));
  const row = rows[at];
  if (row === undefined || Number(row.last_seq) < Number(seq)) return result([]);
  const { first_seq, log } = row;
  return result([{ first_seq, log, head_before: rows[at + 1]?.head ?? '' }]);
};

const loadMarkets: Run = (tables) => {
  const symbols = new Map(tables.rows('asset').map(({ id, symbol }) => [id, symbol]));
  const rows = tables.rows('market').sort((a, b) => Number(a.id) - Number(b.id));
  return result(
    rows.map((row) => ({
      id: Number(row.id),
      symbol: row.symbol,
      product: row.product,
      index: row.index_name,
      base: row.base,
      quote: symbols.get(row.quote_asset as string),
      tickSize: row.tick_size,
      stepSize: row.step_size,
      maxPrice: row.max_price,
      minQuantity: row.min_quantity,
      maxQuantity: row.max_quantity,
      minNotional: row.min_notional,
      maxNotional: row.max_notional,
      makerFeePpm: Number(row.maker_fee_ppm),
      takerFeePpm: Number(row.taker_fee_ppm),
      status: row.status,
      marketStepSize: row.market_step_size,
      marketMinQuantity: row.market_min_quantity,
      marketMaxQuantity: row.market_max_quantity,
      bidMultiplierUpPpm: Number(row.bid_multiplier_up_ppm),
      bidMultiplierDownPpm: Number(row.bid_multiplier_down_ppm),
      askMultiplierUpPpm: Number(row.ask_multiplier_up_ppm),
      askMultiplierDownPpm: Number(row.ask_multiplier_down_ppm),
    })),
  );
};

const loadLastTrades: Run = (tables) => {
  const last = new Map<string, Row>();
  for (const row of tables.rows('trade')) {
    const known = last.get(row.market as string);
    if (known === undefined || Number(known.id) < Number(row.id))
      last.set(row.market as string, row);
  }
  return result(
    [...last.values()].map(({ market, id, ticks }) => ({ market: Number(market), id, ticks })),
  );
};
