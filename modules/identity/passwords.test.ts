import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { HashingBusy, Passwords } from './passwords.ts';
import { readOrMakeKey } from './store/key-file.ts';

const key = randomBytes(32);
const NETWORK = '192.0.2';

describe('passwords', () => {
  it('IDEN-034 hashes with Argon2id at 19 MiB and two passes, keyed with the pepper', async () => {
    const passwords = new Passwords(key);
    const stored = await passwords.hash('correct horse battery', NETWORK);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(stored, 'correct horse battery', NETWORK)).toBe(true);
    expect(await passwords.verify(stored, 'correct horse batterx', NETWORK)).toBe(false);
    const otherKey = new Passwords(randomBytes(32));
    expect(await otherKey.verify(stored, 'correct horse battery', NETWORK)).toBe(false);
    expect(passwords.isOutdated(stored)).toBe(false);
    const weak = await hash('x', { memoryCost: 8192, timeCost: 1 });
    expect(passwords.isOutdated(weak)).toBe(true);
  });

  it('IDEN-034 treats a phrase alike however its letters are composed', async () => {
    const passwords = new Passwords(key);
    const stored = await passwords.hash('caf\u00e9 cr\u00e8me br\u00fbl\u00e9e', NETWORK);
    expect(
      await passwords.verify(stored, 'cafe\u0301 cre\u0300me bru\u0302le\u0301e', NETWORK),
    ).toBe(true);
  });

  it('IDEN-018 compares with a decoy when the account is unknown', async () => {
    const passwords = new Passwords(key);
    await passwords.prepare();
    expect(await passwords.verify(null, 'a password that nobody has', NETWORK)).toBe(false);
  });

  it('IDEN-035 lets at most 64 wait, 8 of one network, and accepts more afterwards', async () => {
    const passwords = new Passwords(key);
    const flood = await Promise.allSettled(
      Array.from({ length: 80 }, () => passwords.hash('x', NETWORK)),
    );
    expect(flood.filter(({ status }) => status === 'fulfilled')).toHaveLength(1 + 8);
    const began = performance.now();
    await passwords.hash('x', NETWORK);
    // The rest after it is as long as it took.
    await setTimeout(2 * (performance.now() - began));
    const tries = Array.from({ length: 80 }, (_, i) => passwords.hash('x', `192.0.${i}`));
    const results = await Promise.allSettled(tries);
    const busy = results.filter((result) => result.status === 'rejected');
    expect(busy.length).toBe(80 - 65);
    expect(busy[0]).toMatchObject({ reason: new HashingBusy() });
    expect(await passwords.hash('x', NETWORK)).toContain('argon2id');
  });

  it('IDEN-035 says before anything is counted that there is no room', async () => {
    const passwords = new Passwords(key);
    const flood = Array.from({ length: 9 }, () => passwords.hash('x', NETWORK));
    expect(() => passwords.refuseIfFull(NETWORK)).toThrow(HashingBusy);
    expect(() => passwords.refuseIfFull('198.51.100.0/24')).not.toThrow();
    await Promise.all(flood);
    expect(() => passwords.refuseIfFull(NETWORK)).not.toThrow();
  });

  it('IDEN-036 OPSX-115 makes its key once, readable to the server alone; one that is damaged or lost is refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-key-'));
    try {
      const read = (isUsed: boolean) =>
        readOrMakeKey(folder, 'identity.key', () => Promise.resolve(isUsed));
      await expect(read(true)).rejects.toThrow('nobody could log in with a new one');
      const made = await read(false);
      expect(made.length).toBe(32);
      expect(await read(true)).toEqual(made);
      const file = join(folder, 'identity.key');
      expect(statSync(file).mode & 0o077).toBe(0);
      writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40));
      await expect(read(false)).rejects.toThrow('Restore it from a backup');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
