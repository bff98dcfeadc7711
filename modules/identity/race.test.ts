import { type RaceReport, runRace } from '@assay/platform/testing/race';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askCode,
  type IdentityBench,
  logIn,
  registerPerson,
  registration,
  sessionOf,
  startIdentity,
} from './identity.suite.ts';
import { callProved, digestOf, personWithTotp, prove, totpOf } from './security.suite.ts';

/** RACE_ROUNDS=1000 for a long run. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 12);
const PARALLEL = 24;

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentity();
});
afterAll(() => bench.stop());

const peopleNamed = async (pattern: string): Promise<number> => {
  const { rows } = await bench.owner.pool.query<{ n: number }>(
    'select count(*) as n from person where email like $1',
    [pattern],
  );
  return rows[0]!.n;
};

const liveSessionsOf = async (userId: number, realm: string): Promise<number> => {
  const { rows } = await bench.owner.pool.query<{ n: number }>(
    'select count(*) as n from session where user_id = $1 and realm = $2 and ended_at is null',
    [userId, realm],
  );
  return rows[0]!.n;
};

/** Resolves when this many statements wait for a lock of another transaction. */
const waitingStatements = async (count: number): Promise<void> => {
  let waiting = 0;
  while (waiting < count) {
    const { rows } = await bench.owner.pool.query<{ n: number }>(
      `select count(*) as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    waiting = rows[0]!.n;
  }
};

const clean: RaceReport = { rounds: ROUNDS, doubled: 0, without: 0, misreported: 0 };

describe('races', () => {
  it('IDEN-050 the harness catches a handler that checks before it writes', async () => {
    const { pool } = bench.owner;
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

  it('IDEN-050 of many logins with one code exactly one passes the lock', async () => {
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
        const { rows } = await bench.owner.pool.query<{ n: number }>(
          `select count(*) as n from session join person using (user_id)
           where email = $1 and session.created_at = $2`,
          [account, bench.clock.now()],
        );
        return rows[0]!.n;
      },
    });
    expect(report).toEqual(clean);
  });

  it.each([32, 256])(
    'IDEN-052 of %i uses of one factor, one step-up or one reset exactly one has an effect',
    { timeout: 300_000 },
    async (many) => {
      const account = `factors${many}@example.com`;
      const person = await personWithTotp(bench, account);
      const contenders = (act: () => Promise<{ code: number }>) =>
        Promise.all(Array.from({ length: many }, act)).then(
          (replies) => replies.filter(({ code }) => code === 0).length,
        );
      const digest = digestOf('act', {});
      // Each has a challenge of its own, so that nothing but the factor is contended for.
      const by = (proof: object) => async () => {
        const asked = await bench.client.post('askStepUp', { action: 'act', digest }, person);
        if (asked.code !== 0) return asked;
        const { challengeId } = asked.data;
        return bench.client.post('proveStepUp', { challengeId, ...proof }, person);
      };
      const totp = totpOf(bench, person.secret);
      expect(await contenders(by({ method: 'totp', totp }))).toBe(1);
      bench.clock.advance(3_600_000);
      const [recoveryCode] = person.recoveryCodes;
      expect(await contenders(by({ method: 'recoveryCode', recoveryCode }))).toBe(1);
      bench.clock.advance(3_600_000);
      const word = { phishingCode: 'heron' };
      const { data } = await prove(bench, person, 'setPhishingCode', word, person.byTotp());
      const fields = { ...word, stepUp: data.stepUp };
      expect(await contenders(() => bench.client.post('setPhishingCode', fields, person))).toBe(1);
      const codes = await callProved(bench, person, 'makeRecoveryCodes', {}, person.byTotp());
      expect(codes.code).toBe(0);
      const reset = await askCode(bench, account, 'reset');
      const password = 'a phrase for the race';
      const change = { account, ...reset, password, passwordAgain: password };
      expect(await contenders(() => bench.client.post('updatePassword', change))).toBe(1);
    },
  );

  it('IDEN-051 no virtual session lives without the session it was opened from', async () => {
    const { info } = await registerPerson(bench, 'orphan@example.com');
    for (let round = 0; round < ROUNDS; round += 1) {
      const real = sessionOf(await logIn(bench, 'orphan@example.com'));
      const logoutAt = round % PARALLEL;
      const calls = Array.from({ length: PARALLEL }, (_, i) =>
        bench.client.post(i === logoutAt ? 'logout' : 'tempLogin', {}, real),
      );
      for (const { code, data } of await Promise.all(calls)) {
        // A late call fails: because its session has ended, or by its own check.
        if (code === 1) expect(data.refusal).toBe('sessionEnded');
        else expect([0, 1000]).toContain(code);
      }
    }
    expect(await liveSessionsOf(info.userId, 'demo')).toBe(0);
  });

  it('IDEN-051 opening waits for the log-out that came before it', async () => {
    const { pool } = bench.database;
    const real = await registerPerson(bench, 'late@example.com');
    const client = await pool.connect();
    await client.query('begin');
    await client.query('update session set ended_at = 1 where user_id = $1', [real.info.userId]);
    const opening = bench.client.post('tempLogin', {}, real);
    await waitingStatements(1);
    await client.query('commit');
    client.release();
    expect((await opening).data.refusal).toBe('sessionEnded');
    expect(await liveSessionsOf(real.info.userId, 'demo')).toBe(0);
  });

  it('IDEN-051 a log-out ends the virtual session that was being opened', async () => {
    const { pool } = bench.owner;
    const real = await registerPerson(bench, 'early@example.com');
    const client = await pool.connect();
    await client.query(`create function hold() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return null; end'`);
    await client.query(
      'create trigger hold after insert on session for each row execute function hold()',
    );
    await client.query('select pg_advisory_lock(1)');
    const opening = bench.client.post('tempLogin', {}, real);
    await waitingStatements(1);
    const leaving = bench.client.post('logout', {}, real);
    await waitingStatements(2);
    await client.query('select pg_advisory_unlock(1)');
    expect([(await opening).code, (await leaving).code]).toEqual([0, 0]);
    expect(await liveSessionsOf(real.info.userId, 'demo')).toBe(0);
    await client.query('drop trigger hold on session');
    client.release();
  });
});
