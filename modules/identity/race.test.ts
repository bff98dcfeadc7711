import { type RaceReport, runRace } from '@assay/platform/testing/race';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askCode, type IdentityBench, registration, startIdentity } from './identity.suite.ts';

/** RACE_ROUNDS=1000 for the long form. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 12);
const PARALLEL = 24;

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentity();
});
afterAll(() => bench.stop());

const peopleNamed = async (pattern: string): Promise<number> => {
  const { rows } = await bench.database.pool.query<{ n: number }>(
    'select count(*) as n from person where email like $1',
    [pattern],
  );
  return rows[0]!.n;
};

const clean: RaceReport = { rounds: ROUNDS, doubled: 0, without: 0, misreported: 0 };

describe('races', () => {
  it('IDEN-050 the harness catches a handler that looks before it writes', async () => {
    const { pool } = bench.database;
    await pool.query('create table naive (code text, used_at bigint)');
    const report = await runRace({
      rounds: ROUNDS,
      parallel: PARALLEL,
      prepare: async (round) => {
        await pool.query('insert into naive values ($1, null)', [`code ${round}`]);
        return `code ${round}`;
      },
      act: async (code) => {
        const { rows } = await pool.query('select used_at from naive where code = $1', [code]);
        if (rows[0].used_at !== null) return false;
        await pool.query('update naive set used_at = 1 where code = $1', [code]);
        await pool.query('insert into naive values ($1, 1)', [`${code} effect`]);
        return true;
      },
      effects: async (code) => {
        const { rowCount } = await pool.query('select from naive where code = $1', [
          `${code} effect`,
        ]);
        return rowCount ?? 0;
      },
    });
    expect(report.doubled).toBeGreaterThan(ROUNDS / 2);
  });

  it('IDEN-050 of many registrations with one code exactly one has an effect', async () => {
    const report = await runRace({
      rounds: ROUNDS,
      parallel: PARALLEL,
      prepare: async (round) => {
        bench.clock.advance(61_000);
        const account = `race${round}@example.com`;
        return { account, proof: await askCode(bench, account) };
      },
      act: async ({ account, proof }) => {
        const reply = await bench.client.post('userRegister', registration(account, proof));
        return reply.code === 0;
      },
      effects: ({ account }) => peopleNamed(account),
    });
    expect(report).toEqual(clean);
  });

  it('IDEN-050 of registrations with several codes of one account one has an effect', async () => {
    const report = await runRace({
      rounds: ROUNDS,
      parallel: PARALLEL,
      prepare: async (round) => {
        const account = `several${round}@example.com`;
        const proofs = [];
        for (let i = 0; i < 3; i++) {
          bench.clock.advance(61_000);
          proofs.push(await askCode(bench, account));
        }
        return { account, proofs };
      },
      act: async ({ account, proofs }, contender) => {
        const proof = proofs[contender % proofs.length]!;
        const reply = await bench.client.post('userRegister', registration(account, proof));
        return reply.code === 0;
      },
      effects: ({ account }) => peopleNamed(account),
    });
    expect(report).toEqual(clean);
  });

  it('IDEN-050 of many logins with one code exactly one is let past the lock', async () => {
    const report = await runRace({
      rounds: ROUNDS,
      parallel: PARALLEL,
      prepare: async (round) => {
        bench.clock.advance(61_000);
        const account = `race${round}@example.com`;
        return { account, ...(await askCode(bench, account, 'login')) };
      },
      act: async ({ account, code, codeId }) => {
        const password = 'correct horse battery';
        const fields = { account, password, code, codeId };
        return (await bench.client.post('userLogin', fields)).code === 0;
      },
      effects: async ({ account }) => {
        const { rows } = await bench.database.pool.query<{ n: number }>(
          `select count(*) as n from session join person using (user_id)
           where email = $1 and session.created_at = $2`,
          [account, bench.clock.now()],
        );
        return rows[0]!.n;
      },
    });
    expect(report).toEqual(clean);
  });
});
