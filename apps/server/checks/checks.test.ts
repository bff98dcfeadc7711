import fs from 'node:fs';
import path from 'node:path';
import { accountId, WALLET } from '@assay/core/ledger/owners';
import { afterEach, describe, expect, it } from 'vitest';
import { type CheckedRealm, firstUser, newPlace, openChecked, tradeSome } from '../testing/checked-realm.ts';

let open: CheckedRealm | null = null;
afterEach(async () => {
  await open?.stop();
  await open?.drop();
  open = null;
});

/** A realm in which some have traded. */
async function traded(): Promise<CheckedRealm> {
  open = await openChecked(await newPlace());
  await tradeSome(open, 7);
  return open;
}

/** Stops, does something to the database, and starts again. */
async function restarted(edit: string, build = 'one'): Promise<CheckedRealm> {
  await open!.stop();
  await open!.db.pool.query(edit);
  open = await openChecked({ ...open!, build });
  return open;
}

const mint = (who: number, asset: number) =>
  `UPDATE demo.balance SET available = available + 100000000
   WHERE account = ${accountId(who, WALLET.currency, asset)}`;

describe('before the first command', () => {
  it('ENGN-220 a start continues from what the last one left, and finds nothing in it', async () => {
    const { realm } = await traded();
    const hash = realm.stateHash();
    for (let i = 0; i < 2; i += 1) {
      const again = await restarted('SELECT 1');
      expect(again.realm.engine.status.state).toBe('ready');
      await again.service.round(true);
      expect(again.found).toEqual([]);
    }
    expect(open?.realm.stateHash()).toBe(hash);
  });

  it('ENGN-221 a balance that was minted while the server was stopped halts the realm, also at the next start, until it is mended', async () => {
    const { realm } = await traded();
    const account = accountId(firstUser(7), WALLET.currency, realm.machines.markets.assetId('USDT')!);
    const minted = await restarted(mint(firstUser(7), realm.machines.markets.assetId('USDT')!));
    expect(minted.realm.engine.status).toMatchObject({
      state: 'halted',
      finding: expect.stringContaining(`balance ${account}: available`),
    });
    await expect(minted.realm.send(1000, 'cancelAllOrders', {})).rejects.toThrow(/halted/);
    const still = await restarted('SELECT 1');
    expect(still.realm.engine.status.state).toBe('halted');
    const mended = await restarted(
      `UPDATE demo.balance SET available = available - 100000000 WHERE account = ${account}`,
    );
    expect(mended.realm.engine.status.state).toBe('ready');
    expect(fs.readdirSync(path.join(mended.dataDir, 'checks'))).not.toContain('demo.finding');
  });

  it('ENGN-222 a killed server leaves an older checkpoint: the commands since are decided again', async () => {
    const first = await traded();
    await first.stop();
    open = await openChecked(first);
    const folder = path.join(first.dataDir, 'checks');
    const checkpoint = fs.readFileSync(path.join(folder, 'demo.checkpoint'));
    await tradeSome(open, 8);
    await open.stop();
    fs.writeFileSync(path.join(folder, 'demo.checkpoint'), checkpoint);
    open = await openChecked(first);
    expect(open.realm.engine.status.state).toBe('ready');
    await open.service.round(true);
    expect(open.found).toEqual([]);
  });

  it('ENGN-223 a log that is shorter than what was signed halts the realm', async () => {
    const first = await traded();
    await first.service.round();
    const { seq } = first.heads.at(-1)!;
    const cut = await restarted(`
      DELETE FROM demo.engine_batch WHERE first_seq > ${seq - 3};
      UPDATE demo.engine SET last_seq = b.last_seq, head = b.head, last_at = b.at
      FROM (SELECT * FROM demo.engine_batch ORDER BY first_seq DESC LIMIT 1) b`);
    expect(cut.realm.engine.status.state).toBe('halted');
  });
});

describe('while it runs', () => {
  it('ENGN-230 what is written is what the log makes, whatever is done', async () => {
    const { service, found } = await traded();
    await service.round(true);
    await tradeSome(open!, 9);
    await service.round(true);
    expect(found).toEqual([]);
  });
});
