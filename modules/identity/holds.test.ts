import { HOUR } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { History } from './history.ts';
import { type IdentityBench, registerPerson, startIdentity } from './identity.suite.ts';
import { NotMeLinks } from './restrictions/links.ts';
import { holdAfter } from './rules/security.ts';
import { type EventKind, eventKinds } from './schema/index.ts';
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
  ...{ factorsRemoved: 72, freezeLifted: 72 },
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
    const said = /nothing can be withdrawn for (\d+) hours/.exec(message?.content ?? '')?.[1];
    expect([kind, Number(said ?? 0)]).toEqual([kind, hours]);
    expect(message?.content).toContain('/notMe?link=');
  }
});
