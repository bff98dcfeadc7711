import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { type Database, type PoolClient, transaction } from '@assay/platform/db/database';

export type CustodyKind = 'hot' | 'cold' | 'declared';

/** An address of custody beside those that people have. */
export interface CustodyAddress {
  readonly address: string;
  readonly kind: CustodyKind;
  readonly name: string;
  /** The block from which on it counts; null before. */
  readonly joined: number | null;
}

export interface Own {
  readonly token: string | null;
  readonly amount: bigint;
}

/** One change of what the house has of its own. */
export interface OwnRow {
  readonly token: string | null;
  readonly why: 'first' | 'joined' | 'accepted';
  readonly change: bigint;
  readonly at: number;
}

/** So many changes are explained one by one. */
const OWN_SHOWN = 500;

export interface Difference {
  /** 0: the ledger. */
  readonly chainId: number;
  readonly asset: string;
  /** Decimal; below 0 something lacks. */
  readonly amount: string;
  readonly foundAt: number;
}

/** The ledger's outside accounts of one asset and what explains them, in units of 1e-8. */
export interface LedgerLine {
  readonly asset: string;
  /** What came in and what left by the ledger. */
  readonly broughtIn: bigint;
  readonly paidOut: bigint;
  /** By the rows of chains: what was credited, what may just have been, and what was paid. */
  readonly credited: bigint;
  readonly crediting: bigint;
  readonly paid: bigint;
}

/** All SQL about reserves. */
export class ReserveStore {
  readonly #pool: Database['pool'];

  constructor({ pool }: Pick<Database, 'pool'>) {
    this.#pool = pool;
  }

