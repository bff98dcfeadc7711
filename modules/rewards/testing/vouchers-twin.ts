import { accountId, FIRST_USER, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { createDice } from '@assay/core/testing/dice';
import { DAY, HOUR } from '@assay/core/time';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { createRealmMachines } from '../../../apps/server/realm.ts';
import { PlainVouchers } from './plain-vouchers.ts';

const START = 1_763_640_000_000;
const PEOPLE = 6;
const KINDS = ['verify', 'secondFactor', 'firstDeposit', 'firstTrade', 'nothing'] as const;

const text = (units: bigint) => formatDecimal(units, SCALE);

/**
 * Sends random commands to the machine and to the plain model, and compares after each what was
 * refused and what everybody has. Returns what differs first; null for nothing.
 */
export function compareVouchers(seed: number, commands: number): string | null {
  const dice = createDice(seed);
  const machines = createRealmMachines('real');
  const sequencer = new Sequencer(machines);
  const plain = new PlainVouchers();
  let now = START;
  const send = (actor: number, type: string, body: object) =>
    sequencer.decide(type, actor, body, now) as { readonly refusal?: string };
  const { setup } = OWNER;
  send(setup, 'listAsset', { symbol: 'USDT', name: 'USDT' });
  // The last two are one person.
  const pair = [FIRST_USER + PEOPLE - 2, FIRST_USER + PEOPLE - 1] as const;
  send(staffActor(1), 'joinCluster', { userId: pair[0], withUserId: pair[1] });
  const { ledger } = machines.ledger;
  const has = (owner: number, wallet: 0 | 1 = 0) => {
    const of = wallet === 0 ? WALLET.currency : WALLET.contract;
    return ledger.available(ledger.find(accountId(owner, of, 1)));
  };
  const who = () => FIRST_USER + dice.int(0, PEOPLE - 1);
  const [tasks, vouchers]: [number[], number[]] = [[], []];
  const oneOf = (ids: readonly number[]) =>
    ids.length === 0 || dice.int(0, 9) === 0 ? sequencer.seq : dice.pick(ids.slice(-4));
  const steps: (() => readonly [string | null, { readonly refusal?: string }])[] = [
    () => {
      const terms = {
        ...{ kind: dice.pick(KINDS), days: dice.int(0, 9), people: dice.int(0, 3) },
        ...{ amount: BigInt(dice.int(9, 60) * 1_000_000), share: dice.int(1, 520_000) },
      };
      const { kind, amount, share: sharePpm, days, people } = terms;
      const body = { kind, amount: text(amount), sharePpm, days, people };
      const got = send(staffActor(1), 'publishTask', body);
      if (got.refusal === undefined) tasks.push(sequencer.seq);
      return [plain.publish(sequencer.seq, terms), got];
    },
    () => {
      const taskId = oneOf(tasks);
      return [plain.end(taskId), send(staffActor(1), 'endTask', { taskId })];
    },
    () => {
      const [userId, taskId] = [who(), oneOf(tasks)];
      const got = send(userId, 'takeVoucher', { taskId });
      if (got.refusal === undefined) vouchers.push(sequencer.seq);
      const peers = pair.some((one) => one === userId) ? pair.filter((one) => one !== userId) : [];
      return [plain.take(sequencer.seq, userId, taskId, peers, now / DAY), got];
    },
    () => {
      const [userId, day] = [who(), Math.floor(now / DAY) + dice.int(-3, 0)];
      const fees = BigInt(dice.int(0, 60_000_000));
      const got = send(setup, 'payVouchers', { userId, day, fees: text(fees) });
      return [plain.pay(userId, day, fees, now / DAY), got];
    },
    () => {
      const voucherId = oneOf(vouchers);
      return [plain.over(voucherId, now / DAY), send(setup, 'endVoucher', { voucherId })];
    },
    () => {
      const amount = BigInt(dice.int(1, 120) * 1_000_000);
      plain.fund += amount;
      return [null, send(staffActor(1), 'fundPromotions', { asset: 'USDT', amount: text(amount) })];
    },
  ];
  // Taking and paying are what matters most.
  const chosen = [0, 0, 0, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 5, 5];
  for (let n = 0; n < commands; n += 1) {
    if (dice.int(0, 3) === 0) now += dice.int(0, 20) * HOUR;
    const [expected, got] = steps[dice.pick(chosen)]!();
    if (got.refusal !== (expected ?? undefined)) {
      return `command ${n}: ${got.refusal}, not ${expected}`;
    }
    sequencer.audit();
    if (has(OWNER.promotions) !== plain.fund) return `command ${n}: the fund`;
    if (has(OWNER.promotions, 1) !== plain.escrow) return `command ${n}: the escrow`;
    for (let at = 0; at < PEOPLE; at += 1) {
      const userId = FIRST_USER + at;
      if (has(userId) !== (plain.has.get(userId) ?? 0n)) return `command ${n}: ${userId}`;
    }
  }
  return null;
}
