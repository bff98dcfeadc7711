import { lookThenWrite, unlessBusy } from '@assay/platform/testing/race';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bench,
  CONFIRMATIONS,
  coins,
  KEY,
  payment,
  startBench,
  WITHDRAWAL_CONFIRMATIONS,
} from './deposits.suite.ts';
import { depositDigest } from './rules.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

/** Mines so many blocks, each read as it comes. */
async function pass(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    bench.chain.mine();
    await bench.follow();
  }
}

describe('addresses', () => {
  it('DEPO-010 one address for a person, their own, in the form of EIP-55, the same whenever it is asked for', async () => {
    const [one, other] = [bench.newPerson(), bench.newPerson()];
    const asked = await Promise.all(Array.from({ length: 32 }, () => bench.address(one)));
    asked.push(await bench.address(one));
    expect(new Set(asked).size).toBe(1);
    const [address] = asked;
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(address).not.toBe(address?.toLowerCase());
    expect(await bench.address(other)).not.toBe(address);
    // Of the well-known tree, so that whoever has its mnemonic finds what was sent there.
    const { rows } = await bench.app.pool.query(
      'select position from deposit_person where user_id = $1',
      [one],
    );
    const { AddressTree } = await import('@assay/platform/chain/addresses');
    const tree = AddressTree.open(KEY) as { at(index: number): string };
    expect(address).toBe(tree.at(rows[0].position));
  });

  it('DEPO-011 a private key is refused at the start, and without a key no address is given', async () => {
    const secret =
      'xprv9zz7v8QuW9DB5aPK3A4sGm1Nd3gNbg3NznE3Gu3TUPDFCEvZwALBrjY5d5h8eyKywqqFkKXDaxAKsmL4qVMzN3wBGaC2h3WoJT74EVuGwZi';
    await expect(bench.make({ extendedKey: secret })).rejects.toThrow('private');
    await expect(bench.make({ extendedKey: 'xpub1' })).rejects.toThrow('malformed');
    const { deposits } = await bench.make({ extendedKey: '' });
    const [calls] = deposits.calls;
    const context = { actor: { realm: 'real', userId: 1 }, now: 0 } as never;
    expect(
      await calls?.handlers.getDepositAddress?.({ chainId: 31_337 } as never, context),
    ).toEqual(expect.objectContaining({ code: 'depositsClosed' }));
    expect(await calls?.handlers.getDepositChains?.({} as never, context)).toEqual({ chains: [] });
  });
});

