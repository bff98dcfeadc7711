import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AccountEvent } from '@assay/modules/identity';
import { inboxMigrations } from '@assay/modules/inbox';
import type { VerificationFact } from '@assay/modules/verification/schema';
import { settableClock } from '@assay/platform/clock';
import { Messages } from '@assay/platform/http/messages';
import { createJobs } from '@assay/platform/jobs/jobs';
import { silentLog } from '@assay/platform/log';
import { createMetrics } from '@assay/platform/metrics';
import { createTestDatabase } from '@assay/platform/testing/database';
import { expect, it } from 'vitest';
import { startInbox } from './inbox.ts';

it('INBX-040 changes of security and decisions about a person arrive as messages', async () => {
  const db = await createTestDatabase(inboxMigrations());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'assay-inbox-'));
  const clock = settableClock(5);
  const log = silentLog;
  const happened: ((event: AccountEvent) => Promise<void>)[] = [];
  const decided: ((fact: VerificationFact) => void)[] = [];
  const counts: unknown[] = [];
  const config = {
    DATA_DIR: dataDir,
    SITE_NAME: 'x',
    PUBLIC_URL: '',
    MAIL_FROM: 'A <a@b.example>',
  };
  const jobs = createJobs({ log, clock, metrics: createMetrics() });
  const inbox = startInbox(
    { config, clock, db: db.app, messages: new Messages(), log, jobs },
    {
      identity: {
        onEvent: (listener) => void happened.push(listener),
        addPersonalRecords: () => undefined,
        hasEmail: async () => false,
        write: async () => undefined,
      },
      verification: { onFact: (listener) => void decided.push(listener) },
    },
    {
      declare: () => ({
        publish: (_name, data) => void counts.push(data),
        hasReaders: () => true,
        renew: () => undefined,
      }),
    },
  );
  const shown = ['newDevice', 'passkeyRemoved', 'phishingCodeSet', 'questionSet'] as const;
  for (const kind of ['login', 'nameChanged', ...shown] as const) {
    for (const listener of happened) {
      await listener({ userId: 7, kind, detail: '', place: '', at: 1 });
    }
  }
  const about = { userId: 7, level: 'junior' } as const;
  // Nobody waits for these: of two at once either may arrive first.
  for (const [fact, published] of [
    [{ fact: 'verificationSubmitted', ...about }, 8],
    [{ fact: 'verificationDecided', ...about, approved: false }, 10],
    [{ fact: 'verificationReopened', ...about }, 12],
  ] as const) {
    for (const listener of decided) listener(fact);
    await expect.poll(() => counts.length).toBe(published);
  }
  expect(counts.at(-1)).toEqual({ unread: 6 });
  const { messages } = (await inbox.personalRecords.read(7)) as {
    messages: { key: string; at: number }[];
  };
  expect(messages.map(({ key, at }) => [key, at])).toEqual([
    ...shown.map((kind) => [`event.${kind}`, 1]),
    ...[
      ['verified.refused', 5],
      ['verified.reopened', 5],
    ],
  ]);
  await jobs.stop();
  await db.drop();
  rmSync(dataDir, { recursive: true });
});
