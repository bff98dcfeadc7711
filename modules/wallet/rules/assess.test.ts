import { DAY, HOUR } from '@assay/core/time';
import { describe, expect, it } from 'vitest';
import { at, lot, NOON, request, rules, situation, usdt } from '../testing/situations.ts';
import { type Rules, termsOf } from './document.ts';
import { assess } from './index.ts';
import { REFUSALS, type Request, type Situation } from './request.ts';

const terms = (change: Partial<Rules>) => termsOf([rules(change)]);
const one = (change: Partial<Rules>, whole = 1000) => ({
  lots: [lot(1, whole, { terms: terms(change) })],
  available: usdt(whole),
});
const codes = (asked: Request, own: Partial<Situation> = {}) =>
  assess(asked, situation(own)).refusals.map(({ code }) => code);
const accepted = (asked: Request, own: Partial<Situation> = {}) => {
  const verdict = assess(asked, situation(own));
  if (!('fee' in verdict)) throw new Error(`refused: ${verdict.refusals[0]?.code}`);
  return verdict;
};
const source = { source: 'a' };
const back = (whole: number, change: Partial<Request> = {}) =>
  request(whole, { kind: 'return', ...source, ...change });
const exit = (whole: number, change: Partial<Request> = {}) =>
  request(whole, { kind: 'exit', ...change });
const RETURNABLE = { lots: [lot(1, 1000, source)], turnoverDone: 0n };
const BOTH = ['travelDataNeeded', 'travelProviderNeeded'];
const LARGE = { lots: [lot(1, 900_000)], available: usdt(900_000) };
const FAR = at('2099-06-01T04:00:00Z');
const freeze = { createdAt: NOON - 1, expiresAt: null };

