import { DAY, HOUR, MINUTE } from '@assay/core/time';
import { expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { EngineUnavailable } from './status.ts';
import { SteadyTime } from './steady-time.ts';
import { deposit, openBank } from './testing/bank-engine.ts';

it('ENGN-014 an engine takes over no time that a clock was set ahead to, until it is right or the server starts again', async () => {
  const bank = await openBank();
  let up = 5_000;
  const started = async () => {
    const time = new SteadyTime({ now: () => bank.now, upMs: () => up });
    const now = () => time.now();
    const engine = bank.engine('test', undefined, { now, trouble: () => time.trouble });
    await engine.start();
    return engine;
  };
  const pass = (ms: number) => {
    bank.now += ms;
    up += ms;
  };
  try {
    const engine = await started();
    expect(await deposit(engine, 'first')).toMatchObject({ ok: true });
    // Days without a command, asleep or not, are no leap; nor is a season's hour.
    pass(40 * DAY);
    expect(await deposit(engine, 'later')).toMatchObject({ ok: true });
    bank.now += HOUR;
    pass(1);
    expect(await deposit(engine, 'season')).toMatchObject({ ok: true });
    const { seq, at } = engine.sequencer;
    bank.now += 4 * DAY;
    pass(MINUTE);
    for (const id of ['ahead', undefined]) {
      await expect(deposit(engine, id)).rejects.toThrow(EngineUnavailable);
    }
    expect(engine.status).toMatchObject({ state: 'ready', seq });
    expect(engine.status.trouble).toMatch(/far ahead/);
    // What was decided before is still known.
    expect(await deposit(engine, 'first')).toMatchObject({ ok: true });
    bank.now -= 4 * DAY;
    expect(engine.status.trouble).toBe('');
    expect(await deposit(engine, 'ahead')).toMatchObject({ ok: true });
    expect(engine.sequencer.at - at).toBe(MINUTE);
    // Set back and right again.
    bank.now -= 3 * DAY;
    pass(MINUTE);
    expect(await deposit(engine, 'back')).toMatchObject({ ok: true });
    bank.now += 3 * DAY;
    expect(await deposit(engine, 'right')).toMatchObject({ ok: true });
    bank.now += HOUR + MINUTE;
    await expect(deposit(engine, 'more')).rejects.toThrow(EngineUnavailable);
    await engine.stop();
    expect(await deposit(await started(), 'more')).toMatchObject({ ok: true });
  } finally {
    await bank.close();
  }
});

it('ENGN-014 a clock that knows nothing of the machine is believed, and that of the system knows', () => {
  let at = 0;
  const time = new SteadyTime({ now: () => at });
  at += 40 * DAY;
  expect([time.now(), time.trouble]).toEqual([40 * DAY, '']);
  const before = systemClock.upMs!();
  expect(before).toBeGreaterThan(0);
  expect(systemClock.upMs!()).toBeGreaterThanOrEqual(before);
});