  async custody(chainId: number): Promise<CustodyAddress[]> {
    const { rows } = await this.#pool.query<CustodyAddress>(
      `select address, kind, name, joined_number as joined from custody_address
       where chain_id = $1 order by added_at, address`,
      [chainId],
    );
    return rows;
  }

  async declare(
    client: Pick<PoolClient, 'query'>,
    chainId: number,
    { address, kind, name }: Omit<CustodyAddress, 'joined'>,
    at: number,
  ): Promise<void> {
    await client.query(
      `insert into custody_address (chain_id, address, kind, name, added_at)
       values ($1, $2, $3, $4, $5)
       on conflict (chain_id, address) do update set name = excluded.name where excluded.name <> ''`,
      [chainId, address, kind, name, at],
    );
  }

  /** Adds addresses of the signer that are not known yet. */
  async found(chainId: number, addresses: readonly Omit<CustodyAddress, 'joined'>[], at: number) {
    for (const one of addresses) await this.declare(this.#pool, chainId, one, at);
  }

  /** What came to people's addresses of one token in blocks up to this one, by address. */
  async received(
    chainId: number,
    token: string | null,
    block: number,
  ): Promise<Map<string, bigint>> {
    const { rows } = await this.#pool.query<{ address: string; amount: string }>(
      // What was sent back by hand has left.
      `select address, sum(amount)::text as amount from deposit d
       where chain_id = $1 and token is not distinct from $2 and block_number <= $3
         and state <> 'orphaned' and not exists (select from deposit_recovery r
           where r.deposit_id = d.deposit_id and r.state = 'returned')
       group by address order by address`,
      [chainId, token, block],
    );
    return new Map(rows.map(({ address, amount }) => [address, BigInt(amount)]));
  }

  /** What staff have paid by hand of one token, and what they may have paid already. */
  async byHand(chainId: number, token: string | null) {
    const { rows } = await this.#pool.query<{ paid: string; paying: string }>(
      `select coalesce(sum(d.sum) filter (where e.state = 'paid'), 0)::text as paid,
         coalesce(sum(d.sum) filter (where w.state = 'paying'), 0)::text as paying
       from withdrawal_destination d left join real.withdrawal w using (digest)
         left join real.ended_withdrawal e using (digest)
       where d.chain_id = $1 and d.token is not distinct from $2 and d.payer = 'hand'`,
      [chainId, token],
    );
    const { paid, paying } = rows[0]!;
    return { paidByHand: BigInt(paid), payingByHand: BigInt(paying) };
  }

  /**
   * What two people have credited by proofs and by recoveries, by asset in units of 1e-8: it is
   * there as something else than a deposit. What the chain has brought is not counted: it is
   * nobody's twice.
   */
  async proved(chainId: number): Promise<Map<string, bigint>> {
    const { rows } = await this.#pool.query<{ asset: string; amount: string }>(
      `select asset, sum(amount)::text as amount from (
         select asset, amount from deposit_proof p
         where chain_id = $1 and state in ('crediting', 'credited') and not exists (
           select from deposit d where d.chain_id = p.chain_id
             and d.transaction_hash = p.transaction_hash and d.state <> 'orphaned')
         union all
         select r.credit_asset, greatest(0, r.credit_amount - r.credit_fee - case
           when d.chain_id = r.custody_chain and d.asset = r.credit_asset then coalesce(d.units, 0)
           else 0 end)
         from deposit_recovery r left join deposit d using (deposit_id)
         where r.custody_chain = $1
       ) credited group by asset`,
      [chainId],
    );
    return new Map(rows.map(({ asset, amount }) => [asset, BigInt(amount)]));
  }

  /** What the house has of its own; a token without a row was never looked at. */
  async own(chainId: number): Promise<Own[]> {
    const { rows } = await this.#pool.query<{ token: string | null; amount: string }>(
      `select distinct on (token) token, amount::text as amount from custody_own
       where chain_id = $1 order by token, own_id desc`,
      [chainId],
    );
    return rows.map(({ token, amount }) => ({ token, amount: BigInt(amount) }));
  }

  /** Every change of it, the first first. */
  async ownHistory(chainId: number): Promise<OwnRow[]> {
    const { rows } = await this.#pool.query<Omit<OwnRow, 'change'> & { change: string }>(
      `select token, why, at, (amount - coalesce(lag(amount) over (partition by token
         order by own_id), 0))::text as change
       from custody_own where chain_id = $1 order by own_id limit ${OWN_SHOWN}`,
      [chainId],
    );
    return rows.map((row) => ({ ...row, change: BigInt(row.change) }));
  }

  /** What one look found out: what the house has of its own, and which addresses count from now. */
  join(
    chainId: number,
    owns: readonly (Own & { readonly why: 'first' | 'joined' })[],
    joined: readonly string[],
    block: number,
    at: number,
  ): Promise<void> {
    return transaction(this.#pool, async (client) => {
      for (const own of owns) await this.setOwn(client, chainId, own, block, at);
      await client.query(
        `update custody_address set joined_number = $3
         where chain_id = $1 and address = any($2) and joined_number is null`,
        [chainId, joined, block],
      );
    });
  }

  async setOwn(
    client: Pick<PoolClient, 'query'>,
    chainId: number,
    { token, amount, why }: Own & { readonly why: 'first' | 'joined' | 'accepted' },
    block: number,
    at: number,
  ): Promise<void> {
    await client.query(
      `insert into custody_own (chain_id, token, amount, why, block_number, at)
       values ($1, $2, $3, $4, $5, $6)`,
      [chainId, token, amount.toString(), why, block, at],
    );
  }

  async openDifferences(): Promise<Difference[]> {
    const { rows } = await this.#pool.query<Difference>(
      `select chain_id as "chainId", asset, amount, found_at as "foundAt" from reserve_difference
       where ended_at is null order by chain_id, asset`,
    );
    return rows;
  }

  async openDifference({ chainId, asset, amount }: Omit<Difference, 'foundAt'>, at: number) {
    await this.#pool.query(
      `insert into reserve_difference (chain_id, asset, amount, found_at) values ($1, $2, $3, $4)
       on conflict (chain_id, asset) where ended_at is null do update set amount = excluded.amount`,
      [chainId, asset, amount, at],
    );
  }

  async endDifference(chainId: number, asset: string, at: number): Promise<void> {
    await this.#pool.query(
      `update reserve_difference set ended_at = $3
       where chain_id = $1 and asset = $2 and ended_at is null`,
      [chainId, asset, at],
    );
  }

  /** In one statement, so that ledger and rows are of the same moment. */
  async ledger(): Promise<LedgerLine[]> {
    const outside = (owner: number, asset = 'a.id') =>
      `coalesce((select b.available + b.held from real.balance b
         where b.account = ${accountId(owner, WALLET.currency, 0)} + ${asset}), 0)`;
    const { rows } = await this.#pool.query<Record<keyof LedgerLine, string>>(
      `select a.symbol as asset, (-${outside(OWNER.outsideDeposits)})::text as "broughtIn",
         ${outside(OWNER.outsideWithdrawals)}::text as "paidOut",
         coalesce(d.credited, 0)::text as credited, coalesce(d.crediting, 0)::text as crediting,
         coalesce(p.paid, 0)::text as paid
       from real.asset a left join (
         select asset, sum(units) filter (where state = 'credited') as credited,
           sum(units) filter (where state = 'crediting') as crediting
         from deposit where state in ('credited', 'crediting') group by asset
       ) d on d.asset = a.symbol left join (
         select d.asset, sum(d.amount - d.fee) as paid
         from withdrawal_destination d join real.ended_withdrawal e using (digest)
         -- What a bank carried, the house took: nothing of it left.
         where e.state = 'paid' and d.chain_id <> 0 group by d.asset
       ) p on p.asset = a.symbol order by a.id`,
    );
    return rows.map(({ asset, ...sums }) => ({
      asset,
      broughtIn: BigInt(sums.broughtIn),
      paidOut: BigInt(sums.paidOut),
      credited: BigInt(sums.credited),
      crediting: BigInt(sums.crediting),
      paid: BigInt(sums.paid),
    }));
  }
}
