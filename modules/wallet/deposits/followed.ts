import { ChainNode } from '@assay/platform/chain/node';
import { NodeError, type NodeFault } from '@assay/platform/chain/node-error';
import { type Paid, type Payment, paidAs } from '@assay/platform/chain/paid';
import {
  type ChainRows,
  type Contradiction,
  type Scan,
  ScanMoved,
} from '@assay/platform/chain/rows';
import { Scanner, type ScannerOptions, type Step } from '@assay/platform/chain/scanner';
import type { BlockName } from '@assay/platform/chain/transfers';
import type { Clock } from '@assay/platform/clock';
import type { Log } from '@assay/platform/log';
import type { DepositChain } from './store/chains.ts';

/** Steps of one run; a scan that is far behind goes on in the next. */
const STEPS_A_RUN = 50;

/** Why a chain cannot be read now, as people and `/health` may read it. */
export interface Trouble {
  readonly fault: NodeFault | 'failed';
  readonly text: string;
  readonly since: number;
}

/** Where a chain stands. Null is what is not known yet. */
export interface ChainStatus {
  readonly hosts: readonly string[];
  /** The last block of the node. */
  readonly head: number | null;
  /** The last block that was read, and the last that is final. */
  readonly read: number | null;
  readonly final: number | null;
  /** When it was last read without trouble. */
  readonly readAt: number | null;
  readonly trouble: Trouble | null;
  readonly contradiction: Contradiction | null;
}

export interface FollowedOptions {
  readonly chain: DepositChain;
  /** Where it was read to before. */
  readonly known: Scan | null;
  /** Addresses of one or two nodes. */
  readonly nodes: readonly string[];
  readonly rows: ChainRows;
  readonly clock: Clock;
  readonly log: Log;
  readonly ours: ScannerOptions['watch']['ours'];
  readonly deliver: ScannerOptions['deliver'];
  /** After a run without trouble: what came of other tokens, in blocks that are final. */
  readonly searchOthers: (node: ChainNode, final: number) => Promise<void>;
  /** After a run without trouble that has read all there is: what custody has there. */
  readonly reconcile: (node: ChainNode, block: BlockName) => Promise<void>;
  /** After each step that has changed something. */
  readonly stepped: (step: Step) => Promise<void>;
}

/** One chain, read step by step. What fails is said in `status` and tried again by the next run. */
export class FollowedChain {
  readonly #options: FollowedOptions;
  readonly #nodes: readonly ChainNode[];
  #scanner: Scanner | null = null;
  /** The block at which the last run ended; null when it has left some unread. */
  #end: BlockName | null = null;
  #status: ChainStatus;

  constructor(options: FollowedOptions) {
    this.#options = options;
    this.#nodes = options.nodes.map((url) => new ChainNode(url));
    this.#status = {
      hosts: this.#nodes.map(({ host }) => host),
      ...{ head: null, readAt: null, trouble: null },
      ...{ read: options.known?.number ?? null, final: options.known?.final ?? null },
      // Nobody pays out for a moment after a start because it is not looked at yet.
      contradiction: options.known?.contradiction ?? null,
    };
  }

  get status(): ChainStatus {
    return this.#status;
  }

  /** Reads until nothing is left to be read. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      this.#scanner ??= await this.#makeScanner();
      for (let steps = 0; steps < STEPS_A_RUN && !signal.aborted; steps += 1) {
        if (await this.#step(this.#scanner)) break;
      }
      const [node] = this.#nodes;
      const { final, contradiction } = this.#status;
      if (!node || final === null || contradiction) return;
      await this.#options.searchOthers(node, final);
      if (this.#end !== null) await this.#options.reconcile(node, this.#end);
    } catch (error) {
      if (error instanceof ScanMoved) return;
      // That the chain moved while it was read is usual, and in order at the next look.
      if (error instanceof NodeError && error.fault === 'moved') return;
      this.#failed(error);
    }
  }

  /** What the chain has of a payment, up to the block that is final here. */
  async paid(payment: Payment): Promise<Paid> {
    const { final, contradiction, trouble } = this.#status;
    if (final === null || contradiction !== null || trouble !== null) return 'early';
    try {
      return await paidAs(this.#nodes, payment, final);
    } catch (error) {
      // What is wrong with the node is said by the job that follows it.
      if (error instanceof NodeError) return 'early';
      throw error;
    }
  }

  /** Goes on after a contradiction; false when there is none, or nothing to go on from. */
  async accept(): Promise<boolean> {
    return (await this.#scanner?.accept()) ?? false;
  }

  /** True when nothing is left. */
  async #step(scanner: Scanner): Promise<boolean> {
    const { clock, stepped, log, chain } = this.#options;
    const step = await scanner.step();
    const { scan, head } = step;
    const { contradiction } = scan;
    if (contradiction && !this.#status.contradiction) {
      log.error({ chain: chain.chainId, ...contradiction }, 'a chain took back what was final');
    }
    this.#status = {
      ...this.#status,
      ...{ head: head ?? this.#status.head, read: scan.number, final: scan.final },
      ...{ readAt: clock.now(), trouble: null, contradiction },
    };
    this.#end = null;
    if (contradiction) return true;
    await stepped(step);
    const isEnd = step.did === 'nothing' || (step.did === 'advanced' && scan.number === head);
    if (isEnd) this.#end = { number: scan.number, hash: scan.hash };
    return isEnd;
  }

  /** A chain that was never read is read from its present end on: nobody had an address before. */
  async #makeScanner(): Promise<Scanner> {
    const { chain, rows, clock, ours, deliver } = this.#options;
    const { chainId, confirmations, tokens } = chain;
    const [node, second] = this.#nodes;
    if (!node) throw new Error(`chain ${chainId} has no node`);
    const known = await rows.load(chainId);
    const heads = known ? [] : await Promise.all(this.#nodes.map((one) => one.head()));
    const lowest = Math.min(...heads.map(({ number }) => number));
    const firstBlock = known ? 1 : Math.max(1, lowest - confirmations + 1);
    return new Scanner({
      ...{ chainId, firstBlock, finality: confirmations, node, rows, clock, deliver },
      ...(second ? { second } : {}),
      watch: {
        tokens: tokens.flatMap(({ contract }) => (contract === null ? [] : [contract as Hex])),
        coin: tokens.some(({ contract }) => contract === null),
        ours,
      },
    });
  }

  #failed(error: unknown): void {
    const { clock, log, chain } = this.#options;
    const fault = error instanceof NodeError ? error.fault : 'failed';
    // What went wrong within the server is for its log, not for everybody.
    const text = error instanceof NodeError ? error.message : 'What came cannot be taken over.';
    const before = this.#status.trouble;
    if (before?.text === text) return;
    log.warn({ chain: chain.chainId, err: error }, 'a chain cannot be read');
    this.#status = {
      ...this.#status,
      trouble: { fault, text, since: before?.since ?? clock.now() },
    };
  }
}

type Hex = ScannerOptions['watch']['tokens'][number];
