import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { ChainNode } from '@assay/platform/chain/node';
import type { BlockName } from '@assay/platform/chain/transfers';
import type { Clock } from '@assay/platform/clock';
import type { Job } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import type { DepositChain, DepositToken } from '../deposits/store/chains.ts';
import {
  boundsOf,
  chosen,
  differenceOf,
  differenceWith,
  type Outgoings,
  type Place,
  partsOf,
  type UnderWay,
} from './rules.ts';
import type { CustodyAddress, Difference, Own, ReserveStore } from './store.ts';

const LEDGER_EVERY_MS = 10_000;
/** Addresses of one token that are read in one look. */
const READ_AT_ONCE = 400;
/** The place of what is wrong with the ledger itself. */
export const LEDGER = 0;

/** What the signer's rows say; filled with modules/payouts where the server is put together. */
export interface SignerRows {
  addresses(
    chainId: number,
  ): Promise<readonly { readonly address: string; readonly kind: 'hot' | 'cold' }[]>;
  moves(
    chainId: number,
    token: string | null,
    block: number,
  ): Promise<{
    readonly done: readonly { readonly address: string; readonly change: bigint }[];
    readonly underWay: readonly UnderWay[];
    readonly costAtMost: bigint;
  }>;
}

/** Custody that is not on a chain: accounts at banks, by their statements. Units of 1e-8. */
export interface OtherCustody {
  readonly asset: string;
  /** What outside:deposits and outside:withdrawals have because of it, and may have in a moment. */
  readonly broughtIn: bigint;
  readonly bringing: bigint;
  readonly paidOut: bigint;
}

export interface ReservesOptions {
  readonly store: ReserveStore;
  readonly signer: SignerRows;
  readonly others: () => Promise<readonly OtherCustody[]>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What custody has of one token, as the chain counts it. */
export interface ReserveLine extends Pick<DepositToken, 'asset' | 'decimals' | 'contract'> {
  readonly has: bigint;
  /** What of it is beyond all that chains brought for people. */
  readonly own: bigint;
  /** What of that is people's, by proofs. */
  readonly proved: bigint;
  readonly difference: bigint;
  /** What all transactions of the signer can have cost of it. */
  readonly spent: bigint;
  /** Of how many addresses so many were read at this block; the others are counted by the rows. */
  readonly read: number;
  readonly places: number;
  /** At addresses of custody; the rest is at people's. */
  readonly kept: readonly { readonly address: string; readonly amount: bigint }[];
}

export interface ReserveLook {
  readonly block: BlockName;
  readonly at: number;
  readonly custody: readonly CustodyAddress[];
  readonly lines: readonly ReserveLine[];
}

/**
 * Compares what custody has on each chain, at each block, with what the rows of deposits and of
 * payouts say, and the ledger's outside accounts with the same rows (decision 0061). What lacks
 * stops what is paid out, and nothing else.
 */
export class Reserves {
  readonly #options: ReservesOptions;
  readonly #looks = new Map<number, ReserveLook>();
  readonly #suspects = new Set<string>();
  #open: readonly Difference[] = [];
  #turn = 0;

  constructor(options: ReservesOptions) {
    this.#options = options;
  }

  get job(): Job {
    const run = () => this.checkLedger();
    return { name: 'reconcileLedger', everyMs: LEDGER_EVERY_MS, atStart: true, run };
  }

  /** Before anything is paid out: what was found before a restart still stands. */
  async load(): Promise<void> {
    this.#open = await this.#options.store.openDifferences();
  }

  look(chainId: number): ReserveLook | null {
    return this.#looks.get(chainId) ?? null;
  }

  differences(): readonly Difference[] {
    return this.#open;
  }

  /** Whether nothing is paid out on a chain: something lacks, or the ledger is not explained. */
  isStopped(chainId: number): boolean {
    return this.#open.some(
      (one) => one.chainId === LEDGER || (one.chainId === chainId && isLack(one)),
    );
  }