describe('why a request is refused', () => {
  it.each<[string, Request, Partial<Situation>]>([
    ['notOffered', request(100), { isOffered: false }],
    ['tradePasswordNeeded', request(100), { hasTradePassword: false }],
    ['frozen', request(100), { limits: [{ kind: 'selfFreeze', ...freeze }] }],
    ['frozen', request(100), { limits: [{ kind: 'notMe', ...freeze }] }],
    ['verificationNeeded', request(100), { verified: 'none' }],
    ['unknownAddress', request(100, { confirmedAt: null }), {}],
    ['notSource', back(100, { source: null }), {}],
    ['insufficientBalance', request(1001), {}],
    ['notUnused', back(100), { lots: [lot(1, 1000, source)], turnoverDone: usdt(901) }],
    ['exitNotNeeded', exit(100), { available: usdt(100) }],
    ['exitNotWhole', exit(50), { available: usdt(60) }],
    ['exitNotWhole', exit(50), { available: usdt(50), held: 1n }],
    ['exitTooSoon', exit(50), { available: usdt(50), lastExitAt: NOON - 30 * DAY + 1 }],
    ['addressCooling', request(100, { confirmedAt: NOON - DAY + 1 }), { whitelistOnly: true }],
    [
      'addressCooling',
      request(100, { confirmedAt: NOON - DAY, isStrict: true }),
      { whitelistOnly: true },
    ],
    ['travelDataNeeded', request(1000, { hasRecipient: false }), {}],
    ['belowLeast', request(0, { amount: usdt(100) - 1n }), {}],
    ['aboveMost', request(0, { amount: usdt(200_000) + 1n }), LARGE],
    ['seniorNeeded', request(10_001), { ...LARGE, verified: 'junior' }],
    ['turnoverOpen', request(100), { ...one({ turnoverMode: 2 }), turnoverDone: usdt(900) - 1n }],
    ['tooFarAhead', request(100, { notBefore: NOON + 400 * DAY + 1 }), {}],
    ['tooFarAhead', request(100, { notBefore: FAR }), { accepted: [FAR, FAR] }],
    ['dailyLimit', request(100), { accepted: [NOON, NOON] }],
    ['belowFee', exit(1), { available: usdt(1) }],
  ])('WDRL-041 %s', (code, asked, own) => {
    expect(codes(asked, own)).toEqual([code]);
  });

  const eu = { travel: { recipientFrom: 0n, providerFrom: 0n } };
  const unnamed = { hasRecipient: false, hasProvider: false };
  it.each<[string, Request, Partial<Situation>, string[]]>([
    ['any amount', request(100, unnamed), eu, ['travelDataNeeded', 'travelProviderNeeded']],
    ['a recipient alone', request(100, { hasProvider: false }), eu, ['travelProviderNeeded']],
    ['a provider alone', request(100, { hasRecipient: false }), eu, ['travelDataNeeded']],
    ['recipient and provider', request(100), eu, []],
    ['a return to its source', back(100, unnamed), { ...eu, ...RETURNABLE }, []],
    ['all of a small balance', exit(50, unnamed), { ...eu, available: usdt(50) }, BOTH],
    ['less than 1,000 elsewhere', request(999, unnamed), {}, []],
    ['1,000 elsewhere', request(1000, { hasProvider: false }), {}, []],
    ['1,000 without a name', request(1000, unnamed), {}, ['travelDataNeeded']],
    [
      'rules that ask later',
      request(150, unnamed),
      { ...eu, ...one({ travelAmount: 1e12 }) },
      BOTH,
    ],
    ['rules that ask before', request(150, unnamed), one({ travelAmount: 15e9 }), BOTH.slice(0, 1)],
  ])('WDRL-150 the law of the country asks about whoever is paid: %s', (_name, asked, own, due) => {
    expect(codes(asked, own)).toEqual(due);
  });

  it.each<[string, Request, Partial<Situation>]>([
    ['the least and the most', request(100), {}],
    ['the most', request(200_000), LARGE],
    ['the limit of the first level', request(10_000), { ...LARGE, verified: 'junior' }],
    ['what the law leaves alone', request(999, { hasRecipient: false }), {}],
    [
      'an address that has cooled',
      request(100, { confirmedAt: NOON - DAY }),
      { whitelistOnly: true },
    ],
    [
      'a turnover that is done',
      request(100),
      { ...one({ turnoverMode: 2 }), turnoverDone: usdt(900) },
    ],
    ['the second of a day', request(100), { accepted: [NOON] }],
    ['an exit after its days', exit(50), { available: usdt(50), lastExitAt: NOON - 30 * DAY }],
    [
      'a hold by staff, which has a limit',
      request(100),
      { limits: [{ kind: 'staffFreeze', ...freeze }] },
    ],
  ])('WDRL-041 %s is allowed', (_name, asked, own) => {
    expect(codes(asked, own)).toEqual([]);
  });

  it('WDRL-041 all reasons at once come in the published order', () => {
    const all = codes(request(1500, { hasRecipient: false, confirmedAt: null }), {
      ...{ isOffered: false, hasTradePassword: false, verified: 'none' },
      limits: [{ kind: 'notMe', ...freeze }],
    });
    const some = codes(request(50, { confirmedAt: NOON }), {
      ...{ whitelistOnly: true, accepted: [NOON, NOON], turnoverDone: 0n },
      ...one({ turnoverMode: 2 }),
    });
    expect(all).toEqual(REFUSALS.filter((code) => all.includes(code)));
    expect([all.length, some]).toEqual([
      6,
      ['addressCooling', 'belowLeast', 'turnoverOpen', 'dailyLimit'],
    ]);
  });

  it('WDRL-041 each says the number or the time that it is about', () => {
    const refused = (asked: Request, own: Partial<Situation>) =>
      assess(asked, situation(own)).refusals;
    expect(refused(request(100), { accepted: [NOON, NOON] })).toEqual([
      { code: 'dailyLimit', until: NOON + DAY },
    ]);
    expect(refused(request(5000), {})).toEqual([
      { code: 'insufficientBalance', amount: usdt(1000) },
    ]);
    expect(refused(request(99), {})).toEqual([{ code: 'belowLeast', amount: usdt(100) }]);
    const early = NOON - DAY;
    expect(refused(exit(50), { available: usdt(50), lastExitAt: early })).toEqual([
      { code: 'exitTooSoon', until: early + 30 * DAY },
    ]);
  });

  it('WDRL-041 says what refuses the money that is nearest to leaving', () => {
    const lots = [lot(1, 500, { terms: terms({ least: 200e8, most: 250e8 }) }), lot(2, 500)];
    expect(codes(request(150), { lots })).toEqual([]);
    expect(codes(request(600), { lots })).toEqual(['aboveMost']);
    expect(codes(request(501), { lots, accepted: [NOON, NOON] })).toEqual([
      'aboveMost',
      'dailyLimit',
    ]);
  });
});

