import type { NamedQuery, Statement } from '@assay/platform/engine/tables/statement';
import { loadDeclared, writeDeclared } from './declared.ts';
import { delivered } from './literals.ts';
import { Changes, type Row, SqlError, type Tables } from './tables.ts';

export interface Result {
  readonly rows: readonly Record<string, unknown>[];
  readonly rowCount: number;
}

type Params = readonly unknown[];
type Run = (tables: Tables, params: Params) => Result;

const DIVISION_BY_ZERO = '22012';

/**
 * Understands the statements of the engine and its machines by their names and descriptions: the
 * batch, and the queries that load. A statement that it does not know is an error with its text, so
 * that a new one is added here and not ignored.
 */
export function compile(sql: string, parts: readonly NamedQuery[] = []): Run {
  const known = compiled.get(sql);
  if (known !== undefined) return known;
  const run = sql.startsWith('WITH fence AS')
    ? compileBatch(sql, parts.filter(isStatement))
    : compileQuery(sql, parts);
  compiled.set(sql, run);
  return run;
}

function isStatement(query: NamedQuery): query is Statement {
  return 'kind' in query;
}

const compiled = new Map<string, Run>();

/** Answers with these rows. */
export function result(rows: readonly Record<string, unknown>[]): Result {
  return { rows, rowCount: rows.length };
}

function compileQuery(sql: string, [query]: readonly NamedQuery[]): Run {
  if (query !== undefined && isStatement(query)) {
    return (tables) => result(loadDeclared(query, tables));
  }
  const run = QUERIES[query?.name ?? ''];
  if (run === undefined) throw new SqlError('42601', `the simulation does not know: ${sql}`);
  return run;
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
      if (declared === undefined) {
        throw new SqlError('42601', `the simulation does not know: ${body}`);
      }
      parts.push(compileDeclared(declared, body));
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

const loadLastTrades: Run = (tables) => {
  const last = new Map<string, Row>();
  for (const row of tables.rows('trade')) {
    const known = last.get(row.market as string);
    if (known === undefined || Number(known.id) < Number(row.id))
      last.set(row.market as string, row);
  }
  return result(
    [...last.values()].map(({ market, id, ticks, at }) => ({
      market: Number(market),
      id,
      ticks,
      at,
    })),
  );
};

const readEngine: Run = (tables) => result(tables.rows('engine'));

const readIds: Run = (tables) => {
  const rows = tables.rows('engine_batch').filter(({ ids }) => ids !== '' && ids !== '\\x');
  rows.sort((a, b) => Number(a.first_seq) - Number(b.first_seq));
  return result(
    rows.map(({ first_seq, ids }) => ({ first_seq, ids: delivered(ids as string, 'bytea') })),
  );
};

/** The queries of the engine and its machines that load no declared table, by name. */
const QUERIES: Readonly<Record<string, Run>> = {
  'engine.read': readEngine,
  'engine.line': lineOf,
  'engine.ids': readIds,
  'trade.last': loadLastTrades,
};
