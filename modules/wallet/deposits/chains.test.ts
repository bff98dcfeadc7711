import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bench,
  CONFIRMATIONS,
  chainRow,
  otherToken,
  payment,
  startBench,
} from './deposits.suite.ts';

const [FIRST, SECOND] = [31_337, 31_338];
let bench: Bench;
beforeAll(async () => {
  bench = await startBench([FIRST, SECOND]);
});
afterAll(() => bench.stop());

const usdt = (units: number) => BigInt(units) * 1_000_000n;

async function pass(blocks: number, chainId = FIRST): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    bench.chains.get(chainId)!.mine();
    await bench.follow(chainId);
  }
}

/** So many deposits of a new person, one in each block, all credited. */
async function depositor(count: number): Promise<number> {
  const person = bench.newPerson();
  const address = await bench.address(person);
  for (let paid = 1; paid <= count; paid += 1) {
    bench.chain.mine(payment([address, usdt(10 * paid)]));
    await bench.follow();
  }
  await pass(CONFIRMATIONS - 1);
  return person;
}

const staff = (name: string, input: object) => {
  const handlers = bench.first.deposits.calls[1]?.handlers ?? {};
  return handlers[name]?.(input as never, {} as never) as Promise<never>;
};

describe('calls', () => {
  it('DEPO-020 the chains with their tokens and conditions, and test money where it is given', async () => {
    const { data } = await bench.client.get('getDepositChains', {}, bench.as(bench.newPerson()));
    const shared = { isTest: true, isRead: true, confirmations: CONFIRMATIONS, minutes: 2 };
    expect(data.chains).toEqual([
      expect.objectContaining({
        ...{ chainId: FIRST, ...shared, testMoney: { asset: 'USDT', amount: '1000', left: 5 } },
        tokens: [
          { asset: 'USDT', contract: expect.any(String), decimals: 6, minimum: '10' },
          { asset: 'ETH', contract: null, decimals: 18, minimum: '0.01' },
        ],
      }),
      expect.objectContaining({ chainId: SECOND, ...shared, testMoney: null }),
    ]);
  });

  it('DEPO-060 nobody gets an address before they have read how money leaves', async () => {
    const person = bench.newPerson();
    bench.state.unread.add(person);
    for (const name of ['getDepositAddress', 'askTestMoney']) {
      const { data } = await bench.client.post(name, { chainId: FIRST }, bench.as(person));
      expect(data.refusal).toBe('rulesUnread');
    }
    expect(await bench.first.deposits.addressOf(person, FIRST)).toBeNull();
    bench.state.unread.delete(person);
    expect(await bench.address(person)).toBe(await bench.first.deposits.addressOf(person, FIRST));
  });

  it('DEPO-021 refuse what is not of a real account, and chains that are not there or closed', async () => {
    const { client, as, newPerson } = bench;
    const person = newPerson();
    const refusal = async (name: string, fields: object, realm = 'real') =>
      (await client.post(name, fields, as(person, realm))).data.refusal;
    for (const name of ['getDepositAddress', 'askTestMoney']) {
      expect(await refusal(name, { chainId: FIRST }, 'demo')).toBe('virtualAccount');
      expect(await refusal(name, { chainId: 99 })).toBe('unknownChain');
      for (const chainId of [0, -1, 1.5, 'x', '', null]) {
        expect((await client.post(name, { chainId }, as(person))).code).toBe(2);
      }
      expect((await client.post(name, { chainId: FIRST, userId: 1000 }, as(person))).code).toBe(2);
    }
    expect(await refusal('askTestMoney', { chainId: SECOND })).toBe('noTestMoney');
    const close = (isOpen: boolean) =>
      bench.realm.db.pool.query(`update deposit_chain set is_open = $1 where chain_id = $2`, [
        ...[isOpen, SECOND],
      ]);
    await close(false);
    await bench.first.run('lookForChains');
    expect(await refusal('getDepositAddress', { chainId: SECOND })).toBe('depositsClosed');
    await close(true);
    await bench.first.run('lookForChains');
    expect(await refusal('getDepositAddress', { chainId: SECOND })).toBe(undefined);
  });

  it('DEPO-022 a person sees their own deposits only, filtered, page by page', async () => {
    const [person, other] = [await depositor(5), bench.newPerson()];
    expect(await bench.deposits(other)).toEqual([]);
    const get = async (fields: Record<string, string>) =>
      (await bench.client.get('getDeposits', fields, bench.as(person))).data;
    const amounts = ({ deposits }: { deposits: { amount: string }[] }) =>
      deposits.map(({ amount }) => amount);
    const first = await get({ limit: '2' });
    const second = await get({ limit: '2', before: String(first.next) });
    const third = await get({ limit: '2', before: String(second.next) });
    expect([first, second, third].map(amounts)).toEqual([['50', '40'], ['30', '20'], ['10']]);
    expect(third.next).toBe(null);
    expect(amounts(await get({ state: 'orphaned' }))).toEqual([]);
    expect(
      amounts(await get({ state: 'credited', asset: 'USDT', chainId: String(FIRST) })),
    ).toHaveLength(5);
    expect(amounts(await get({ chainId: String(SECOND) }))).toEqual([]);
    const [latest] = await bench.deposits(person);
    expect(amounts(await get({ from: String(latest?.seenAt) }))).toEqual(['50']);
    const inDemo = await bench.client.get('getDeposits', {}, bench.as(person, 'demo'));
    expect(inDemo.data.deposits).toEqual([]);
  });

  it('DEPO-023 test money is given five times a day, however many ask at once, and a failure is not counted', async () => {
    const { faucet, client, as } = bench;
    const person = bench.newPerson();
    const ask = () => client.post('askTestMoney', { chainId: FIRST }, as(person));
    faucet.fails = true;
    expect((await ask()).code).toBe(5);
    faucet.fails = false;
    const answers = await Promise.all(Array.from({ length: 32 }, ask));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(5);
    expect(new Set(answers.map(({ data }) => data?.refusal))).toEqual(
      new Set([undefined, 'testMoneyUsed']),
    );
    const address = await bench.address(person);
    expect(faucet.given.filter((to) => to === address)).toHaveLength(5);
    bench.realm.clock.advance(86_400_000);
    expect((await ask()).data).toEqual({ asset: 'USDT', amount: '1000', left: 4 });
  });

  it('DEPO-024 staff find deposits by transaction, address and customer', async () => {
    const person = await depositor(2);
    const [latest] = await bench.deposits(person);
    const find = async (query: string, more = {}) => {
      const found = await staff('findDeposits', { query, limit: 10, ...more });
      return (found as { deposits: { amount: string; userId: number }[] }).deposits.map(
        ({ amount, userId }) => `${userId} ${amount}`,
      );
    };
    const both = [`${person} 20`, `${person} 10`];
    expect(await find(String(person))).toEqual(both);
    expect(await find(`#${person}`, { limit: 1 })).toEqual(both.slice(0, 1));
    expect(await find(latest!.address)).toEqual(both);
    expect(await find(` ${latest!.transaction.toUpperCase().replace('0X', '0x')} `)).toEqual([
      both[0],
    ]);
    expect(await find('nobody')).toEqual([]);
    expect((await find('')).length).toBeGreaterThan(2);
  });

  it('DEPO-025 the download has addresses and deposits; erased is who sent them', async () => {
    const person = await depositor(1);
    const { personalRecords } = bench.first.deposits;
    const [row] = await bench.deposits(person);
    const records = { addresses: [{ chainId: FIRST, address: row?.address.toLowerCase() }] };
    expect(await personalRecords.read(person)).toMatchObject({ ...records, deposits: [row] });
    expect(row?.sender).toMatch(/^0x/);
    await personalRecords.erase?.(person, 0);
    await personalRecords.erase?.(person, 0);
    expect(await bench.deposits(person)).toEqual([{ ...row, sender: '' }]);
  });

  it('DEPO-026 whoever looks gets each step at once: n of N, and that it was credited', async () => {
    const person = bench.newPerson();
    const published: string[] = [];
    type Publish = (
      channel: string,
      delta: { deposits: { state: string; confirmations: number }[] },
    ) => void;
    const publish: Publish = (_channel, { deposits: [row] }) => {
      if (row) published.push(`${row.state} ${row.confirmations}`);
    };
    const hub = {
      declare: () => ({ publish, hasReaders: (_: string, userId: number) => userId === person }),
    };
    bench.first.deposits.connect(hub as never, bench.tell);
    bench.chain.mine(payment([await bench.address(person), usdt(20)]));
    await bench.follow();
    await pass(CONFIRMATIONS + 1);
    await expect.poll(() => published.at(-1)).toBe('credited 6');
    const steps = [...new Set(published)];
    expect(steps).toEqual([
      ...['confirming 1', 'confirming 2', 'confirming 3', 'credited 4', 'credited 5', 'credited 6'],
    ]);
  });
});

