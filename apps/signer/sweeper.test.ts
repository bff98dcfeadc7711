import { createHash } from 'node:crypto';
import type { Hex } from 'ox/Hex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOT, type Place, seed, someAddress, startPlace } from './place.suite.ts';

let place: Place;
const COLD = someAddress();
const TREE = createHash('sha256').update(seed.depositKey).digest('hex').slice(0, 16);

beforeAll(async () => {
  place = await startPlace();
  await place.db.pool.query(
    `insert into deposit_chain (chain_id, name, explorer, confirmations, withdrawal_confirmations,
       minutes, is_test, is_open, changed_at) values ($1, 'test', '', 3, 3, 1, true, true, 0)`,
    [place.chain.chainId],
  );
});
afterAll(() => place.stop());

const SWEEPS = { sweepFrom: '10' };
const collecting = (change: object = {}, token: object = SWEEPS) =>
  place.signer(place.policy(change, token));

let sent = 0;
/** A person's address, and a credited deposit there: of the token, or of the coin. */
async function deposit(amount: bigint, token: Hex | null = place.chain.token, of?: number) {
  sent += 1;
  const { chainId } = place.chain;
  const user = of ?? 1_000 + sent;
  const [row] = await place.rows<{ position: number }>(
    `insert into deposit_person (user_id) values (${user})
     on conflict (user_id) do update set user_id = excluded.user_id returning position`,
  );
  const { address } = seed.deposit(row!.position);
  await place.db.pool.query(
    `insert into deposit_address (chain_id, address, user_id, tree, made_at)
     values ($1, $2, $3, $4, 0) on conflict do nothing`,
    [chainId, address, user, TREE],
  );
  await place.db.pool.query(
    `insert into deposit (chain_id, transaction_hash, place, user_id, address, token, asset, units,
       amount, block_number, state, seen_at, changed_at, salt, rules, credit_seq)
     values ($1, $2, 0, $3, $4, $5, 'X', 1, $6, $7, 'credited', 0, 0, 's', 1, $7)`,
    [chainId, `0x${sent.toString(16).padStart(64, '0')}`, user, address, token, `${amount}`, sent],
  );
  if (token !== null) await place.chain.mint(address, amount);
  else await place.chain.rpc('anvil_setBalance', address, `0x${amount.toString(16)}`);
  return { address, user };
}

const sweeps = (address: string) =>
  place.rows<{ purpose: string; amount: string }>(
    `select purpose, amount::text from outgoing
     where sender = '${address}' or recipient = '${address}' order by taken_at, purpose`,
  );

async function rounds(count: number, signer = collecting()): Promise<void> {
  for (let times = 0; times < count; times += 1) {
    await signer.step();
    await place.chain.mine(3);
    place.clock.advance(5_000);
  }
}

describe('deposit addresses', () => {
  it('SIGN-060 are emptied into the address that pays out, with coin for the gas first', async () => {
    const before = await place.chain.balance(HOT);
    const [one, other] = [await deposit(25_000_000n), await deposit(70_000_001n)];
    await rounds(5);
    expect(await place.chain.balance(one.address)).toBe(0n);
    expect((await place.chain.balance(HOT)) - before).toBe(95_000_001n);
    expect((await sweeps(one.address)).map(({ purpose }) => purpose)).toEqual(['gas', 'sweep']);
    expect((await sweeps(other.address)).at(-1)?.amount).toBe('70000001');
    const [state] = await place.rows<{ problem: string }>('select problem from signer_state');
    expect(state?.problem).toBe('');
    // A second deposit to the same address, whose nonces go on.
    await deposit(12_000_000n, place.chain.token, one.user);
    await rounds(5);
    expect(await place.chain.balance(one.address)).toBe(0n);
    expect((await place.chain.balance(HOT)) - before).toBe(107_000_001n);
  });

  it('SIGN-061 what is below the least, of another tree, or not allowed, stays', async () => {
    const small = await deposit(9_999_999n);
    const coin = await deposit(10n ** 18n, null);
    await rounds(3);
    expect([await sweeps(small.address), await sweeps(coin.address)]).toEqual([[], []]);
    const foreign = await deposit(50_000_000n);
    await place.rows(`update deposit_address set address = '${someAddress()}', tree = '${TREE}'
      where address = '${foreign.address}'`);
    await place.rows(`update deposit set address = (select address from deposit_address
      where user_id = ${foreign.user}) where user_id = ${foreign.user}`);
    await collecting().step();
    const [state] = await place.rows<{ problem: string }>('select problem from signer_state');
    expect(state?.problem).toBe('otherSeed');
    await place.rows(
      `update deposit_address set tree = repeat('0', 16) where user_id = ${foreign.user}`,
    );
    await rounds(1);
    expect(await sweeps(foreign.address)).toEqual([]);
  });
});

describe('the hot limit', () => {
  it('SIGN-062 what is above it goes to the cold address, and what is to be kept stays', async () => {
    const hot = { most: '1000', keep: '400' };
    const signer = collecting({ cold: COLD }, { hot });
    const all = await place.chain.balance(HOT);
    await rounds(2, collecting({}, { hot }));
    expect(await place.chain.balance(COLD)).toBe(0n);
    await rounds(2, signer);
    expect(await place.chain.balance(COLD)).toBe(all - 400_000_000n);
    await rounds(2, signer);
    expect(await place.chain.balance(HOT)).toBe(400_000_000n);
  });
});
