import fs from 'node:fs';
import path from 'node:path';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import type { House } from './house.ts';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Units of the ledger in one of the token. */
const UNITS = 100n;

interface Moved {
  readonly from: string;
  readonly to: string;
  readonly sum: bigint;
}

/** Every transfer of the test token that the chain has now. */
async function transfers(house: House, token: string): Promise<Moved[]> {
  const logs = await house.ask<{ topics: string[]; data: string }[]>('eth_getLogs', {
    ...{ fromBlock: '0x0', toBlock: 'latest', address: token, topics: [TRANSFER] },
  });
  const addressOf = (topic = '') => `0x${topic.slice(-40)}`;
  return logs.map(({ topics: [, from, to], data }) => ({
    ...{ from: addressOf(from), to: addressOf(to), sum: BigInt(data) },
  }));
}

const total = (moves: readonly Moved[]) => moves.reduce((sum, { sum: one }) => sum + one, 0n);

interface Destination {
  readonly id: number | null;
  readonly address: string;
  readonly sum: string;
  readonly state: string | null;
}

export interface Totals {
  readonly deposits: number;
  readonly payouts: number;
  readonly onChain: string;
  readonly inLedger: string;
}

/** The chain against the ledger, to the unit; and what was acknowledged against what is there. */
export async function compare(house: House, acknowledged: ReadonlySet<number>) {
  const findings: string[] = [];
  const expectSame = (what: string, there: bigint, due: bigint) => {
    if (there !== due) findings.push(`${what}: ${there} instead of ${due}`);
  };
  const [token] = await house.rows<{ contract: string }>(
    `select contract from deposit_token join deposit_chain using (chain_id)
     where is_test and asset = 'USDT'`,
  );
  const [asset] = await house.rows<{ id: number }>(
    `select id from real.asset where symbol = 'USDT'`,
  );
  const hot = hotOf(house);
  const own = await house.rows<{ address: string }>(
    'select a.address from deposit_address a join deposit_chain using (chain_id) where is_test',
  );
  const deposit = new Set(own.map(({ address }) => address));
  const custody = new Set([...deposit, hot]);
  const moved = await transfers(house, token?.contract ?? '');
  const came = moved.filter(({ from, to }) => deposit.has(to) && !custody.has(from));
  const left = moved.filter(({ from, to }) => custody.has(from) && !custody.has(to));
  const funds = moved.filter(({ from, to }) => !custody.has(from) && to === hot);

  const [credited] = await house.rows<{ sum: string; count: string; inBooks: string }>(
    `select coalesce(sum(amount), 0)::text as sum, count(*)::text as count,
       (select coalesce(sum(b.available + b.held), 0)::text from real.balance b
          where b.account = $1) as "inBooks"
     from real.deposit_credit`,
    [accountId(OWNER.outsideDeposits, WALLET.currency, asset!.id)],
  );
  expectSame('what came in', BigInt(credited!.sum), total(came) * UNITS);
  if (Number(credited!.count) !== came.length)
    findings.push(`${credited!.count} of ${came.length}`);
  expectSame('outside:deposits', -BigInt(credited!.inBooks), total(came) * UNITS);

  const destinations = await house.rows<Destination>(
    `select d.withdrawal_id as id, lower(d.address) as address, d.sum::text, e.state
     from withdrawal_destination d left join real.ended_withdrawal e on e.digest = d.digest`,
  );
  let due = 0n;
  // The parts of a plan go to one address: its payouts are compared as a whole, in any order.
  const sorted = (sums: bigint[]) => sums.map(String).sort().join(' + ');
  for (const address of new Set(destinations.map((one) => one.address))) {
    const there = destinations.filter((one) => one.address === address);
    const wanted = there.filter(({ state }) => state === 'paid').map(({ sum }) => BigInt(sum));
    const arrived = left.filter(({ to }) => to === address).map(({ sum }) => sum);
    due += wanted.reduce((sum, one) => sum + one, 0n);
    if (sorted(arrived) === sorted(wanted)) continue;
    const of = there.map(({ id, state }) => `${id} (${state})`).join(', ');
    findings.push(`withdrawals ${of}: ${sorted(arrived)} instead of ${sorted(wanted)}`);
  }
  expectSame('what left', total(left), due);
  const [paid] = await house.rows<{ sum: string }>(
    `select coalesce(sum(amount - fee), 0)::text as sum from real.ended_withdrawal
     where state = 'paid'`,
  );
  expectSame('what left in the ledger', BigInt(paid!.sum), due * UNITS);
  let onChain = 0n;
  for (const address of custody) onChain += await balanceOf(house, token!.contract, address);
  expectSame('custody', onChain, total(funds) + total(came) - due);
  const known = new Set(destinations.map(({ id }) => Number(id)));
  for (const id of acknowledged) if (!known.has(id)) findings.push(`withdrawal ${id} is forgotten`);
  findings.push(...(await nonces(house, hot)));
  const totals: Totals = {
    ...{ deposits: came.length, payouts: left.length },
    onChain: ((onChain - total(funds)) * UNITS).toString(),
    inLedger: (BigInt(credited!.sum) - BigInt(paid!.sum)).toString(),
  };
  return { findings, totals };
}

function hotOf(house: House): string {
  const folder = path.join(house.folder, 'signer');
  const file = fs.readdirSync(folder).find((name) => /^key-\d+\.json$/.test(name)) ?? '';
  return JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')).address.toLowerCase();
}

async function balanceOf(house: House, token: string, address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).padStart(64, '0')}`;
  return BigInt(await house.ask<string>('eth_call', { to: token, data }, 'latest'));
}

async function nonces(house: House, hot: string): Promise<string[]> {
  const rows = await house.rows<{ nonce: string }>(
    'select nonce::text from outgoing where sender = $1 order by outgoing.nonce',
    [hot],
  );
  const count = Number(await house.ask<string>('eth_getTransactionCount', hot, 'latest'));
  const findings = count === rows.length ? [] : [`${count} transactions, ${rows.length} rows`];
  if (rows.some(({ nonce }, at) => Number(nonce) !== at)) findings.push('a nonce is left out');
  return findings;
}