describe('nodes', () => {
  it('DEPO-040 a node that fails is said in health, by its host, and the other chain goes on', async () => {
    const { deposits } = bench.first;
    expect(deposits.health()).toEqual({ ok: true });
    bench.broken.add(FIRST);
    await pass(1);
    expect(deposits.health()).toMatchObject({ ok: true, degraded: true });
    // Not by what the node said, which may be anything.
    expect(deposits.health().detail).toMatch(
      /^Chain 31337 \(127\.0\.0\.1\S*\): its node (does|refu)[\w ]+$/,
    );
    const person = bench.newPerson();
    const other = bench.chains.get(SECOND)!;
    other.mine(payment([await bench.address(person, SECOND), usdt(10)]));
    await pass(CONFIRMATIONS, SECOND);
    expect(await bench.credits(person)).toEqual(['1000000000']);
    const { data } = await bench.client.get('getDepositChains', {}, bench.as(person));
    expect(data.chains.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, true]);
    bench.broken.delete(FIRST);
    await pass(1);
    expect(deposits.health()).toEqual({ ok: true });
  });

  it('DEPO-043 what comes of an unknown token is a row for people, of which nobody is notified', async () => {
    const person = bench.newPerson();
    const address = await bench.address(person);
    await pass(1);
    bench.chain.mine(payment([address, usdt(10)]), otherToken(address, 7n));
    await pass(CONFIRMATIONS);
    expect(await bench.deposits(person)).toHaveLength(1);
    for (let look = 0; look < 2; look += 1) {
      bench.realm.clock.advance(60_000);
      await pass(1);
      expect((await bench.lines(person)).map((line) => line.split(' ')[0])).toEqual([
        ...['credited', 'recovery'],
      ]);
    }
    const [row] = await bench.deposits(person);
    expect(row).toMatchObject({ asset: '', amount: '7', reason: 'unknownToken' });
    const keys = bench.messages.filter(({ userId }) => userId === person).map(({ key }) => key);
    expect(keys).toEqual(['deposit.credited']);
  });

  it('DEPO-041 two people add a chain and a token, which are followed at once; what a token counts stays', async () => {
    const { decided } = bench.first.deposits;
    const client = await bench.app.connect();
    const chain = {
      ...{ chainId: 99, name: 'Another', explorer: '', confirmations: 2, minutes: 1 },
      ...{ withdrawalConfirmations: 3, isOpen: true },
    };
    expect(decided.setDepositChain.read({ ...chain, withdrawalConfirmations: 1 })).toBe(null);
    expect(decided.setDepositChain.read({ ...chain, more: 1 })).toBe(null);
    expect(decided.setDepositChain.read(chain)).toEqual(chain);
    const token = {
      ...{ chainId: 99, contract: `0x${'ab'.repeat(20)}`, asset: 'USDT' },
      ...{ decimals: 6, minimum: '10', isOpen: true },
    };
    const set = (change: object) =>
      decided.setDepositToken.run({ ...token, ...change }, client as never, 1);
    expect(await set({})).toEqual({ refusal: 'otherToken' });
    expect(await decided.setDepositChain.run(chain, client as never, 1)).toEqual({
      outcome: { chainId: 99 },
    });
    expect(await set({})).toEqual({ outcome: { asset: 'USDT' } });
    expect(await set({ minimum: '20' })).toEqual({ outcome: { asset: 'USDT' } });
    expect(await set({ decimals: 18 })).toEqual({ refusal: 'otherToken' });
    expect(await set({ contract: '' })).toEqual({ refusal: 'otherToken' });
    expect(await set({ asset: 'BTC' })).toEqual({ refusal: 'otherToken' });
    expect(await set({ asset: 'NOPE' })).toEqual({ refusal: 'unknownAsset' });
    await decided.setDepositToken.done();
    await client.end();
    const { chains } = (await staff('getChains', {})) as { chains: { chainId: number }[] };
    expect(chains.find(({ chainId }) => chainId === 99)).toMatchObject({
      ...{ name: 'Another', isTest: false, status: null },
      tokens: [{ asset: 'USDT', minimum: '20', decimals: 6 }],
    });
    // It has no node: nobody is asked to send anything there.
    const { data } = await bench.client.get('getDepositChains', {}, bench.as(bench.newPerson()));
    expect(data.chains).toHaveLength(2);
    const again = await bench.make({ chains: [chainRow(99)] });
    expect(again.deposits.contradicted()).toEqual([]);
    const kept = await bench.app.pool.query('select name from deposit_chain where chain_id = 99');
    expect(kept.rows).toEqual([{ name: 'Another' }]);
  });
});

