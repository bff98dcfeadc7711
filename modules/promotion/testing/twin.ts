import { accountId, FIRST_USER, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { createDice } from '@assay/core/testing/dice';
import { DAY, HOUR } from '@assay/core/time';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { createRealmMachines } from '../../../apps/server/realm.ts';
import { PlainGifts } from './plain-gifts.ts';

const START = 1_763_640_000_000;
const FEES = 100n * 10n ** 8n;
const AMOUNTS = [11, 12, 23, 24, 35, 36, 107];
const PEOPLE = 9;

const text = (units: bigint) => formatDecimal(units, SCALE);

/**
 * Sends random commands to the machines and to the plain model, and compares after each what was
 * refused and what everybody has. Returns what differs first; null for nothing.
 */
export function compare(seed: number, commands: number): string | null {
  const dice = createDice(seed);
  const machines = createRealmMachines('real');
  const sequencer = new Sequencer(machines);
  const plain = new PlainGifts(FEES);
  let now = START;
  const send = (actor: number, type: string, body: object) =>
    sequencer.decide(type, actor, body, now) as { readonly refusal?: string };
  const { setup } = OWNER;
  send(setup, 'listAsset', { symbol: 'USDT', name: 'USDT' });
  send(setup, 'fundHouse', { owner: OWNER.fees, asset: 'USDT', amount: text(FEES) });
  const { ledger } = machines.ledger;
  const has = (owner: number) =>
    ledger.available(ledger.find(accountId(owner, WALLET.currency, 1)));
  const who = () => FIRST_USER + dice.int(0, PEOPLE - 1);
  const day = () => Math.floor(now / DAY) + dice.int(-3, 1);
  const steps: (() => readonly [string | null, { readonly refusal?: string }])[] = [
    () => {
      const userId = who();
      // Mostly the one before, so that lines grow longer than there are levels.
      const before = Math.max(FIRST_USER, userId - 1);
      const referrerId = dice.int(0, 3) === 0 ? who() : before;
      const got = send(setup, 'bindReferral', { userId, referrerId });
      return [plain.bind(userId, referrerId, now / DAY), got];
    },
    () => {
      const [userId, of, amount] = [who(), day(), BigInt(dice.int(0, 300_000_000))];
      const ratesPpm = [0, 0, 0, 0].map(() => dice.int(0, 170_000));
      const fees = [{ asset: 'USDT', amount: text(amount) }];
      const got = send(setup, 'payCommissions', { userId, day: of, fees, ratesPpm });
      return [plain.pay(userId, of, amount, ratesPpm, now / DAY), got];
    },
    () => {
      const [of, upTo] = [day(), sequencer.seq + dice.int(-3, 3)];
      const got = send(setup, 'closeCommissionDay', { day: of, upTo });
      return [plain.close(of, upTo, sequencer.seq, now / DAY), got];
    },
    () => {
      const [userId, withUserId] = [who(), who()];
      const got = send(staffActor(1), 'joinCluster', { userId, withUserId });
      return [plain.join(userId, withUserId), got];
    },
    () => {
      const userId = who();
      return [plain.leave(userId), send(staffActor(1), 'leaveCluster', { userId })];
    },
    () => {
      const amount = BigInt(dice.int(1, 200));
      const body = { asset: 'USDT', amount: text(amount) };
      return [plain.fill(amount), send(staffActor(1), 'fundPromotions', body)];
    },
    () => {
      const [userId, of] = [who(), day()];
      const got = send(userId, 'signIn', { day: of, amounts: AMOUNTS });
      return [plain.sign(userId, of, AMOUNTS, now / DAY), got];
    },
  ];
  // Paying and signing in are what matters most.
  const chosen = [0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6];
  for (let n = 0; n < commands; n += 1) {
    if (dice.int(0, 3) === 0) now += dice.int(0, 20) * HOUR;
    const [expected, got] = steps[dice.pick(chosen)]!();
    if (got.refusal !== (expected ?? undefined)) {
      return `command ${n}: ${got.refusal}, not ${expected}`;
    }
    sequencer.audit();
    const amounts: [number, bigint][] = [
      [OWNER.promotions, plain.fund],
      [OWNER.fees, plain.fees],
    ];
    for (let at = 0; at < PEOPLE; at += 1) {
      amounts.push([FIRST_USER + at, plain.has.get(FIRST_USER + at) ?? 0n]);
    }
    const wrong = amounts.find(([owner, amount]) => has(owner) !== amount);
    if (wrong !== undefined) return `command ${n}: ${wrong[0]} has ${has(wrong[0])}`;
  }
  return null;
}