describe('what arrives', () => {
  it('DEPO-012 is shown from its first block on, n of N, and is credited with its N-th, to the unit', async () => {
    const person = bench.newPerson();
    const paid = payment([await bench.address(person), 12_345_678n]);
    bench.chain.mine(paid);
    await bench.follow();
    for (let n = 1; n < CONFIRMATIONS; n += 1) {
      expect(await bench.lines(person)).toEqual([`confirming ${n}/${CONFIRMATIONS} 12.345678`]);
      expect(await bench.credits(person)).toEqual([]);
      await pass(1);
    }
    expect(await bench.lines(person)).toEqual([`credited 4/${CONFIRMATIONS} 12.345678`]);
    expect(await bench.credits(person)).toEqual(['1234567800']);
    await pass(WITHDRAWAL_CONFIRMATIONS);
    const [row] = await bench.deposits(person);
    expect(row).toMatchObject({
      ...{ confirmations: WITHDRAWAL_CONFIRMATIONS, neededToWithdraw: WITHDRAWAL_CONFIRMATIONS },
      ...{ transaction: paid.hash, page: `https://scan.test/tx/${paid.hash}`, asset: 'USDT' },
    });
  });

  it('DEPO-012 what the command says is the digest of the row, with the rules in force', async () => {
    const person = bench.newPerson();
    bench.chain.mine(payment([await bench.address(person), 20_000_000n]));
    await pass(CONFIRMATIONS);
    const { rows } = await bench.realm.db.pool.query(
      `select c.digest, c.rules, d.chain_id as "chainId", d.transaction_hash as transaction,
         d.place, d.address, d.token, d.amount, d.salt, d.credit_seq = c.seq as same
       from deposit d join real.deposit_credit c using (user_id) where user_id = ${person}`,
    );
    const [{ digest, rules, same, ...row }] = rows;
    const { amount } = row;
    expect([digest, rules, same]).toEqual([
      ...[depositDigest({ ...row, amount: BigInt(amount) }), 3, true],
    ]);
  });

  it('DEPO-013 what a reorganisation takes back is shown as such; mined again elsewhere it is credited once', async () => {
    const person = bench.newPerson();
    const address = await bench.address(person);
    const [lost, back] = [payment([address, 30_000_000n]), payment([address, 40_000_000n])];
    bench.chain.mine(lost, back);
    await bench.follow();
    await pass(1);
    bench.chain.takeBack(2);
    bench.chain.mine();
    bench.chain.mine(back);
    bench.chain.mine();
    await bench.follow();
    const lines = (await bench.lines(person)).toSorted();
    expect(lines).toEqual([`confirming 2/${CONFIRMATIONS} 40`, `orphaned 0/${CONFIRMATIONS} 30`]);
    await pass(CONFIRMATIONS);
    expect((await bench.lines(person)).map((line) => line.split(' ')[0]).toSorted()).toEqual([
      ...['credited', 'orphaned'],
    ]);
    expect(await bench.credits(person)).toEqual(['4000000000']);
    // What was taken back may still come.
    bench.chain.mine(lost);
    await pass(CONFIRMATIONS);
    expect(await bench.credits(person)).toEqual(['4000000000', '3000000000']);
  });

  it('DEPO-015 what is below the minimum is collected until it is reached, and then credited with it', async () => {
    const person = bench.newPerson();
    const address = await bench.address(person);
    bench.chain.mine(payment([address, 4_000_000n], [address, 3_500_000n]));
    await pass(CONFIRMATIONS);
    const states = async () => (await bench.deposits(person)).map(({ state }) => state);
    expect(await states()).toEqual(['collected', 'collected']);
    expect((await bench.deposits(person))[0]?.missing).toBe('2.5');
    // Another asset is counted by itself.
    bench.chain.mine(coins(address, 5_000_000_000_000_000n));
    await pass(CONFIRMATIONS);
    expect(await bench.credits(person)).toEqual([]);
    bench.chain.mine(payment([address, 2_500_000n]));
    await pass(CONFIRMATIONS);
    expect((await bench.credits(person)).toSorted()).toEqual([
      ...['250000000', '350000000', '400000000'],
    ]);
    const paid = await bench.deposits(person, { asset: 'USDT' });
    expect(paid.map(({ state }) => state)).toEqual(['credited', 'credited', 'credited']);
  });

  it('DEPO-016 of the coin what is below a unit is in nobody’s balance', async () => {
    const person = bench.newPerson();
    bench.chain.mine(coins(await bench.address(person), 1_234_567_890_123_456_789n));
    await pass(CONFIRMATIONS);
    expect(await bench.credits(person)).toEqual(['123456789']);
    expect((await bench.deposits(person))[0]).toMatchObject({ asset: 'ETH', amount: '1.23456789' });
  });

  it('SIGN-060 coin that custody gives to an address for its gas is nobody’s deposit', async () => {
    const person = bench.newPerson();
    const given = coins(await bench.address(person), 2_000_000_000_000_000_000n);
    bench.state.gas.add(given.hash);
    bench.chain.mine(given);
    await bench.follow();
    expect(await bench.deposits(person)).toEqual([]);
    await pass(CONFIRMATIONS);
    expect([await bench.deposits(person), await bench.credits(person)]).toEqual([[], []]);
  });

  it('DEPO-017 what comes to a closed account waits for people, and is credited to nobody', async () => {
    const person = bench.newPerson();
    bench.chain.mine(payment([await bench.address(person), 50_000_000n]));
    bench.state.closed.add(person);
    await pass(CONFIRMATIONS);
    expect(await bench.credits(person)).toEqual([]);
    expect((await bench.deposits(person))[0]).toMatchObject({
      ...{ state: 'recovery', reason: 'noAccount' },
    });
    expect(bench.messages.filter(({ userId }) => userId === person)).toEqual([
      expect.objectContaining({ key: 'deposit.recovery' }),
    ]);
  });

  it('DEPO-018 a server that dies between the decision, the engine and the row goes on, and credits once', async () => {
    const person = bench.newPerson();
    bench.chain.mine(payment([await bench.address(person), 60_000_000n]));
    bench.state.failing = 1;
    await pass(CONFIRMATIONS - 1);
    expect(await bench.credits(person)).toEqual([]);
    expect(await bench.lines(person)).toEqual([`confirming 4/${CONFIRMATIONS} 60`]);
    await bench.follow();
    expect(await bench.credits(person)).toEqual(['6000000000']);
    expect(await bench.lines(person)).toEqual([`credited 4/${CONFIRMATIONS} 60`]);
    // The engine has it, the row does not know: as after a kill.
    await bench.realm.db.pool.query(
      `update deposit set state = 'crediting', credit_seq = null where user_id = ${person}`,
    );
    await bench.follow();
    expect(await bench.credits(person)).toEqual(['6000000000']);
    expect(await bench.lines(person)).toEqual([`credited 4/${CONFIRMATIONS} 60`]);
  });

  it('DEPO-019 the person is notified once, also when messages cannot be sent at that moment', async () => {
    const person = bench.newPerson();
    bench.state.silent = true;
    bench.chain.mine(payment([await bench.address(person), 70_000_000n]));
    await pass(CONFIRMATIONS);
    const received = () => bench.messages.filter(({ userId }) => userId === person);
    expect([await bench.credits(person), received()]).toEqual([['7000000000'], []]);
    bench.state.silent = false;
    await pass(2);
    expect(received()).toEqual([
      {
        ...{ userId: person, kind: 'money', key: 'deposit.credited', link: '/cbjl' },
        details: { asset: 'USDT', amount: '70', chain: 'Chain 31337' },
        at: expect.any(Number),
      },
    ]);
  });
});

