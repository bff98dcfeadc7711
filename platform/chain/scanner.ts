import type { Hex } from 'ox/Hex';
import type { Clock } from '../clock.ts';
import type { ChainNode } from './node.ts';
import { NodeError } from './node-error.ts';
import type { ChainRows, Scan, StoredTransfer } from './rows.ts';
import type { Header } from './shapes.ts';
import { type BlockName, readBlocks, type Transfer, type Watch } from './transfers.ts';

const BLOCKS_A_STEP = 100;
const DELIVERED_AT_ONCE = 100;

/** When a block is final: under so many blocks, itself included, or when the chain says so. */
export type Finality = number | 'finalized';

export interface ScannerOptions {
  readonly chainId: number;
  /** The first block that is read, above zero. */
  readonly firstBlock: number;
  readonly finality: Finality;
  readonly node: ChainNode;
  /** Nothing becomes final of which it says anything else. */
  readonly second?: ChainNode;
  readonly watch: Watch;
  readonly rows: ChainRows;
  readonly clock: Clock;
  /**
   * Receives final transfers, in the order of the chain. After a crash it may receive the last ones
   * again, and does then what it does under a name that it knows: nothing.
   */
  readonly deliver: (transfers: readonly StoredTransfer[]) => Promise<void>;
  readonly blocksAStep?: number;
}

export interface Step {
  /** `contradicted`: nothing happens until `accept` is called, because somebody must look. */
  readonly did: 'nothing' | 'advanced' | 'rolledBack' | 'contradicted';
  readonly scan: Scan;
  /** The last block of the node, if it was asked; the scan goes on while it is behind. */
  readonly head: number | null;
}

/**
 * Finds transfers on a chain in small steps, any of which may fail or be cut off anywhere: what is
 * in the database is always one chain that was there, and the next step goes on from it. A block is
 * read twice, when it is new and when it becomes final, and both must have the same transfers.
 */
export class Scanner {
  readonly #options: ScannerOptions;
  readonly #blocksAStep: number;
  #isChecked = false;

  constructor(options: ScannerOptions) {
    if (options.firstBlock < 1) throw new RangeError('The block 0 has no transactions.');
    this.#options = options;
    this.#blocksAStep = options.blocksAStep ?? BLOCKS_A_STEP;
  }

  /** @throws NodeError when nodes cannot be read, ScanMoved when another scanner was faster */
  async step(): Promise<Step> {
    const { rows, chainId, node } = this.#options;
    await this.#checkChain();
    const scan = (await rows.load(chainId)) ?? (await this.#begin());
    if (scan.contradiction) return { did: 'contradicted', scan, head: null };
    await this.#deliver();
    const head = await node.head();
    if (!(await this.#isOnChain(scan, head))) return this.#rollBack(scan, head);
    const to = Math.min(head.number, scan.number + this.#blocksAStep);
    const fresh = await readBlocks(node, this.#options.watch, scan, to);
    await rows.advance(scan, fresh);
    const last = fresh.blocks.at(-1) ?? scan;
    const advanced: Scan = { ...scan, number: last.number, hash: last.hash };
    const finalised = await this.#finalise(advanced, scan.number);
    await this.#deliver();
    const did = finalised.number > scan.number || finalised.final > scan.final;
    return { did: did ? 'advanced' : 'nothing', scan: finalised, head: head.number };
  }

  /**
   * Goes on after a contradiction, from the last block that both chains have: what was delivered
   * stays so, once; what the chain does not have any more stays marked (`ChainRows.contradicted`).
   * False when there is no such block: then it is another chain.
   */
  async accept(): Promise<boolean> {
    const { rows, chainId } = this.#options;
    const scan = await rows.load(chainId);
    const common = scan?.contradiction?.common ?? null;
    if (scan === null || common === null) return false;
    const [block] = await rows.blocks(chainId, common, common);
    if (!block) return false;
    await rows.rollBack(scan, block);
    return true;
  }

  /** A node of another chain is found before anything of it is kept. */
  async #checkChain(): Promise<void> {
    if (this.#isChecked) return;
    for (const node of this.#nodes()) {
      const chainId = await node.chainId();
      if (chainId === this.#options.chainId) continue;
      throw new NodeError('lying', node.host, `is one of chain ${chainId}`);
    }
    this.#isChecked = true;
  }

  #nodes(): ChainNode[] {
    const { node, second } = this.#options;
    return second ? [node, second] : [node];
  }

  async #begin(): Promise<Scan> {
    const { rows, chainId, firstBlock } = this.#options;
    const hashes = new Set<Hex>();
    for (const node of this.#nodes()) {
      const header = await node.header(firstBlock - 1);
      if (header === null) throw new NodeError('behind', node.host, 'has no first block yet');
      hashes.add(header.hash);
    }
    const [hash, other] = hashes;
    if (!hash || other) throw this.#differ(firstBlock - 1);
    const number = firstBlock - 1;
    await rows.begin(chainId, { number, hash });
    return { chainId, number, hash, final: number, contradiction: null };
  }

  /** Whether the chain of the node still has the last block that was read. */
  async #isOnChain(scan: Scan, head: Header): Promise<boolean> {
    const { node, rows, chainId } = this.#options;
    if (head.number >= scan.number) return (await known(node, scan.number)).hash === scan.hash;
    const [ours] = await rows.blocks(chainId, head.number, head.number);
    if (ours && ours.hash !== head.hash) return false;
    throw new NodeError('behind', node.host, `has ${head.number} blocks of ${scan.number}`);
  }

  async #rollBack(scan: Scan, head: Header): Promise<Step> {
    const { rows, clock } = this.#options;
    const common = await this.#common(scan, head);
    if (common !== null && common.number >= scan.final) {
      await rows.rollBack(scan, common);
      const rolledBack = { ...scan, number: common.number, hash: common.hash };
      return { did: 'rolledBack', scan: rolledBack, head: head.number };
    }
    await this.#askSecond(scan);
    const contradiction = { at: clock.now(), common: common?.number ?? null };
    await rows.contradict(scan, contradiction);
    return { did: 'contradicted', scan: { ...scan, contradiction }, head: head.number };
  }

  /** The last block that is remembered and still on the chain. */
  async #common(scan: Scan, head: Header): Promise<BlockName | null> {
    const { node, rows, chainId } = this.#options;
    const remembered = await rows.blocks(chainId, 0, Math.min(scan.number, head.number));
    // Where two chains have one block in common, they have all before it.
    let [common, from, to] = [null as BlockName | null, 0, remembered.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const block = remembered[middle]!;
      const isCommon = (await known(node, block.number)).hash === block.hash;
      if (isCommon) [common, to] = [block, middle];
      else from = middle + 1;
    }
    return common;
  }

  /** One node alone contradicts nothing while another one still has the final block. */
  async #askSecond({ chainId, final }: Scan): Promise<void> {
    const { second, rows } = this.#options;
    const [ours] = second ? await rows.blocks(chainId, final, final) : [];
    if (second && ours && (await known(second, final)).hash === ours.hash) {
      throw this.#differ(final);
    }
  }

