import { beforeAll, describe, expect, it } from 'vitest';
import { linesOf } from '../run.ts';
import { BUGS } from './bugs.ts';

const MOST = 300;

interface Hunt {
  readonly bug: string;
  readonly seed: number | null;
  /** Why it could not be planted. */
  readonly problem?: string;
}

describe('planted bugs', () => {
  const hunts = new Map<string, Hunt>();

  beforeAll(async () => {
    for (const line of await linesOf('sim/planted/hunt.ts', '--most', String(MOST))) {
      const hunt = JSON.parse(line) as Hunt;
      hunts.set(hunt.bug, hunt);
    }
  }, 900_000);

  it('SIMU-030 are at least 20', () => {
    expect(BUGS.length).toBeGreaterThanOrEqual(20);
  });

  it.each(BUGS.map(({ name }) => name))('SIMU-030 finds: %s', (name) => {
    const hunt = hunts.get(name);
    expect(hunt?.problem).toBeUndefined();
    expect(hunt?.seed, `not found in ${MOST} seeds`).toEqual(expect.any(Number));
  });
});