describe('races', () => {
  it('DEPO-030 the race catches a handler that looks before it credits', async () => {
    expect(await lookThenWrite(bench.realm.db.pool, 32)).toBeGreaterThan(1);
  });

  it.each([32, 256])(
    'DEPO-031 of %i deliveries of the same transfers at once, each is credited once',
    async (parallel) => {
      const people = [bench.newPerson(), bench.newPerson()];
      const [one, other] = await Promise.all(people.map((person) => bench.address(person)));
      const paid = payment([one!, 15_000_000n], [other!, 6_000_000n], [other!, 5_000_000n]);
      bench.chain.mine(paid);
      await bench.follow();
      const { number } = (await bench.rows.load(31_337))!;
      const transfers = await bench.rows.transfers(31_337, number, number);
      expect(transfers).toHaveLength(3);
      await Promise.all(
        Array.from({ length: parallel }, (_, i) =>
          unlessBusy(bench.deliver(i % 2 === 0 ? transfers : transfers.toReversed())),
        ),
      );
      expect(await bench.credits(people[0]!)).toEqual(['1500000000']);
      expect((await bench.credits(people[1]!)).toSorted()).toEqual(['500000000', '600000000']);
      await pass(CONFIRMATIONS);
      expect(await bench.credits(people[0]!)).toHaveLength(1);
      expect(await bench.credits(people[1]!)).toHaveLength(2);
    },
  );
});
