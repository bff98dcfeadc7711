import type { StoredTransfer } from '@assay/platform/chain/rows';
import { type Database, type PoolClient, transaction } from '@assay/platform/db/database';
import { lockReference } from '../../proofs/store.ts';

/** Crediting: decided, with everything that the command says; credited: the engine has done it. */
export type DepositStep =
  | 'confirming'
  | 'orphaned'
  | 'collected'
  | 'crediting'
  | 'credited'
  | 'recovery';

/** What the module knows of a transfer to somebody's address. */
export interface Deposit {
  readonly depositId: number;
  readonly chainId: number;
  readonly transaction: string;
  readonly place: number;
  readonly userId: number;
  readonly address: string;
  readonly sender: string | null;
  /** Null for the chain's own coin. */
  readonly token: string | null;
  /** Null for what is not among the tokens. */
  readonly asset: string | null;
  readonly units: bigint | null;
  /** As the chain counts it. */
  readonly amount: bigint;
  readonly block: number;
  readonly state: DepositStep;
  readonly reason: string;
  readonly seenAt: number;
  readonly changedAt: number;
  readonly salt: string | null;
  readonly rules: number | null;
  /** The number of the command that credited it. */
  readonly creditSeq: number | null;
}

type Row = Omit<Deposit, 'units' | 'amount'> & {
  readonly units: number | null;
  readonly amount: string;
};

/** What a transfer is worth; null for what is not among the tokens. */
export type Worth = { readonly asset: string; readonly units: bigint } | null;

export interface NewDeposit {
  readonly transfer: StoredTransfer;
  readonly worth: Worth;
}

/** What becomes of a final transfer, with the sum collected before it, while its hash is locked. */
export type Decide = (
  ...given: [deposit: Deposit, collected: bigint, client: PoolClient]
) => Promise<
  | { readonly state: 'collected' }
  | { readonly state: 'recovery'; readonly reason: string }
  | { readonly state: 'crediting'; readonly rules: number }
>;

export interface Filter {
  readonly userId?: number | undefined;
  readonly chainId?: number | undefined;
  readonly asset?: string | undefined;
  readonly states?: readonly DepositStep[] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** A transaction or an address. */
  readonly named?: string | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

const COLUMNS = `deposit_id as "depositId", chain_id as "chainId",
  transaction_hash as transaction, place, user_id as "userId", address, sender, token, asset,
  units, amount::text as amount, block_number as block, state, reason, seen_at as "seenAt",
  changed_at as "changedAt", salt, rules, credit_seq as "creditSeq"`;

/** All SQL about deposits. */
export class DepositStore {
  readonly #pool: Database['pool'];

  constructor({ pool }: Pick<Database, 'pool'>) {
    this.#pool = pool;
  }

  /** The person's address on a chain, from this tree; null before they have one. */
  async addressOf(userId: number, chainId: number, tree: string): Promise<string | null> {
    const { rows } = await this.#pool.query<{ address: string }>(
      'select address from deposit_address where user_id = $1 and chain_id = $2 and tree = $3',
      [userId, chainId, tree],
    );
    return rows[0]?.address ?? null;
  }

