import { rightsOfRoles } from '@assay/core/approval/rights';
import { settableClock } from '@assay/platform/clock';
import { transaction } from '@assay/platform/db/database';
import type { Actor } from '@assay/platform/http/context';
import { basicLimits, joinLimits, scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { createHttp } from '@assay/platform/http/server';
import { silentLog } from '@assay/platform/log';
import { Client } from '@assay/platform/testing/client';
import { createTestDatabase } from '@assay/platform/testing/database';
import { contentMessages, contentMigrations, createContent } from './index.ts';

export const START = 1_767_225_600_000;

/** `p7` is a person, `demo7` the same one in the virtual account, `s1` and `s2` are staff. */
function actorOf(token: string): Actor | 'none' {
  const number = Number(/\d+$/.exec(token)?.[0]);
  if (token.startsWith('s')) {
    const rights = rightsOfRoles(['configMaker', 'configChecker']);
    const operator = { operatorId: number, person: number, name: token, rights, accounts: [] };
    return { userId: -number, realm: 'real', sessionId: token, operator };
  }
  const realm = token.startsWith('demo') ? 'demo' : 'real';
  return number > 0 ? { userId: number, realm, sessionId: token } : 'none';
}

/** A text in one language. */
interface Written {
  readonly title: string;
  readonly lead?: string;
  readonly text?: string;
  readonly language?: string;
}

/** The module behind the product's HTTP server. */
export async function startContentBench() {
  const database = await createTestDatabase(contentMigrations());
  const clock = settableClock(START);
  const recorded: string[] = [];
  const make = () =>
    createContent({
      ...{ database: database.app, siteName: 'Test House', address: 'https://test.example' },
      languages: ['en', 'de', 'ar'],
      record: async ({ actor }, { action, subject }) => {
        recorded.push(`${actor.sessionId} ${action} ${subject}`);
      },
    });
  const content = make();
  await content.start(clock.now());
  const http = createHttp({
    authenticator: {
      holds: () => true,
      authenticate: ({ token }) => actorOf(token),
      alive: () => true,
      onEnded: () => () => undefined,
    },
    calls: [content.calls],
    ...{ log: silentLog, messages: new Messages().add(contentMessages), clock },
    checkOutputs: true,
    limits: new Limits(scaleLimits(joinLimits(basicLimits), 10_000)),
  });
  const address = await http.listen(0, '127.0.0.1');
  const client = new Client(address);
  const bench = {
    ...{ database, clock, content, client, recorded, address, again: make },
    get: (token: string, name: string, fields: Record<string, string> = {}) =>
      client.get(name, fields, { token }),
    post: (token: string, name: string, fields: object = {}) =>
      client.post(name, fields, { token }),
    /** What a visitor reads. */
    async read(name: string, fields: Record<string, string> = {}) {
      return (await client.get(name, fields)).data;
    },
    /** Saves a draft in one language and returns its revision. */
    async draft(key: string, text: Written) {
      const { revision } = (await bench.get('s1', 'getContentItem', { key })).data;
      const fields = { key, revision, language: 'en', lead: '', text: '', ...text };
      return Number((await bench.post('s1', 'saveContentText', fields)).data.revision);
    },
    /** A new item that is shown at once. */
    async publish(kind: string, key: string, text: Written) {
      await bench.post('s1', 'addContentItem', { key, kind });
      const revision = await bench.draft(key, text);
      const { code, message } = await bench.post('s1', 'publishContent', { key, revision });
      if (code !== 0) throw new Error(message);
    },
    /** Runs the command that two people have agreed to. */
    approve: (body: object) =>
      transaction(database.app.pool, (db) =>
        content.law.run(body, db, clock.now(), [1, 2], 'plainer words'),
      ),
    /** What two people agree to who take an announced text back; why it is refused, or null. */
    takeBack: (body: object) =>
      transaction(database.app.pool, async (db) => {
        const now = clock.now();
        const why = await content.lawWithdrawal.prepared(body, db, { now });
        if (why !== null) return why;
        const ran = await content.lawWithdrawal.run(body, db, now, [1, 2], 'a wrong clause');
        return 'refusal' in ran ? ran.refusal : null;
      }),
    async stop() {
      client.close();
      await http.stop();
      await database.drop();
    },
  };
  return bench;
}
