import { accountId, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { createDice } from '@assay/core/testing/dice';
import { DAY, HOUR } from '@assay/core/time';
import { LedgerMachine } from '@assay/modules/ledger';
import { MarketsMachine } from '@assay/modules/markets';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { beforeEach, describe, expect, it } from 'vitest';
import { RewardsMachine } from './machine.ts';
import { dayIn, formatsKept, nextDayAt, slotOf, slotStates, utcDay, zoneNamed } from './rules.ts';
import { SIGN_IN_REFUSALS } from './schema/commands.ts';
import { rewardCalls } from './schema/person.ts';

const [ALICE, BOB, CAROL] = [1000, 1001, 1002];
const START = 1_763_640_000_000;
const TODAY = utcDay(START);
const AMOUNTS = [1, 2, 3, 4, 5, 6, 7];
const ZONES = ['UTC', 'Asia/Hong_Kong', 'America/New_York', 'Pacific/Kiritimati', 'Etc/GMT+12'];

let sequencer: Sequencer;
let ledger: LedgerMachine;
let rewards: RewardsMachine;
let peers: Map<number, number[]>;

function open(realm: Realm = 'real', fund = '1'): void {
  const markets = new MarketsMachine();
  ledger = new LedgerMachine({ realm, assets: markets });
  peers = new Map();
  const peersOf = (userId: number) => peers.get(userId) ?? [];
  rewards = new RewardsMachine({ realm, ledger, assets: markets, peersOf });
  sequencer = new Sequencer({ markets, ledger, rewards });
  send(OWNER.setup, 'listAsset', { symbol: 'USDT', name: 'USDT' });
  if (realm === 'real') send(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: fund });
}

function send(actor: number, type: string, body: object, at = START) {
  const before = sequencer.stateHash();
  const outcome = sequencer.decide(type, actor, body, at) as Record<string, unknown>;
  if (outcome.refusal !== undefined) expect(sequencer.stateHash()).toBe(before);
  sequencer.audit();
  return outcome;
}

const has = (owner: number) =>
  ledger.ledger.available(ledger.ledger.find(accountId(owner, WALLET.currency, 1)));
const sign = (user: number, day = TODAY, at = START) =>
  send(user, 'signIn', { day, amounts: AMOUNTS }, at);

beforeEach(() => open());

describe('the machine of rewards', () => {
  it('RWRD-001 seven days in a row pay the seven slots, the eighth begins again, a gap too', () => {
    const slots: unknown[] = [];
    for (const gap of [0, 1, 2, 3, 4, 5, 6, 7, 9, 10]) {
      const { slot, amount } = sign(ALICE, TODAY + gap, START + gap * DAY);
      slots.push(slot);
      expect(amount).toBe(`0.0000000${AMOUNTS[(slot as number) - 1]}`);
    }
    expect(slots).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 1, 2]);
    expect(has(ALICE)).toBe(BigInt(28 + 1 + 1 + 2));
    expect(has(OWNER.promotions)).toBe(100_000_000n - has(ALICE));
  });

  it('RWRD-002 the reasons come in one order, and what is refused changes nothing', () => {
    open('real', '0.00000001');
    const body: { day: number; amounts: number[] } = { day: TODAY + 9, amounts: [0] };
    peers.set(BOB, [CAROL]);
    sign(CAROL);
    const attempt = { actor: staffActor(1) };
    const steps: Record<string, () => void> = {
      notAllowed: () => Object.assign(attempt, { actor: BOB }),
      invalidDay: () => Object.assign(body, { day: TODAY }),
      invalidAmounts: () => Object.assign(body, { amounts: AMOUNTS }),
      alreadySigned: () => undefined,
      clusterSigned: () => peers.clear(),
      fundEmpty: () => send(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: '1' }),
    };
    expect(Object.keys(steps)).toEqual(SIGN_IN_REFUSALS.filter((one) => one !== 'onlyReal'));
    for (const [refusal, mend] of Object.entries(steps)) {
      const actor = refusal === 'alreadySigned' ? CAROL : attempt.actor;
      expect(send(actor, 'signIn', body)).toEqual({ refusal });
      mend();
    }
    expect(send(BOB, 'signIn', body)).toMatchObject({ slot: 1 });
    for (const amounts of [AMOUNTS.slice(1), [...AMOUNTS, 8], 'x', null, AMOUNTS.map(() => 0.5)]) {
      expect(send(ALICE, 'signIn', { day: TODAY, amounts })).toEqual({ refusal: 'invalidAmounts' });
    }
    open('demo');
    expect(sign(ALICE)).toEqual({ refusal: 'onlyReal' });
  });

  it('RWRD-003 the fund pays to its last unit, then refuses, and two of staff fill it', () => {
    open('real', '0.00000003');
    expect([sign(ALICE), sign(BOB), sign(CAROL)].map(({ slot }) => slot)).toEqual([1, 1, 1]);
    expect(sign(1003)).toEqual({ refusal: 'fundEmpty' });
    expect(has(OWNER.promotions)).toBe(0n);
    expect(send(ALICE, 'fundPromotions', { asset: 'USDT', amount: '1' }).refusal).toBe(
      'notAllowed',
    );
    const staff = staffActor(1);
    expect(send(staff, 'fundPromotions', { asset: 'ABC', amount: '1' }).refusal).toBe(
      'unknownAsset',
    );
    expect(send(staff, 'fundPromotions', { asset: 'USDT', amount: '-1' }).refusal).toBe(
      'invalidAmount',
    );
    send(staff, 'fundPromotions', { asset: 'USDT', amount: '0.00000001' });
    expect(sign(1003)).toMatchObject({ slot: 1 });
  });

  it('RWRD-004 whatever clocks and zones do, a calendar day is paid once and none ahead', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      open('real', '1000');
      const dice = createDice(seed);
      const paid = new Set<number>();
      let now = START;
      let latest = START;
      for (let step = 0; step < 120; step += 1) {
        // Hours forward, and once in a while a jump back of two days or ahead of forty.
        const jump = dice.int(0, 19);
        now += jump === 0 ? -2 * DAY : jump === 1 ? 40 * DAY : dice.int(0, 30) * HOUR;
        latest = Math.max(latest, now);
        const day = dayIn(dice.pick(ZONES), now);
        const { slot, refusal } = sign(ALICE, day, now);
        if (refusal !== undefined) {
          // A clock that went back asks for a day that the engine's time has left behind.
          expect(['alreadySigned', 'invalidDay']).toContain(refusal);
          continue;
        }
        expect(paid.has(day)).toBe(false);
        expect(slot).toBeGreaterThanOrEqual(1);
        expect(day).toBeLessThanOrEqual(utcDay(latest + 14 * HOUR));
        paid.add(day);
      }
      // As many as calendar days have passed somewhere, at most.
      const most = utcDay(latest + 14 * HOUR) - utcDay(START - 12 * HOUR) + 1;
      expect(paid.size).toBeLessThanOrEqual(most);
    }
  });
});