  /** What is to be read again, whatever block it is. */
  forget(chainId: number): void {
    this.#looks.delete(chainId);
  }

  /** Looks at a block at which the rows are complete. A node's error is the caller's. */
  async reconcile(chain: DepositChain, node: ChainNode, block: BlockName): Promise<void> {
    const { store, signer, clock } = this.#options;
    const { chainId, tokens } = chain;
    if (this.#looks.get(chainId)?.block.hash === block.hash && !this.#isSuspect(chainId)) return;
    const found = await signer.addresses(chainId);
    await store.found(
      chainId,
      found.map((one) => ({ ...one, name: '' })),
      clock.now(),
    );
    this.#turn += 1;
    const known = await store.custody(chainId);
    const owns = await store.own(chainId);
    const proofs = await store.proved(chainId);
    const looked: Looked[] = [];
    for (const token of tokens) looked.push(await this.#books(chainId, token, known, node, block));
    // What was read belongs to this block only if the chain still has it.
    if ((await node.header(block.number))?.hash !== block.hash) return;
    const busy = new Set(looked.flatMap(({ out }) => out.underWay.flatMap(endsOf)));
    const joining = known.filter((one) => one.joined === null && !busy.has(one.address));
    const counted = new Set(
      known.filter((one) => one.joined !== null).map(({ address }) => address),
    );
    const written: (Own & { readonly why: 'first' | 'joined' })[] = [];
    const joined = joining.map(({ address }) => address);
    const custodial = new Set([...counted, ...joined]);
    const waiting = new Set(
      known.flatMap(({ address }) => (custodial.has(address) ? [] : address)),
    );
    const lines = looked.map(({ read, ...one }) => {
      const mine = { ...one, read: read.filter(({ address }) => !waiting.has(address)) };
      const before = owns.find((own) => own.token === one.token.contract);
      const amount = ownOf(mine, before?.amount ?? null, joined);
      if (amount !== before?.amount) {
        const why = before === undefined ? 'first' : 'joined';
        written.push({ token: one.token.contract, amount, why });
      }
      const { asset, decimals } = one.token;
      const proved = partsOf(proofs.get(asset) ?? 0n, decimals);
      return lineOf(mine, amount, proved, custodial);
    });
    const at = clock.now();
    if (written.length > 0 || joined.length > 0) {
      await store.join(chainId, written, joined, block.number, at);
    }
    const custody = known.filter((one) => one.joined !== null || joined.includes(one.address));
    this.#looks.set(chainId, { block, at, custody, lines });
    for (const { asset, difference, decimals } of lines) {
      await this.#note(chainId, asset, difference, formatDecimal(difference, decimals));
    }
  }

  /** The ledger's outside accounts, and the rows that explain them. */
  async checkLedger(): Promise<void> {
    const { store, others } = this.#options;
    const elsewhere = await others();
    for (const line of await store.ledger()) {
      const of = elsewhere.filter(({ asset }) => asset === line.asset);
      const sum = (name: 'broughtIn' | 'bringing' | 'paidOut') =>
        of.reduce((total, one) => total + one[name], 0n);
      const least = line.credited + sum('broughtIn');
      const most = least + line.crediting + sum('bringing');
      const paid = line.paid + sum('paidOut');
      const lacks = differenceOf(line.broughtIn, { least, most });
      const difference = lacks === 0n ? paid - line.paidOut : lacks;
      await this.#note(LEDGER, line.asset, difference, formatDecimal(difference, SCALE));
    }
  }

  #isSuspect(chainId: number): boolean {
    return [...this.#suspects].some((key) => key.startsWith(`${chainId} `));
  }

  /** What is seen twice in succession is a difference: rows and chain meet within a moment. */
  async #note(chainId: number, asset: string, difference: bigint, amount: string): Promise<void> {
    const { store, clock, log } = this.#options;
    const key = `${chainId} ${asset}`;
    const open = this.#open.find((one) => one.chainId === chainId && one.asset === asset);
    if (difference === 0n) {
      this.#suspects.delete(key);
      if (open === undefined) return;
      await store.endDifference(chainId, asset, clock.now());
      log.info({ chain: chainId, asset }, 'custody and ledger are alike again');
    } else {
      if (open?.amount === amount) return;
      if (open === undefined && !this.#suspects.has(key)) {
        this.#suspects.add(key);
        return;
      }
      this.#suspects.delete(key);
      await store.openDifference({ chainId, asset, amount }, clock.now());
      log.error({ chain: chainId, asset, amount }, 'custody and ledger differ');
    }
    this.#open = await store.openDifferences();
  }

  async #books(
    chainId: number,
    token: DepositToken,
    known: readonly CustodyAddress[],
    node: ChainNode,
    { number }: BlockName,
  ): Promise<Looked> {
    const { store, signer } = this.#options;
    const expected = await store.received(chainId, token.contract, number);
    const { done, ...moves } = await signer.moves(chainId, token.contract, number);
    for (const { address, change } of done) {
      expected.set(address, (expected.get(address) ?? 0n) + change);
    }
    for (const { address } of known) expected.set(address, expected.get(address) ?? 0n);
    const all: Place[] = Array.from(expected, ([address, amount]) => ({
      address,
      expected: amount,
    }));
    const always = new Set([
      ...known.map(({ address }) => address),
      ...moves.underWay.flatMap(endsOf),
    ]);
    const places = chosen(all, (address) => always.has(address), this.#turn, READ_AT_ONCE);
    const contract = token.contract as Hex | null;
    const read = await Promise.all(
      places.map(async (place) => ({
        ...place,
        has: await node.holding(place.address as Hex, contract, number),
      })),
    );
    const out = { ...moves, ...(await store.byHand(chainId, token.contract)) };
    return { token, all, read, out };
  }
}

type Hex = `0x${string}`;

interface ReadPlace extends Place {
  readonly has: bigint;
}

/** What was read of one token, before it is known which addresses count. */
interface Looked {
  readonly token: DepositToken;
  readonly all: readonly Place[];
  readonly read: readonly ReadPlace[];
  readonly out: Outgoings;
}

const endsOf = ({ sender, recipient }: UnderWay) => [sender, recipient];
const isLack = ({ amount }: Pick<Difference, 'amount'>) => amount.startsWith('-');
const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

/**
 * What the house has of its own: at the first look what is beyond all that people have brought, and
 * later what an address has when it joins.
 */
function ownOf({ read, out }: Looked, before: bigint | null, joined: readonly string[]): bigint {
  const fresh = read.filter(({ address }) => joined.includes(address));
  const own =
    before === null
      ? sumOf(read.map(({ has }) => has)) - boundsOf(read, 0n, out).most
      : before + sumOf(fresh.map(({ has, expected }) => has - expected));
  return own < 0n ? 0n : own;
}

function lineOf(
  { token, all, read, out }: Looked,
  own: bigint,
  proved: bigint,
  custody: ReadonlySet<string>,
): ReserveLine {
  const { asset, decimals, contract } = token;
  const sum = sumOf(read.map((place) => place.has));
  const names = new Set(read.map(({ address }) => address));
  const unread = all.filter(({ address, expected }) => expected !== 0n && !names.has(address));
  return {
    ...{ asset, decimals, contract, own, proved },
    has: sum + sumOf(unread.map(({ expected }) => expected)),
    difference: differenceWith(proved, own, differenceOf(sum, boundsOf(read, own, out))),
    spent: out.costAtMost,
    ...{ read: read.length, places: read.length + unread.length },
    kept: read
      .filter(({ address }) => custody.has(address))
      .map((place) => ({ address: place.address, amount: place.has })),
  };
}
