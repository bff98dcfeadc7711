import { HOUR } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { History } from './history.ts';
import {
  type IdentityBench,
  logIn,
  PASSWORD,
  registerPerson,
  startIdentity,
} from './identity.suite.ts';
import { NotMeLinks } from './restrictions/links.ts';
import { holdAfter } from './rules/security.ts';
import { type EventKind, eventKinds } from './schema/index.ts';
import { callProved, personWithTotp, sentCode, totpOf } from './security.suite.ts';
import { changed } from './step-up/changes.ts';
import { EventStore } from './store/events.ts';
import { People } from './store/people.ts';
import { RestrictionStore } from './store/restrictions.ts';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentity();
});
afterAll(() => bench.stop());

/** What holds money: a change of a password, factor or address; ASVS 6.4.4 for the long one. */
const HOURS: Partial<Record<EventKind, number>> = {
  ...{ passwordChanged: 24, passwordReset: 24, emailChanged: 24, phoneChanged: 24 },
  ...{ totpAdded: 24, totpRemoved: 24, passkeyAdded: 24, passkeyRemoved: 24 },
  ...{ recoveryCodesMade: 24, guardsLowered: 24, walletAdded: 24, walletRemoved: 24 },
  ...{ tradePasswordChanged: 24, tradePasswordReset: 24, receivingChanged: 24 },
  ...{ factorsRemoved: 72, freezeLifted: 72, lossVerified: 72, factorsGivenUp: 90 * 24 },
};

it('IDEN-193 after each thing that can happen withdrawals wait as long as the table says', async () => {
  const { database, mailer, messages, outbox, clock } = bench;
  const { info } = await registerPerson(bench, 'anna@example.com');
  const people = new People(database);
  const person = (await people.byId(info.userId))!;
  const restrictions = new RestrictionStore(database);
  const parts = {
    ...{ database, people, restrictions, mailer, messages, siteName: 'Assay' },
    history: new History(new EventStore(database)),
    links: new NotMeLinks(Buffer.alloc(32), 'http://localhost'),
  };
  expect(Object.keys(holdAfter).sort()).toEqual([...eventKinds].sort());
  for (const kind of eventKinds) {
    clock.advance(1_000);
    const now = clock.now();
    await changed(parts, person, kind, '', { now, ip: '', userAgent: '' });
    const [latest] = await restrictions.standing(info.userId, now);
    const hours = HOURS[kind] ?? 0;
    const held = latest?.createdAt === now ? latest : undefined;
    expect([kind, held?.kind, held?.reason, (held?.expiresAt ?? now) - now]).toEqual(
      hours === 0 ? [kind, undefined, undefined, 0] : [kind, 'withdrawalHold', kind, hours * HOUR],
    );
    await mailer.settled();
    const [message] = await outbox.latest(1);
    const [, said = '0', unit] =
      /othing can be withdrawn for (\d+) (hours|days)/.exec(message?.content ?? '') ?? [];
    expect([kind, Number(said) * (unit === 'days' ? 24 : 1)]).toEqual([kind, hours]);
    expect(message?.content).toContain('/notMe?link=');
  }
});

/** Everything by which a person proves who they are, or is paid. */
async function securedState(userId: number): Promise<string> {
  const all = await Promise.all(
    ['person', 'totp', 'recovery_code', 'wallet', 'account_event', 'former_address'].map(
      async (table) => {
        const { rows } = await bench.owner.pool.query(
          `select to_jsonb(t) - 'last_used_at' - 'last_step' - 'trade_failures' - 'trade_failed_at'
             as row from ${table} t where user_id = $1 order by 1`,
          [userId],
        );
        return { table, rows };
      },
    ),
  );
  return JSON.stringify(all, null, 1);
}

it('IDEN-194 a change whose hold is not written has not happened, nor its entry in the log', async () => {
  const { owner, client } = bench;
  const account = 'vera@example.com';
  const vera = await personWithTotp(bench, account);
  const pin = { password: '295174', passwordAgain: '295174' };
  expect((await callProved(bench, vera, 'saveTpwd', pin, vera.byTotp())).code).toBe(0);
  const added = await callProved(bench, vera, 'addTotp', { name: 'tablet' }, vera.byTotp());
  await owner.pool.query(`create function no_hold() returns trigger language plpgsql as $$
    begin raise exception 'as if the server died'; end $$;
    create trigger no_hold before insert on restriction for each row execute function no_hold()`);
  const before = await securedState(vera.info.userId);
  const proved = (name: string, fields: object) =>
    callProved(bench, vera, name, fields, vera.byTotp());
  const codeFor = async (to: string, purpose: string, sent: object) => {
    bench.clock.advance(61_000);
    const asked = await client.post('getCode', { kind: 'email', account: to, purpose }, sent);
    return { codeId: asked.data.codeId, code: await sentCode(bench) };
  };
  const passwords = { password: 'another good phrase', passwordAgain: 'another good phrase' };
  const elsewhere = 'vera.new@example.com';
  const tries: Record<string, () => Promise<{ readonly status: number }>> = {
    totpAdded: () => {
      const { totpId, secret } = added.data;
      return client.post('confirmTotp', { totpId, totp: totpOf(bench, secret) }, vera);
    },
    totpRemoved: () => proved('removeFactor', { kind: 'totp', factorId: vera.totpId }),
    recoveryCodesMade: () => proved('makeRecoveryCodes', {}),
    guardsLowered: () => proved('editCenterLevel', { login: false, trade: false, funds: false }),
    receivingChanged: () => proved('updateInfo', { bank_name: 'Elsewhere' }),
    tradePasswordReset: () =>
      proved('updateTpassword', { password: '864927', passwordAgain: '864927' }),
    emailChanged: async () => {
      const code = await codeFor(elsewhere, 'bind', vera);
      return proved('bindemail', { account: elsewhere, ...code });
    },
    passwordReset: async () => {
      const code = await codeFor(account, 'reset', {});
      return client.post('updatePassword', { kind: 'email', account, ...code, ...passwords }, {});
    },
    passwordChanged: () =>
      client.post('updatePassword', { oldPassword: PASSWORD, ...passwords }, vera),
  };
  for (const [kind, attempt] of Object.entries(tries)) {
    expect([kind, (await attempt()).status]).toEqual([kind, 500]);
    expect([kind, await securedState(vera.info.userId)]).toEqual([kind, before]);
  }
  await owner.pool.query('drop trigger no_hold on restriction');
  expect((await logIn(bench, account)).data.secondFactor).toBeDefined();
});
