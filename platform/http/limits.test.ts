import { createDice } from '@assay/core/testing/dice';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TrustedProxies } from './client-address.ts';
import { type HttpBench, limitRows, startHttp } from './http.suite.ts';
import { basicLimits, joinLimits, scaleLimits } from './limit-table.ts';
import { Limits, networkOf, Row } from './limits.ts';
import { Lookups } from './lookups.ts';

let bench: HttpBench;
beforeAll(async () => {
  bench = await startHttp();
});
afterAll(() => bench.stop());

describe('rate limits', () => {
  it('HTTP-130 counts a site, a /48 of IPv6, over all its networks, and IPv4 by network', () => {
    const row = new Row({ network: [{ max: 2, ms: 1000 }], site: [{ max: 3, ms: 1000 }] });
    const take = (ip: string, now = 0) => row.takeNetwork(networkOf(ip), now);
    const networks = ['2001:db8:1:100::1', '2001:db8:1:200::1', '2001:db8:1:300::1'];
    expect(networks.map((ip) => take(ip))).toEqual([0, 0, 0]);
    expect(take('2001:db8:1:400::1')).toBe(1000);
    expect(take('2001:db8:2:400::1')).toBe(0);
    expect(['192.0.2.1', '192.0.2.9', '192.0.2.1'].map((ip) => take(ip))).toEqual([0, 0, 1000]);
    expect(take('192.0.3.1')).toBe(0);
    expect(take('2001:db8:1:400::1', 1000)).toBe(0);
    const scaled = scaleLimits({ row: { site: [{ max: 3, ms: 1000 }] } }, 2);
    expect(scaled.row?.site).toEqual([{ max: 6, ms: 1000 }]);
  });

  it('HTTP-030 lets no more through a window than its rule allows', () => {
    for (const max of [1, 5, 64, 65, 300]) {
      const dice = createDice(max);
      const ms = 1000;
      const row = new Row({ account: [{ max, ms }] });
      const times: number[] = [];
      let now = 1_000_000;
      for (let i = 0; i < max * 20; i++) {
        now += dice.int(0, Math.ceil((2 * ms) / max));
        if (row.takeAccount('a', now) > 0) continue;
        times.push(now);
        const inWindow = times.filter((time) => time > now - ms).length;
        // Two counters estimate the spread of the older span; where few are allowed it is exact.
        expect(inWindow).toBeLessThanOrEqual(max <= 64 ? max : Math.ceil(max * 1.5));
      }
      expect(times.length).toBeGreaterThan(max * 4);
    }
  });

  it('HTTP-030 returns how long to wait, and that wait is enough', () => {
    for (const max of [3, 100]) {
      const dice = createDice(7);
      const row = new Row({ account: [{ max, ms: 1000 }] });
      let now = 5_000_000;
      let waits = 0;
      for (let i = 0; i < 2000; i++) {
        const wait = row.takeAccount('a', now);
        if (wait > 0) {
          waits += 1;
          now += wait;
          expect(row.takeAccount('a', now)).toBe(0);
        }
        now += dice.int(0, 10);
      }
      expect(waits).toBeGreaterThan(10);
    }
  });

  it('HTTP-031 counts by user, by network and over all, and only what every rule allows', () => {
    const row = new Row({
      account: [{ max: 2, ms: 1000 }],
      network: [{ max: 3, ms: 1000 }],
      everybody: [{ max: 4, ms: 1000 }],
    });
    expect([1, 2, 3].map(() => row.takeAccount(1, 100))).toEqual([0, 0, 1000]);
    expect(row.takeAccount(2, 100)).toBe(0);
    expect([1, 2, 3, 4].map(() => row.takeNetwork('a', 100))).toEqual([0, 0, 0, 1000]);
    expect(row.takeNetwork('b', 100)).toBe(0);
    expect(row.takeNetwork('b', 600)).toBe(500);
    expect(row.takeNetwork('a', 1100)).toBe(0);
    expect(row.waitMs('1', 'x', 600)).toBe(500);
  });

  it('HTTP-161 users of a network hold each other up only where they use much', () => {
    const row = new Row({
      account: [{ max: 20, ms: 1000 }],
      network: [{ max: 1, ms: 1000 }],
      members: [{ max: 30, ms: 1000 }],
    });
    const waits = (account: string, count: number, network = 'a') =>
      Array.from({ length: count }, () => row.takeMember(account, network, 100));
    expect(waits('one', 21).filter((wait) => wait === 0)).toHaveLength(20);
    expect(waits('two', 20).filter((wait) => wait === 0)).toHaveLength(10);
    // The thirty are used up: of these a tenth of one's own limit is left to each.
    expect(waits('three', 3)).toEqual([0, 0, 1000]);
    expect(waits('three', 1, 'b')).toEqual([0]);
    // None of them counted against the strangers of the network, nor do these against them.
    expect([row.takeNetwork('a', 100), row.takeNetwork('a', 100)]).toEqual([0, 1000]);
    expect(waits('four', 1)).toEqual([0]);
  });

  it('HTTP-160 strangers use up nothing of what users of their network may do', async () => {
    const limits = new Limits({ ...limitRows, few: limitRows.own });
    const strict = await startHttp({ limits, lookups: new Lookups() });
    const spend = (token?: string) =>
      strict.client.post('spend', { amount: '1' }, token === undefined ? {} : { token });
    const codes = async (count: number, token?: string) => {
      const answers = Array.from({ length: count }, () => spend(token));
      return (await Promise.all(answers)).map(({ code }) => code);
    };
    // Without a token, with one that nobody has, with wrong fields, and with one of staff.
    expect(await codes(5)).toEqual(Array(5).fill(2000));
    expect(await codes(2, 'olga')).toEqual([2000, 2000]);
    expect((await strict.client.post('spend', { token: 'anna', lang: '?' })).code).toBe(2);
    for (const token of [undefined, 'olga', 'nobody'])
      expect(await codes(2, token)).toEqual([3, 3]);
    expect(await codes(11, 'anna')).toEqual([...Array(10).fill(0), 3]);
    const form = await strict.client.post('spend', { token: 'bob', amount: '1' });
    expect(form.code).toBe(0);
    // A long body is not read for somebody who may be a stranger; who says it first is no stranger.
    const long = { token: 'carl', amount: '1', more: 'x'.repeat(5_000) };
    expect((await strict.client.post('spend', long)).code).toBe(3);
    const { token, ...fields } = long;
    expect((await strict.client.post('spend', fields, { token })).code).not.toBe(3);
    await strict.stop();
  });

  it('HTTP-162 tokens that nobody has are looked up 20 times a second for one address', async () => {
    const strict = await startHttp({ lookups: new Lookups() });
    const look = (token: string) => strict.client.get('look', {}, { token });
    const codes = await Promise.all(Array.from({ length: 50 }, (_, i) => look(`nobody${i}`)));
    expect(codes.map(({ code }) => code).sort()).toEqual([
      ...Array(20).fill(2000),
      ...Array(30).fill(3),
    ]);
    expect((await look('anna')).code).toBe(0);
    strict.clock.advance(1000);
    expect((await look('nobody')).code).toBe(2000);
    await strict.stop();
  });

  it('HTTP-032 counts /24 of IPv4 and /56 of IPv6 as one network', () => {
    const same: [string, string][] = [
      ['192.0.2.1', '192.0.2.254'],
      ['::ffff:192.0.2.7', '192.0.2.1'],
      ['2001:db8:1:2300::1', '2001:db8:1:23ff:a:b:c:d'],
      ['2001:DB8:1:2300::1'.toLowerCase(), '2001:0db8:0001:2300::2'],
      ['::1', '::2'],
    ];
    for (const [a, b] of same) expect(networkOf(a)).toBe(networkOf(b));
    expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.3.1'));
    expect(networkOf('2001:db8:1:2300::1')).not.toBe(networkOf('2001:db8:1:2400::1'));
    expect(networkOf('2001:db8::1')).toHaveLength(14);
  });

  it('HTTP-033 answers a flood with 429 and the time to wait, by user and by network', async () => {
    const spend = (token: string) => bench.client.post('spend', { amount: '1' }, { token });
    const codes: number[] = [];
    for (let i = 0; i < 4; i++) codes.push((await spend('anna')).code);
    expect(codes.splice(0)).toEqual([0, 0, 0, 3]);
    for (let i = 0; i < 3; i++) codes.push((await spend('bob')).code);
    expect(codes.splice(0)).toEqual([0, 0, 0]);
    for (let i = 0; i < 3; i++) codes.push((await spend('carl')).code);
    expect(codes).toEqual([0, 3, 3]);
    const reply = await spend('carl');
    expect([reply.status, reply.headers['retry-after']]).toEqual([429, '1']);
    bench.clock.advance(1000);
    expect((await spend('carl')).code).toBe(0);
  });

  it('HTTP-034 tables are joined into one, in which no name may stand twice', () => {
    const joined = joinLimits(basicLimits, { few: { account: [{ max: 3, ms: 1000 }] } });
    expect(Object.keys(joined)).toEqual(['read', 'write', 'few']);
    expect(scaleLimits(joined, 1000).few?.account).toEqual([{ max: 3000, ms: 1000 }]);
    expect(() => new Limits(joined).row('nothing')).toThrow('No limits are named nothing');
    expect(() => joinLimits(joined, { few: {} })).toThrow('Two rows of limits are named few');
  });

  it('HTTP-035 trusts a forwarding header only as far as listed proxies have added to it', () => {
    const client = (proxies: string[], from: string, forwarded?: string) =>
      new TrustedProxies(proxies).clientOf({
        socket: { remoteAddress: from },
        headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      } as never);
    expect(client([], '10.0.0.1', '1.2.3.4')).toBe('10.0.0.1');
    expect(client(['10.0.0.0/8'], '::ffff:10.0.0.1', '1.2.3.4')).toBe('1.2.3.4');
    expect(client(['10.0.0.0/8'], '10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2')).toBe('1.2.3.4');
    expect(client(['10.0.0.1'], '192.0.2.1', '1.2.3.4')).toBe('192.0.2.1');
    expect(client(['10.0.0.1'], '10.0.0.1', 'nonsense')).toBe('10.0.0.1');
    expect(client(['fd00::/8'], 'fd00::1', '2001:db8::9')).toBe('2001:db8::9');
    expect(() => new TrustedProxies(['proxy.example'])).toThrow('Not an address');
  });
});