describe('days and slots', () => {
  it('RWRD-005 a day is that of the zone, also where clocks change and where a day was left out', () => {
    const at = (text: string) => Date.parse(text);
    expect(dayIn('UTC', START)).toBe(TODAY);
    expect(dayIn('Pacific/Kiritimati', at('2026-01-01T10:30:00Z'))).toBe(utcDay(at('2026-01-02')));
    expect(dayIn('Etc/GMT+12', at('2026-01-01T10:30:00Z'))).toBe(utcDay(at('2025-12-31')));
    const noon = at('2026-10-25T00:00:00+02:00');
    expect(nextDayAt('Europe/Berlin', noon) - noon).toBe(25 * HOUR);
    const spring = at('2026-03-29T00:00:00+01:00');
    expect(nextDayAt('Europe/Berlin', spring) - spring).toBe(23 * HOUR);
    // Samoa went from the 29th to the 31st of December 2011.
    const before = at('2011-12-30T09:00:00Z');
    const next = nextDayAt('Pacific/Apia', before);
    expect(dayIn('Pacific/Apia', next) - dayIn('Pacific/Apia', before)).toBe(2);
  });

  it('RWRD-008 a zone has one name, and nothing is kept for other spellings of it', () => {
    const names = ['Europe/Berlin', 'europe/BERLIN', 'Asia/Calcutta', 'Asia/Kolkata', 'UTC'];
    const zones = ['Europe/Berlin', 'Europe/Berlin', 'Asia/Calcutta', 'Asia/Calcutta', 'UTC'];
    expect(names.map(zoneNamed)).toEqual(zones);
    expect(['Mars/Olympus', '', '+05:30', '-01'].map(zoneNamed)).toEqual(Array(4).fill(null));
    const input = rewardCalls.setRewardZone.input;
    expect(input.parse({ zone: 'pacific/kiritimati' })).toEqual({ zone: 'Pacific/Kiritimati' });
    expect(input.safeParse({ zone: '+05:30' }).success).toBe(false);
    const before = formatsKept();
    for (let n = 0; n < 64; n += 1) {
      const letters = [...'america/new_york'].map((letter, at) => {
        return ((n >> (at % 6)) & 1) === 1 ? letter.toUpperCase() : letter;
      });
      input.parse({ zone: letters.join('') });
      expect(dayIn(letters.join(''), START)).toBe(dayIn('America/New_York', START));
    }
    expect(formatsKept() - before).toBeLessThanOrEqual(1);
  });

  it('RWRD-006 slots say received, signed, in progress and not signed', () => {
    expect(slotStates(undefined, 10)).toEqual(['inProgress', ...Array(6).fill('notSigned')]);
    expect(slotStates({ day: 9, slot: 2 }, 10).slice(0, 4)).toEqual([
      ...['received', 'received', 'inProgress', 'notSigned'],
    ]);
    expect(slotStates({ day: 10, slot: 3 }, 10).slice(0, 4)).toEqual([
      ...['received', 'received', 'signed', 'notSigned'],
    ]);
    expect(slotStates({ day: 7, slot: 3 }, 10)[0]).toBe('inProgress');
    expect(slotStates({ day: 9, slot: 7 }, 10)[0]).toBe('inProgress');
    expect(slotOf({ day: 9, slot: 7 }, 10)).toBe(1);
  });
});
