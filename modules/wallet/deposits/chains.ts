import type { Paid, Payment } from '@assay/platform/chain/paid';
import type { ChainRows } from '@assay/platform/chain/rows';
import type { Clock } from '@assay/platform/clock';
import type { Job } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import { type ChainStatus, FollowedChain, type FollowedOptions } from './followed.ts';
import type { ChainStore, DepositChain } from './store/chains.ts';

const FOLLOW_EVERY_MS = 1_000;
const LOOK_EVERY_MS = 10_000;

export interface ChainsOptions {
  readonly store: ChainStore;
  readonly rows: ChainRows;
  readonly clock: Clock;
  readonly log: Log;
  /** The addresses of a chain's nodes, of which it has one or two; none: it is not followed. */
  readonly nodesOf: (chainId: number) => readonly string[];
  readonly follow: (
    chain: DepositChain,
  ) => Pick<FollowedOptions, 'ours' | 'deliver' | 'stepped' | 'searchOthers' | 'reconcile'>;
  /** Each chain is followed by a job of its own: none waits for another's node. */
  readonly addJob: (job: Job) => void;
}

/** A chain with where it stands; null while it has no node. */
export interface KnownChain {
  readonly chain: DepositChain;
  readonly status: ChainStatus | null;
}

/** The chains of the installation. What two people change is followed within seconds. */
export class Chains {
  readonly #options: ChainsOptions;
  #known: readonly DepositChain[] = [];
  readonly #followed = new Map<number, { readonly from: string; readonly chain: FollowedChain }>();
  readonly #jobs = new Set<number>();

  constructor(options: ChainsOptions) {
    this.#options = options;
  }

  list(): KnownChain[] {
    return this.#known.map((chain) => ({
      chain,
      status: this.#followed.get(chain.chainId)?.chain.status ?? null,
    }));
  }

  find(chainId: number): KnownChain | null {
    return this.list().find(({ chain }) => chain.chainId === chainId) ?? null;
  }

  /** What a chain has of a payment; null where nobody reads it. */
  async paid(chainId: number, payment: Payment): Promise<Paid | null> {
    return (await this.#followed.get(chainId)?.chain.paid(payment)) ?? null;
  }

  isRead(chainId: number): boolean {
    return this.#followed.has(chainId);
  }

  accept(chainId: number): Promise<boolean> {
    return this.#followed.get(chainId)?.chain.accept() ?? Promise.resolve(false);
  }

  get job(): Job {
    return { name: 'lookForChains', everyMs: LOOK_EVERY_MS, run: () => this.load() };
  }

  /** Reads the rows; a chain whose row has changed is followed by it from its next run on. */
  async load(): Promise<void> {
    const { store, nodesOf } = this.#options;
    this.#known = await store.all();
    for (const chain of this.#known) {
      const nodes = nodesOf(chain.chainId);
      if (nodes.length === 0) continue;
      const from = JSON.stringify([chain, nodes], (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      if (this.#followed.get(chain.chainId)?.from === from) continue;
      this.#followed.set(chain.chainId, { from, chain: await this.#follow(chain, nodes) });
      this.#addJob(chain.chainId);
    }
  }

  async #follow(chain: DepositChain, nodes: readonly string[]): Promise<FollowedChain> {
    const { rows, clock, log, follow } = this.#options;
    const known = await rows.load(chain.chainId);
    return new FollowedChain({ chain, known, nodes, rows, clock, log, ...follow(chain) });
  }

  #addJob(chainId: number): void {
    if (this.#jobs.has(chainId)) return;
    this.#jobs.add(chainId);
    this.#options.addJob({
      name: `followChain${chainId}`,
      everyMs: FOLLOW_EVERY_MS,
      atStart: true,
      run: async (_at, signal) => this.#followed.get(chainId)?.chain.run(signal),
    });
  }
}
