import { expect, it } from 'vitest';
import { JUNIOR, startVerificationBench } from './verification.suite.ts';

it('VERI-051 is readable to its owner, and destroyed with the account', async () => {
  const bench = await startVerificationBench();
  const { personalRecords: records } = bench.verification;
  const now = () => bench.clock.now();
  const read = () => records.read(30) as Promise<{ cases: { name: string; number: string }[] }>;
  expect((await bench.post('p30', 'setNameAuth', JUNIOR)).code).toBe(0);
  await bench.approve();
  for (const [slot, seed] of [
    ['front', 1] as const,
    ['back', 2] as const,
    ['signature', 3] as const,
  ])
    await bench.send('p30', slot, seed);
  expect((await bench.post('p30', 'userIdCard')).code).toBe(0);
  await bench.send('p30', 'bill', 4);
  expect((await read()).cases).toMatchObject([
    ...[{ level: 'junior', name: 'Ana Sousa', status: 'approved' }],
    ...[{ level: 'senior', name: 'Ana Sousa', status: 'review' }],
  ]);
  const { rows: photos } = await bench.database.pool.query<{ id: string; slot: string }>(
    'select object_id as id, slot from verification_photo where user_id = 30 order by slot',
  );
  const left = async () => {
    const all = await Promise.all(photos.map(({ id }) => bench.files.read(id)));
    return photos.filter((_, i) => all[i] !== null).map(({ slot }) => slot);
  };
  expect(await left()).toEqual(['back', 'bill', 'front', 'signature']);

  await records.close?.(30, now());
  await records.close?.(30, now());
  expect(await left()).toEqual(['back', 'front', 'signature']);

  await records.erase?.(30, now());
  await records.erase?.(30, now());
  expect(await left()).toEqual([]);
  expect(await read()).toEqual({ cases: [], views: [] });
  const { rows } = await bench.database.pool.query(
    'select length(sealed) + length(wrapped_key) as bytes from verification_case',
  );
  expect(rows).toEqual([{ bytes: 0 }, { bytes: 0 }]);
  expect((await bench.post('p31', 'setNameAuth', JUNIOR)).code).toBe(0);
  await bench.approve();
  await bench.stop();
});