describe('what becomes of a request', () => {
  it('WDRL-042 says fee and arrival, who decides, and takes of which deposit', () => {
    expect(accepted(request(500))).toEqual({
      ...{ refusals: [], goesAt: NOON, isQueued: false, fee: usdt(2), arrives: usdt(498) },
      ...{ ground: 'tier', holds: [], parts: [{ lot: 1, amount: usdt(500) }] },
    });
    expect(accepted(exit(60), { available: usdt(60) })).toMatchObject({ fee: usdt(1) });
  });

  it.each<[number, string]>([
    [1000, 'tier'],
    [1001, 'onePerson'],
    [20_000, 'onePerson'],
    [20_001, 'twoPeople'],
  ])('WDRL-042 %i USDT: %s', (whole, ground) => {
    expect(accepted(request(whole), LARGE).ground).toBe(ground);
  });

  it('WDRL-042 outside the window it waits until it opens', () => {
    const night = accepted(request(500), { now: NOON - 1 });
    expect([night.goesAt, night.isQueued]).toEqual([NOON, true]);
    const late = accepted(request(500, { notBefore: NOON + 20 * HOUR }));
    expect([late.goesAt, late.isQueued]).toEqual([NOON + DAY, true]);
    const booked = accepted(request(500, { notBefore: NOON + DAY }), { accepted: [NOON, NOON] });
    expect(booked.goesAt).toBe(NOON + DAY);
  });

  it('WDRL-045 a request is made for at most 400 days ahead, by which a plan has all its places', () => {
    const last = { notBefore: NOON + 400 * DAY };
    expect(accepted(request(100, last)).goesAt).toBe(NOON + 400 * DAY);
    const { refusals } = assess(request(100, { notBefore: FAR }), situation());
    expect(refusals).toEqual([{ code: 'tooFarAhead', until: NOON + 400 * DAY }]);
  });

  it('WDRL-141 one that locks a rate is for a day ahead, and counts on the day of its request', () => {
    const locks = (lockedAt: readonly number[], change: Partial<Request> = {}) =>
      request(100, { lockedAt, ...change });
    expect(accepted(locks([NOON], { notBefore: NOON + DAY })).goesAt).toBe(NOON + DAY);
    const late = assess(locks([], { notBefore: NOON + DAY + 1 }), situation());
    expect(late.refusals).toEqual([{ code: 'tooFarAhead', until: NOON + DAY }]);
    // For tomorrow there is room, but two were asked for today.
    const third = locks([NOON - HOUR, NOON], { notBefore: NOON + DAY });
    const midnight = NOON + 12 * HOUR;
    expect(assess(third, situation()).refusals).toEqual([{ code: 'dailyLimit', until: midnight }]);
    expect(codes(third, { now: midnight })).toEqual([]);
    const whole = exit(50, { lockedAt: [NOON, NOON] });
    expect(codes(whole, { available: usdt(50) })).toEqual(['dailyLimit']);
    expect(codes(locks([]), { accepted: [NOON, NOON] })).toEqual(['dailyLimit']);
  });

  it('WDRL-042 WDRL-089 what ends by itself holds it until then', () => {
    const hold = { kind: 'withdrawalHold', createdAt: NOON - HOUR, expiresAt: NOON + 23 * HOUR };
    const holds = (own: Partial<Situation>, asked = request(500)) => accepted(asked, own).holds;
    expect(holds({ limits: [hold as Situation['limits'][0]] })).toEqual([
      { code: 'securityChange', until: NOON + 23 * HOUR, after: 'release' },
    ]);
    // Rules of withdrawals make the hold of a change end earlier, and no other one.
    const back = { ...hold, expiresAt: NOON + 71 * HOUR, isLong: true } as Situation['limits'][0];
    expect(holds({ limits: [hold as Situation['limits'][0], back] })).toEqual([
      { code: 'securityChange', until: NOON + 71 * HOUR, after: 'release' },
    ]);
    expect(holds({ deviceSince: NOON - HOUR })).toEqual([
      { code: 'newDevice', until: NOON + 23 * HOUR, after: 'release' },
    ]);
    expect(holds({ deviceSince: NOON - DAY })).toEqual([]);
    const deep = { code: 'confirmations', until: NOON + DAY, after: 'release' };
    expect(holds({ unconfirmed: usdt(501) })).toEqual([deep]);
    expect(holds({ unconfirmed: usdt(500) })).toEqual([]);
    expect(holds({}, request(500, { confirmedAt: NOON - HOUR }))).toEqual([
      { code: 'newAddress', until: NOON + 23 * HOUR, after: 'release' },
    ]);
    expect(
      holds({
        limits: [
          { kind: 'everybody', createdAt: NOON, expiresAt: NOON + HOUR },
          { kind: 'staffFreeze', createdAt: NOON, expiresAt: null },
        ],
      }),
    ).toEqual([
      { code: 'stoppedForAll', until: NOON + HOUR, after: 'release' },
      { code: 'frozenByStaff', until: null, after: 'release' },
    ]);
    // Somebody has changed three things, and staff have frozen twice: it is one hold of each.
    const change = (hours: number) => {
      const createdAt = NOON - hours * HOUR;
      return { kind: 'withdrawalHold', createdAt, expiresAt: createdAt + DAY } as const;
    };
    expect(
      holds({
        limits: [
          ...[change(3), change(1), change(2)],
          { kind: 'staffFreeze', createdAt: NOON - HOUR, expiresAt: null },
          { kind: 'staffFreeze', createdAt: NOON, expiresAt: NOON + HOUR },
        ],
      }),
    ).toEqual([
      { code: 'securityChange', until: NOON + 23 * HOUR, after: 'release' },
      { code: 'frozenByStaff', until: null, after: 'release' },
    ]);
  });

  it('WDRL-042 what people look at has a deadline: it goes below the limit, above it another is asked', () => {
    const until = NOON + DAY;
    expect(accepted(request(500), { turnoverDone: 0n })).toMatchObject({
      ground: 'onePerson',
      holds: [{ code: 'turnover', until, after: 'release' }],
    });
    const risk = { score: 50, inputs: [], isOutflow: false };
    expect(accepted(request(500), { risk })).toMatchObject({
      ground: 'onePerson',
      holds: [{ code: 'risk', until, after: 'release' }],
    });
    expect(accepted(request(1001), { ...LARGE, risk })).toMatchObject({
      ground: 'twoPeople',
      holds: [
        { code: 'amount', until, after: 'escalate' },
        { code: 'risk', until, after: 'escalate' },
      ],
    });
    const outflow = { score: 0, inputs: [], isOutflow: true };
    expect(accepted(request(500), { risk: outflow })).toMatchObject({
      ground: 'twoPeople',
      holds: [{ code: 'outflow', until, after: 'escalate' }],
    });
  });

  it.each([0, 1, 2])('WDRL-036 an unmet turnover in mode %i', (turnoverMode) => {
    const own = { ...one({ turnoverMode }), turnoverDone: 0n };
    const verdict = assess(request(500), situation(own));
    if (turnoverMode === 2) expect(verdict.refusals).toEqual([{ code: 'turnoverOpen' }]);
    else expect(verdict).toMatchObject({ ground: turnoverMode === 0 ? 'tier' : 'onePerson' });
  });

  it('WDRL-037 a return to the source is open at any hour, however often, in any mode, of any size', () => {
    const hard = { turnoverMode: 2, perDay: 1, least: 500e8, most: 600e8 };
    const lots = [lot(1, 50_000, { ...source, terms: terms(hard) }), lot(2, 100)];
    const own = {
      ...{
        lots,
        available: usdt(50_100),
        turnoverDone: 0n,
        now: NOON - 5,
        verified: 'none' as const,
      },
      ...{ accepted: [NOON, NOON, NOON], whitelistOnly: true },
    };
    const asked = (whole: number) => back(whole, { confirmedAt: null, hasRecipient: false });
    expect(accepted(asked(2), own)).toMatchObject({ isQueued: false, holds: [], fee: usdt(1) });
    expect(accepted(asked(50_000), own)).toMatchObject({
      ...{ goesAt: NOON - 5, parts: [{ lot: 1, amount: usdt(50_000) }] },
      holds: [{ code: 'amount', until: NOON - 5 + DAY, after: 'release' }],
    });
    expect(codes(asked(50_001), own)).toEqual(['notUnused']);
  });

  it('WDRL-040 a balance below the least leaves whole, at the cost of the network, whatever is open', () => {
    const own = { ...one({ turnoverMode: 2 }, 60), turnoverDone: 0n, accepted: [NOON, NOON] };
    expect(accepted(exit(60), own)).toMatchObject({ ground: 'tier', fee: usdt(1), holds: [] });
    const lenient = [lot(1, 60, { terms: terms({ least: 50e8 }) })];
    expect(codes(exit(60), { lots: lenient, available: usdt(60) })).toEqual(['exitNotNeeded']);
  });
});