describe('a reorganisation deeper than finality', () => {
  it('DEPO-042 is an alarm, takes nothing back, and goes on once two people accept what they saw', async () => {
    const person = await depositor(1);
    const address = await bench.address(person);
    bench.chain.takeBack(CONFIRMATIONS + 2);
    bench.chain.mineEmpty(CONFIRMATIONS + 3);
    await bench.follow();
    const { deposits } = bench.first;
    expect(deposits.contradicted()).toEqual([FIRST]);
    expect(deposits.health().detail).toContain('which was final');
    expect(await bench.credits(person)).toEqual(['1000000000']);
    expect((await bench.deposits(person))[0]?.state).toBe('credited');
    type Status = { contradiction: { at: number }; contradicted: number };
    type Seen = { chains: { chainId: number; status: Status }[] };
    const { chains } = (await staff('getChains', {})) as Seen;
    const seen = chains.find(({ chainId }) => chainId === FIRST)!.status;
    expect(seen.contradicted).toBe(1);
    // Nor does a server forget it that has just been started.
    expect((await bench.make()).deposits.contradicted()).toEqual([FIRST]);
    // Nothing is read until then.
    const paid = payment([address, usdt(30)]);
    bench.chain.mine(paid);
    await pass(CONFIRMATIONS);
    expect(await bench.deposits(person)).toHaveLength(1);
    const accept = (at: number) => deposits.decided.acceptContradiction.run({ chainId: FIRST, at });
    expect(await accept(seen.contradiction.at + 1)).toEqual({ refusal: 'noContradiction' });
    expect(await accept(seen.contradiction.at)).toEqual({ outcome: {} });
    await pass(CONFIRMATIONS);
    expect(deposits.contradicted()).toEqual([]);
    expect((await bench.credits(person)).toSorted()).toEqual(['1000000000', '3000000000']);
  });
});
