import pg from 'pg';

/** What a statement touched: rows that its scans visited, kept or not, and pages. */
export interface Touched {
  readonly name: string;
  readonly rows: number;
  readonly pages: number;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** Plans for the very values, and plans for all values: a prepared statement may have either. */
const PLANS = ['force_custom_plan', 'force_generic_plan'] as const;

/**
 * Runs queries on one connection and adds to `touched` what each one does at its worst. Counts do
 * not depend on how fast the machine is.
 */
export function explained(client: pg.Client, touched: Touched[]): Pick<pg.Pool, 'query'> {
  const query = async (given: Query | string, listed: unknown[] = []) => {
    const asked = typeof given === 'string' ? { text: given, values: listed } : given;
    const { name = String(touched.length), text, values = [] } = asked;
    const answer = await client.query({ ...asked, values });
    const id = pg.escapeIdentifier(`explained ${name}`);
    await client.query(`PREPARE ${id} AS ${text}`);
    const list = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
    let worst: Touched = { name, rows: 0, pages: 0 };
    for (const mode of PLANS) {
      await client.query(`SET plan_cache_mode = ${mode}`);
      const { rows } = await client.query(
        `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE ${id}${list}`,
      );
      const plan: PlanNode = rows[0]['QUERY PLAN'][0].Plan;
      const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      worst = {
        name,
        rows: Math.max(worst.rows, visited(plan)),
        pages: Math.max(worst.pages, pages),
      };
    }
    await client.query(`RESET plan_cache_mode; DEALLOCATE ${id}`);
    touched.push(worst);
    return answer;
  };
  return { query } as unknown as Pick<pg.Pool, 'query'>;
}

function visited(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + visited(plan), 0);
  if (!node['Node Type'].includes('Scan')) return below;
  const { 'Rows Removed by Filter': filtered = 0 } = node;
  const { 'Rows Removed by Index Recheck': rechecked = 0 } = node;
  return below + (node['Actual Rows'] + filtered + rechecked) * node['Actual Loops'];
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
}