  /** `alreadyRead`: up to here, blocks were read by an earlier step. */
  async #finalise(scan: Scan, alreadyRead: number): Promise<Scan> {
    const { rows } = this.#options;
    let now = scan;
    const target = await this.#finalNumber(scan);
    while (now.final < target) {
      const to = Math.min(target, now.final + this.#blocksAStep);
      await this.#readAgain(now, to, alreadyRead);
      await rows.finalise(now, to);
      now = { ...now, final: to };
    }
    return now;
  }

  /**
   * The last block that is final. Confirmations are counted on the blocks that were read, each of
   * which is the parent of the next: no other chain can come between them.
   */
  async #finalNumber(scan: Scan): Promise<number> {
    const { finality, rows, chainId } = this.#options;
    if (finality !== 'finalized') return scan.number - finality + 1;
    let least = scan.number;
    for (const node of this.#nodes()) {
      const final = await node.finalized();
      if (final === null) return scan.final;
      const number = Math.min(final.number, scan.number);
      const [ours] = await rows.blocks(chainId, number, number);
      const theirs = number === final.number ? final : await known(node, number);
      if (ours && ours.hash !== theirs.hash) throw this.#otherBlock(node, number);
      least = Math.min(least, number);
    }
    return least;
  }

  /**
   * Reads once more what is about to become final, from the second node if there is one. What the
   * same step has just read needs no other look of the same node.
   */
  async #readAgain(scan: Scan, to: number, alreadyRead: number): Promise<void> {
    const { node, second, watch, rows, chainId } = this.#options;
    const end = second ? to : Math.min(to, alreadyRead);
    if (end <= scan.final) return;
    const blocks = await rows.blocks(chainId, scan.final, end);
    const start = blocks.at(-1);
    if (start?.number !== scan.final) throw new Error(`Block ${scan.final} is not remembered.`);
    const again = await readBlocks(second ?? node, watch, start, end);
    if (again.blocks.at(-1)?.hash !== blocks[0]?.hash) {
      throw this.#otherBlock(second ?? node, end);
    }
    const transfers = await rows.transfers(chainId, scan.final + 1, end);
    if (isSame(again.transfers, transfers)) return;
    // One of the two is wrong: both are read again from the last final block.
    await rows.rollBack(scan, start);
    throw second
      ? this.#differ(end)
      : new NodeError('lying', node.host, `has other transfers up to block ${end} than before`);
  }

  #otherBlock(node: ChainNode, number: number): NodeError {
    if (node === this.#options.second) return this.#differ(number);
    return new NodeError('moved', node.host, `has another block ${number} than a moment ago`);
  }

  #differ(number: number): NodeError {
    const { node, second } = this.#options;
    const hosts = second ? `${node.host} and ${second.host}` : node.host;
    return new NodeError('lying', hosts, `say different things about block ${number}`);
  }

  async #deliver(): Promise<void> {
    const { rows, chainId, clock, deliver } = this.#options;
    for (;;) {
      const transfers = await rows.undelivered(chainId, DELIVERED_AT_ONCE);
      if (transfers.length === 0) return;
      await deliver(transfers);
      await rows.delivered(chainId, transfers, clock.now());
    }
  }
}

async function known(node: ChainNode, number: number): Promise<Header> {
  const header = await node.header(number);
  if (header === null) throw new NodeError('behind', node.host, `has no block ${number}`);
  return header;
}

/** What is contradicted may be on the chain under its name with something else in it, or not. */
function isSame(read: readonly Transfer[], stored: readonly StoredTransfer[]): boolean {
  const byName = new Map(stored.map((transfer) => [nameOf(transfer), transfer]));
  const present = new Set(read.map(nameOf));
  return (
    stored.every((transfer) => transfer.contradicted || present.has(nameOf(transfer))) &&
    read.every((transfer) => {
      const known = byName.get(nameOf(transfer));
      return known && (known.contradicted || contentOf(known) === contentOf(transfer));
    })
  );
}

const nameOf = ({ transaction, place, blockHash }: Transfer) =>
  `${transaction} ${place} ${blockHash}`;
const contentOf = ({ token, sender, recipient, amount }: Transfer) =>
  `${token} ${sender} ${recipient} ${amount}`;