  /** The place of the person in every tree, which stays. */
  async positionOf(userId: number): Promise<number> {
    await this.#pool.query(
      'insert into deposit_person (user_id) values ($1) on conflict do nothing',
      [userId],
    );
    const { rows } = await this.#pool.query<{ position: number }>(
      'select position from deposit_person where user_id = $1',
      [userId],
    );
    return rows[0]!.position;
  }

  async addAddress(given: {
    readonly chainId: number;
    readonly address: string;
    readonly userId: number;
    readonly tree: string;
    readonly at: number;
  }): Promise<void> {
    const { chainId, address, userId, tree, at } = given;
    await this.#pool.query(
      `insert into deposit_address (chain_id, address, user_id, tree, made_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [chainId, address, userId, tree, at],
    );
  }

  /** Which of these addresses people have on the chain. */
  async ours(chainId: number, addresses: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.#pool.query<{ address: string }>(
      'select address from deposit_address where chain_id = $1 and address = any($2)',
      [chainId, addresses],
    );
    return new Set(rows.map(({ address }) => address));
  }

  async ownerOf(chainId: number, address: string): Promise<number | null> {
    const { rows } = await this.#pool.query<{ userId: number }>(
      `select user_id as "userId" from deposit_address where chain_id = $1 and address = $2`,
      [chainId, address],
    );
    return rows[0]?.userId ?? null;
  }

  addressesOf(userId: number): Promise<unknown[]> {
    return this.#pool
      .query(
        `select chain_id as "chainId", address, made_at as "madeAt" from deposit_address
         where user_id = $1 order by made_at`,
        [userId],
      )
      .then(({ rows }) => rows);
  }

  /**
   * Writes down what is on the chain and not final: what is new, what is on another block, and, of
   * what was confirming and is not there, that the chain took it back. Returns whose has changed.
   */
  see(chainId: number, seen: readonly NewDeposit[], at: number): Promise<number[]> {
    return transaction(this.#pool, async (client) => {
      const changed = await add(client, chainId, seen, at);
      const { rows } = await client.query<{ userId: number }>(
        `update deposit set state = 'orphaned', changed_at = $4
         where chain_id = $1 and state = 'confirming' and (transaction_hash, place) not in
           (select * from unnest($2::text[], $3::integer[]))
         returning user_id as "userId"`,
        [
          chainId,
          seen.map(({ transfer }) => transfer.transaction),
          seen.map(({ transfer }) => transfer.place),
          at,
        ],
      );
      return [...new Set([...changed, ...rows.map(({ userId }) => userId)])];
    });
  }

  /**
   * Takes a final transfer over: decides once what becomes of it, however often and at once it is
   * delivered. When a minimum is reached, what was collected before is credited with it.
   */
  take(chainId: number, given: NewDeposit, decide: Decide, at: number, salt: () => string) {
    return transaction(this.#pool, async (client): Promise<void> => {
      const { transaction: hash, place } = given.transfer;
      await lockReference(client, hash);
      await add(client, chainId, [given], at);
      // Those of one person are decided one after the other, so that each counts the others.
      await client.query(
        `select 1 from deposit_person where user_id = (select user_id from deposit
           where chain_id = $1 and transaction_hash = $2 and place = $3) for update`,
        [chainId, hash, place],
      );
      const { rows } = await client.query<Row>(
        `select ${COLUMNS} from deposit
         where chain_id = $1 and transaction_hash = $2 and place = $3`,
        [chainId, hash, place],
      );
      const deposit = rows.map(read)[0];
      if (!deposit) throw new Error(`the address of ${hash} ${place} is nobody's`);
      if (deposit.state !== 'confirming' && deposit.state !== 'orphaned') return;
      const decided = await decide(deposit, await collected(client, deposit), client);
      const { depositId, userId, token } = deposit;
      if (decided.state === 'crediting') {
        const waiting = await client.query<{ depositId: number }>(
          `select deposit_id as "depositId" from deposit where user_id = $1 and chain_id = $2
           and token is not distinct from $3 and state = 'collected' and units > 0
           order by deposit_id`,
          [userId, chainId, token],
        );
        const ids = [...waiting.rows.map((row) => row.depositId), depositId];
        await client.query(
          `update deposit set state = 'crediting', changed_at = $2, rules = $3, salt = s.salt
           from unnest($1::bigint[], $4::text[]) s (id, salt) where deposit_id = s.id`,
          [ids, at, decided.rules, ids.map(() => salt())],
        );
        return;
      }
      await client.query(
        'update deposit set state = $2, reason = $3, changed_at = $4 where deposit_id = $1',
        [depositId, decided.state, 'reason' in decided ? decided.reason : '', at],
      );
    });
  }

  /** Those that are decided and that the engine may not have credited yet. */
  async crediting(chainId: number, limit: number): Promise<Deposit[]> {
    const { rows } = await this.#pool.query<Row>(
      `select ${COLUMNS} from deposit where chain_id = $1 and state = 'crediting'
       order by deposit_id limit $2`,
      [chainId, limit],
    );
    return rows.map(read);
  }

  async credited(depositId: number, seq: number, at: number): Promise<void> {
    await this.#pool.query(
      `update deposit set state = 'credited', credit_seq = $2, changed_at = $3
       where deposit_id = $1 and state = 'crediting'`,
      [depositId, seq, at],
    );
  }

  /** The engine has refused it for good: people must look. */
  async recover(depositId: number, reason: string, at: number): Promise<void> {
    await this.#pool.query(
      `update deposit set state = 'recovery', reason = $2, changed_at = $3
       where deposit_id = $1 and state = 'crediting'`,
      [depositId, reason, at],
    );
  }

  /** Of which the person was not notified yet what became of them. */
  async toNotify(limit: number): Promise<Deposit[]> {
    const { rows } = await this.#pool.query<Row>(
      `select ${COLUMNS} from deposit where state in ('credited', 'recovery') and notified_at is null
       order by deposit_id limit $1`,
      [limit],
    );
    return rows.map(read);
  }

  async notified(depositId: number, at: number): Promise<void> {
    await this.#pool.query('update deposit set notified_at = $2 where deposit_id = $1', [
      depositId,
      at,
    ]);
  }

  /** Whose deposits gain confirmations that matter: from this block on, or not credited yet. */
  async inProgress(chainId: number, from: number): Promise<number[]> {
    const { rows } = await this.#pool.query<{ userId: number }>(
      `select distinct user_id as "userId" from deposit where chain_id = $1 and
       (state in ('confirming', 'crediting') or (state = 'credited' and block_number >= $2))`,
      [chainId, from],
    );
    return rows.map(({ userId }) => userId);
  }

  /** The latest first. */
  async list(filter: Filter): Promise<Deposit[]> {
    const { userId, chainId, asset, states, from, to, named, before, limit } = filter;
    const { rows } = await this.#pool.query<Row>(
      `select ${COLUMNS} from deposit where ($1::bigint is null or user_id = $1)
       and ($2::bigint is null or chain_id = $2) and ($3::text is null or asset = $3)
       and ($4::text[] is null or state = any($4))
       and ($5::bigint is null or seen_at >= $5) and ($6::bigint is null or seen_at <= $6)
       and ($7::text is null or transaction_hash = $7 or address = $7 or sender = $7)
       and ($8::bigint is null or deposit_id < $8) order by deposit_id desc limit $9`,
      [userId, chainId, asset, states, from, to, named, before, limit],
    );
    return rows.map(read);
  }

  /** What was collected below the minimum, by chain and token. */
  async collectedOf(userId: number): Promise<Map<string, bigint>> {
    const { rows } = await this.#pool.query<{ chainId: number; asset: string; units: string }>(
      `select chain_id as "chainId", asset, sum(units)::text as units from deposit
       where user_id = $1 and state = 'collected' group by chain_id, asset`,
      [userId],
    );
    return new Map(rows.map((row) => [`${row.chainId} ${row.asset}`, BigInt(row.units)]));
  }

  /** Counts one more asking on this day; null when it would be more than so many. */
  async askTestMoney(userId: number, day: number, most: number): Promise<number | null> {
    const { rows } = await this.#pool.query<{ times: number }>(
      `insert into test_money (user_id, day, times) values ($1, $2, 1)
       on conflict (user_id, day) do update set times = test_money.times + 1
       where test_money.times < $3 returning times`,
      [userId, day, most],
    );
    return rows[0]?.times ?? null;
  }

  /** What was not given is not counted. */
  async giveBackAsking(userId: number, day: number): Promise<void> {
    await this.#pool.query(
      'update test_money set times = times - 1 where user_id = $1 and day = $2 and times > 0',
      [userId, day],
    );
  }

  async askedTestMoney(userId: number, day: number): Promise<number> {
    const { rows } = await this.#pool.query<{ times: number }>(
      'select times from test_money where user_id = $1 and day = $2',
      [userId, day],
    );
    return rows[0]?.times ?? 0;
  }

  /** For the download: how often test money was asked for, by day. */
  async testMoneyOf(userId: number): Promise<object[]> {
    const text = 'select day, times from test_money where user_id = $1 order by day';
    return (await this.#pool.query<object>(text, [userId])).rows;
  }

  /** Erases who sent it, which no law wants kept by us once it lets the rest go. */
  async erase(userId: number): Promise<void> {
    await this.#pool.query('update deposit set sender = null where user_id = $1', [userId]);
    await this.#pool.query('delete from test_money where user_id = $1', [userId]);
  }
}

