import { accountId, WALLET } from '@assay/core/ledger/owners';
import { silentLog } from '@assay/platform/log';
import { expect, test } from 'vitest';
import { auditJob } from './audit.ts';
import { startTestRealm } from './testing/test-realm.ts';

test('OPSX-065 the audit passes a sound state, and stops the engine on one that is not', async () => {
  const realm = await startTestRealm();
  try {
    const user = await realm.newUser();
    const { signal } = new AbortController();
    // A new job each time, because a job pauses after an audit in proportion to its duration.
    const audit = () => auditJob(realm.engine, silentLog).run(0, signal);
    await audit();
    expect(realm.engine.status.state).toBe('ready');
    // Money from nowhere, as defective memory might make it.
    const { ledger, markets } = realm.machines;
    const account = accountId(user, WALLET.currency, markets.assetId('USDT') ?? 0);
    ledger.ledger.restore(account, 100_001n * 10n ** 8n, 0n);
    await expect(audit()).rejects.toThrow();
    expect(realm.engine.status.state).toBe('halted');
    await expect(realm.send(user, 'cancelAllOrders', {})).rejects.toThrow(/halted/);
    await audit();
  } finally {
    await realm.stop();
  }
});
