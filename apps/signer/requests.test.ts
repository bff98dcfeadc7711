import { randomBytes } from 'node:crypto';
import { createDice } from '@assay/core/testing/dice';
import { getAddress, zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { digestOf } from './digest.ts';
import { HOT, type Place, type Row, someAddress, startPlace, sumOf } from './place.suite.ts';
import type { PayoutRefusal } from './rules/check.ts';

const MUTATED = 1_000;
const HONEST = 60;
/** Of one person the engine has twenty open at most. */
const PER_PERSON = 16;
const SEED = 20_261_124;

let place: Place;
beforeAll(async () => {
  place = await startPlace();
});
afterAll(() => place.stop());

const dice = createDice(SEED);

/** What one request says, before it is written: the engine's part and that of the destination. */
interface Draft {
  row: Omit<Row, 'withdrawalId'>;
  amount: string;
  asset: string;
  /** In place of the engine's number. */
  number?: number;
}

function draft(): Draft {
  const amount = `${dice.int(2, 400)}.${dice.int(0, 999_999).toString().padStart(6, '0')}`;
  const { chainId, token } = place.chain;
  const where = {
    ...{ chainId, token: token as string | null, address: someAddress() as string, memo: '' },
    ...{ sum: sumOf(amount), salt: randomBytes(16).toString('hex') },
  };
  return { row: { ...where, digest: '' }, amount, asset: 'USDT' };
}

const seal = ({ row }: Draft) => {
  row.digest = digestOf({ ...row, withdrawalId: null });
};

/** Whether it is written in letters of both cases, so that their cases are a checksum. */
const hasChecksum = (address: string): boolean =>
  address !== address.toLowerCase() && address !== `0x${address.slice(2).toUpperCase()}`;

/** An address with a checksum, and as `change` has it. One of few letters may have none. */
function withChecksum(change: (address: string) => string = (same) => same): string {
  for (;;) {
    const address = getAddress(someAddress());
    if (hasChecksum(address) && hasChecksum(change(address))) return change(address);
  }
}

/** The last letter in its other case. */
const otherCase = (address: string): string =>
  address.replace(/[a-fA-F](?=[^a-fA-F]*$)/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** A change before the engine gets the digest: what it then holds an amount for is wrong. */
const before: Partial<Record<PayoutRefusal, (one: Draft) => void>> = {
  otherAmount: ({ row }) => {
    row.sum += dice.pick([1n, -1n, 1_000_000n, 10n ** 12n, -row.sum + 1n]);
  },
  unknownChain: ({ row }) => {
    row.chainId = dice.pick([1, 56, row.chainId + 1, row.chainId - 1]);
  },
  unknownToken: ({ row }) => {
    row.token = dice.pick([null, someAddress(), zeroAddress, '', '0x']);
  },
  otherAsset: (one) => {
    one.asset = 'BTC';
    one.amount = `1.${dice.int(1, 999_999).toString().padStart(6, '0')}`;
    one.row.sum = sumOf(one.amount);
  },
  malformedAddress: ({ row }) => {
    const wrong = withChecksum(otherCase);
    row.address = dice.pick([wrong, row.address.slice(1), `${row.address}0`, '', 'bc1q', '0x']);
  },
  forbiddenAddress: ({ row }) => {
    row.address = dice.pick([HOT, getAddress(HOT), place.chain.token, zeroAddress]);
  },
  memoUnsupported: ({ row }) => {
    row.memo = dice.pick(['1', ' ', '\n', 'a memo', row.address]);
  },
  inexactAmount: (one) => {
    one.amount += dice.pick(['01', '5', '99']);
  },
  abovePayoutCap: (one) => {
    one.amount = dice.pick(['200001.000001', '200002', '999999']);
    one.row.sum = sumOf(one.amount);
  },
};

/** A change after it: the row is not the one that was meant. */
const after: ((one: Draft) => void)[] = [
  ({ row }) => {
    row.sum += dice.pick([1n, -1n, 10n ** 9n]);
  },
  ({ row }) => {
    row.address = someAddress();
  },
  ({ row }) => {
    row.address = hasChecksum(getAddress(row.address)) ? getAddress(row.address) : withChecksum();
  },
  ({ row }) => {
    row.chainId += 1;
  },
  ({ row }) => {
    row.token = dice.pick([null, someAddress(), getAddress(place.chain.token)]);
  },
  ({ row }) => {
    row.memo = 'x';
  },
  ({ row }) => {
    row.salt = dice.pick(['', row.salt.slice(1), `${row.salt}0`, `\n${row.salt}`]);
  },
];

it('SIGN-030 of 1,000 mutated requests none is signed, and of those among them that are as the engine decided each is, once', async () => {
  const people = await place.realm.newUsers(Math.ceil((MUTATED + HONEST) / PER_PERSON), {
    USDT: '90000000',
    BTC: '1000',
  });
  let made = 0;
  const byEngine = (digest: string, { amount, asset }: Draft): Promise<number> => {
    made += 1;
    const person = people[made % people.length]!;
    return place.engineOnly(digest, amount, asset, person);
  };
  const due = new Map<number, string>();
  const honest = new Map<number, Row>();
  const reasons = Object.keys(before) as (keyof typeof before)[];
  const submit = async (one: Draft): Promise<Row> => {
    const { number, row } = one;
    // What the row says does not change what the engine was given.
    const withdrawalId = await byEngine(row.digest, one);
    return { ...row, withdrawalId: number ?? withdrawalId };
  };
  const kinds: (() => Promise<void>)[] = [
    // Wrong from the start.
    async () => {
      const reason = dice.pick(reasons);
      const one = draft();
      before[reason]?.(one);
      seal(one);
      const row = await submit(one);
      due.set(row.withdrawalId, reason);
      await place.write(row);
    },
    // Changed afterwards.
    async () => {
      const one = draft();
      seal(one);
      const row = await submit(one);
      const changed = { ...one, row: { ...one.row } };
      dice.pick(after)(changed);
      if (digestOf({ ...changed.row, withdrawalId: null }) === row.digest) throw new Error('same');
      due.set(row.withdrawalId, 'otherDigest');
      await place.write({ ...changed.row, digest: row.digest, withdrawalId: row.withdrawalId });
    },
    // Two that have changed places: each has the row of the other.
    async () => {
      const [one, other] = [draft(), draft()];
      seal(one);
      seal(other);
      const rows = [await submit(one), await submit(other)] as const;
      for (const row of rows) due.set(row.withdrawalId, 'otherDigest');
      const [first, second] = rows;
      await place.write({ ...second, digest: first.digest, withdrawalId: first.withdrawalId });
      await place.write({ ...first, digest: second.digest, withdrawalId: second.withdrawalId });
    },
    // Another's number; and one that was paid or is to be paid, asked for once more.
    async () => {
      const one = draft();
      seal(one);
      const row = await submit(one);
      due.set(row.withdrawalId, 'otherWithdrawal');
      await place.write({ ...row, withdrawalId: -row.withdrawalId });
    },
    async () => {
      const [row] = [...honest.values()];
      if (!row) return;
      due.set(await byEngine(row.digest, draft()), 'otherWithdrawal');
    },
  ];
  const makeHonest = async () => {
    const one = draft();
    seal(one);
    const row = await submit(one);
    honest.set(row.withdrawalId, row);
    await place.write(row);
  };
  await makeHonest();
  const before0 = await place.chain.balance(HOT);
  while (due.size < MUTATED || honest.size < HONEST) {
    const some = Array.from({ length: 40 }, () => {
      if (honest.size < HONEST && dice.int(0, 16) === 0) return makeHonest();
      return due.size < MUTATED ? dice.pick(kinds)() : makeHonest();
    });
    await Promise.all(some);
  }
  const signer = place.signer();
  const open = () =>
    place.rows(`select from paying_withdrawal w join paying_destination d using (digest)
      where w.id = any('{${[...honest.keys()].join()}}')
        and not exists (select from outgoing_final f join outgoing o using (chain_id, sender, nonce)
          where o.withdrawal_id = w.id)`);
  for (let times = 0; times < 20 && (await open()).length > 0; times += 1) {
    await signer.step();
    await place.chain.mine(3);
  }
  expect(await open()).toEqual([]);
  const signed = await place.rows<{ id: string; recipient: string; amount: string }>(
    'select withdrawal_id as id, recipient, amount::text from outgoing order by withdrawal_id',
  );
  const expected = [...honest.values()].sort((a, b) => a.withdrawalId - b.withdrawalId);
  expect(signed.map(({ id, recipient, amount }) => [Number(id), recipient, amount])).toEqual(
    expected.map((row) => [row.withdrawalId, row.address, row.sum.toString()]),
  );
  const withheld = await place.rows<{ id: string; reason: string; refused: boolean }>(
    'select withdrawal_id as id, reason, refused from withheld_payout where refused',
  );
  expect(new Map(withheld.map(({ id, reason }) => [Number(id), reason]))).toEqual(due);
  expect(due.size).toBeGreaterThanOrEqual(MUTATED);
  const total = expected.reduce((sum, row) => sum + row.sum, 0n);
  expect(before0 - (await place.chain.balance(HOT))).toBe(total);
  for (const row of expected)
    expect(await place.chain.balance(row.address as `0x${string}`)).toBe(row.sum);
}, 240_000);