/** Adds what is new, and moves what was mined again. Returns whose has changed. */
async function add(
  client: PoolClient,
  chainId: number,
  deposits: readonly NewDeposit[],
  at: number,
): Promise<number[]> {
  if (deposits.length === 0) return [];
  const column = <T>(of: (one: NewDeposit) => T) => deposits.map(of);
  const { rows } = await client.query<{ userId: number }>(
    `insert into deposit (chain_id, transaction_hash, place, user_id, address, sender, token,
       asset, units, amount, block_number, state, seen_at, changed_at)
     select $1, t.hash, t.place, a.user_id, t.address, t.sender, t.token, t.asset, t.units,
       t.amount, t.block, 'confirming', $11, $11
     from unnest($2::text[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::bigint[], $9::numeric[], $10::bigint[])
       t (hash, place, address, sender, token, asset, units, amount, block)
     join deposit_address a on a.chain_id = $1 and a.address = t.address
     on conflict (chain_id, transaction_hash, place) do update set
       state = 'confirming', block_number = excluded.block_number, changed_at = $11,
       address = excluded.address, user_id = excluded.user_id, sender = excluded.sender,
       token = excluded.token, asset = excluded.asset, units = excluded.units,
       amount = excluded.amount
     where deposit.state in ('confirming', 'orphaned') and (deposit.state, deposit.block_number)
       is distinct from ('confirming', excluded.block_number)
     returning user_id as "userId"`,
    [
      chainId,
      column(({ transfer }) => transfer.transaction),
      column(({ transfer }) => transfer.place),
      column(({ transfer }) => transfer.recipient),
      column(({ transfer }) => transfer.sender),
      column(({ transfer }) => transfer.token),
      column(({ worth }) => worth?.asset ?? null),
      column(({ worth }) => worth?.units.toString() ?? null),
      column(({ transfer }) => transfer.amount.toString()),
      column(({ transfer }) => transfer.block),
      at,
    ],
  );
  return rows.map(({ userId }) => userId);
}

async function collected(client: PoolClient, { userId, chainId, token }: Deposit): Promise<bigint> {
  const { rows } = await client.query<{ units: string }>(
    `select coalesce(sum(units), 0)::text as units from deposit where user_id = $1
     and chain_id = $2 and token is not distinct from $3 and state = 'collected'`,
    [userId, chainId, token],
  );
  return BigInt(rows[0]!.units);
}

const read = ({ units, amount, ...row }: Row): Deposit => ({
  ...row,
  units: units === null ? null : BigInt(units),
  amount: BigInt(amount),
});
