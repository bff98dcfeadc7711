import type pg from 'pg';

/** The schemas of the realms: each has all tables of the sets with the scope `realm`. */
export const realmSchemas = ['real', 'demo'] as const;

/** What the application does with rows beside reading them. */
export type Right = 'insert' | 'update' | 'delete' | 'truncate';

/** Tables, and what the application may do with their rows; it cannot even read any other. */
export type TableRights = Readonly<Record<string, readonly Right[]>>;

/** What a role beside the application may do: `'schema.table'` to its rights in it. */
export type OtherRoles = Readonly<Record<string, TableRights>>;

/** The rights in the tables of a set. */
interface SetRights {
  readonly scope: 'shared' | 'realm';
  readonly rights?: TableRights;
  readonly others?: OtherRoles;
}

/** Whether rows are added and never changed or removed. */
export function isAppendOnly(rights: readonly Right[]): boolean {
  return rights.join() === 'insert';
}

/**
 * Gives the application's role what the sets say, and takes from it what they do not. It owns
 * nothing, so that whoever speaks with its voice can neither change what is append-only nor disarm
 * what guards it.
 */
export async function grantRights(
  owner: pg.Client,
  role: string,
  sets: readonly SetRights[],
): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables`,
  );
  const there = new Set(rows.map(({ name }) => name));
  const to = owner.escapeIdentifier(role);
  const grants = ['public', ...realmSchemas].map(
    (schema) => `GRANT USAGE ON SCHEMA ${schema} TO ${to};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to}`,
  );
  for (const { rights, scope } of sets) {
    for (const schema of scope === 'shared' ? ['public'] : realmSchemas) {
      for (const [table, more] of Object.entries(rights ?? {})) {
        // A table that a later migration of the set renames or makes is not there yet.
        if (!there.has(`${schema}.${table}`)) continue;
        const name = `${schema}.${owner.escapeIdentifier(table)}`;
        grants.push(`REVOKE ALL ON ${name} FROM ${to}`);
        grants.push(`GRANT ${['select', ...more].join(', ')} ON ${name} TO ${to}`);
      }
    }
  }
  grants.push(...(await keptStates(owner)).map((schema) => readAll(schema, to)));
  await owner.query(`BEGIN; ${grants.join(';\n')}; COMMIT`);
}

/**
 * Gives each role beside the application exactly what the sets say, where there is such a role: an
 * operator who does not need it does not make it.
 */
export async function grantOthers(owner: pg.Client, sets: readonly SetRights[]): Promise<void> {
  const due = new Map<string, [table: string, rights: readonly Right[]][]>();
  for (const { others = {} } of sets) {
    for (const [role, rights] of Object.entries(others)) {
      due.set(role, [...(due.get(role) ?? []), ...Object.entries(rights)]);
    }
  }
  const { rows } = await owner.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any($1)',
    [[...due.keys()]],
  );
  for (const { name } of rows) {
    const role = owner.escapeIdentifier(name);
    const grants = ['public', ...realmSchemas].map(
      (schema) => `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${role}`,
    );
    for (const [table, rights] of due.get(name) ?? []) {
      const [schema = '', relation = ''] = table.split('.');
      const of = `${owner.escapeIdentifier(schema)}.${owner.escapeIdentifier(relation)}`;
      grants.push(`GRANT ${['select', ...rights].join(', ')} ON ${of} TO ${role}`);
      grants.push(`GRANT USAGE ON SCHEMA ${owner.escapeIdentifier(schema)} TO ${role}`);
    }
    await owner.query(`BEGIN; ${grants.join(';\n')}; COMMIT`);
  }
}

/** What lets a role read every table of a schema. */
export function readAll(schema: string, role: string): string {
  const usage = `GRANT USAGE ON SCHEMA ${schema} TO ${role}`;
  return `${usage}; GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${role}`;
}

/** The schemas of kept states, that of a build from before the two roles included. */
async function keptStates(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(nspname) as name from pg_namespace
     where nspname ~ '^(${realmSchemas.join('|')})_upgrade(_[0-9]+)?$'`,
  );
  return rows.map(({ name }) => name);
}

/** What lets the application's role do more than it should; nothing when it has its rights only. */
export async function excessOf(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ superuser: boolean; owns: boolean }>(
    `select rolsuper as superuser, exists (
       select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relowner = r.oid and n.nspname in ('public', 'real', 'demo'))
       or has_database_privilege(r.oid, current_database(), 'create') as owns
     from pg_roles r where rolname = current_user`,
  );
  const { superuser = false, owns = false } = rows[0] ?? {};
  return [
    ...(superuser ? ['the role of DATABASE_URL is a superuser'] : []),
    ...(owns
      ? ['the role of DATABASE_URL owns its tables or may make some (set DATABASE_OWNER_URL)']
      : []),
  ];
}
