import { createDice, type Dice } from '@assay/core/testing/dice';
import { ChainNode } from '@assay/platform/chain/node';
import { NodeError } from '@assay/platform/chain/node-error';
import { ChainRows, ScanMoved } from '@assay/platform/chain/rows';
import { type Finality, Scanner, type ScannerOptions } from '@assay/platform/chain/scanner';
import { ScriptedChain } from '@assay/platform/chain/testing/scripted-chain';
import { fetchFrom } from '@assay/platform/chain/testing/scripted-node';
import { settableClock } from '@assay/platform/clock';
import type { Database } from '@assay/platform/db/database';
import { type Bank, carefulBank, dueOf } from './bank.ts';
import { Crash, Crashes } from './crashes.ts';
import { MoodyNode, moods } from './nodes.ts';
import { Reference } from './reference.ts';
import { OURS, TOKENS, Traffic } from './traffic.ts';

const NOW = 1_790_000_000_000;
const ACTIONS = 30;
const STEPS_TO_SETTLE = 200;
/** Honest nodes whose chain stands still are read at once; only the first look may fail. */
const MOST_FAILED = 10;
/** A step has about so many contacts with the world. */
const MOST_CONTACTS = 40;

/** What a careless version does otherwise. */
export interface Bug {
  readonly bank?: () => Bank;
  readonly rows?: (rows: ChainRows) => ChainRows;
  readonly options?: (options: ScannerOptions) => ScannerOptions;
}

export interface ScriptOptions {
  readonly pool: Database['pool'];
  readonly seed: number;
  /** Chains of one database have ids of their own. */
  readonly chainId: number;
  readonly bug?: Bug;
  /** Counts, by name, of what happened. */
  readonly seen?: Map<string, number>;
}

/** One chain with its troubles, scanned to its end; findings, none if all was as it must be. */
export async function runScript(options: ScriptOptions): Promise<string[]> {
  const script = new Script(options);
  await script.play();
  await script.settle();
  return script.findings;
}

class Script {
  readonly findings: string[] = [];
  readonly #options: ScriptOptions;
  readonly #dice: Dice;
  readonly #chain: ScriptedChain;
  readonly #traffic: Traffic;
  readonly #reference: Reference;
  readonly #nodes: readonly MoodyNode[];
  readonly #crashes: Crashes;
  readonly #bank: Bank;
  readonly #finality: Finality;
  readonly #firstBlock: number;
  readonly #blocksAStep: number;
  #scanner: Scanner;
  #checked = 0;

  constructor(options: ScriptOptions) {
    const { seed, chainId, bug, seen = new Map() } = options;
    this.#options = options;
    this.#dice = createDice(seed);
    this.#chain = new ScriptedChain(chainId);
    this.#traffic = new Traffic(this.#dice, seed);
    this.#firstBlock = this.#dice.pick([1, 1, 5]);
    this.#finality = this.#dice.pick([1, 2, 3, 5, 'finalized' as const]);
    this.#blocksAStep = this.#dice.pick([2, 7, 100]);
    this.#reference = new Reference(this.#chain, this.#firstBlock, this.#finality);
    const depth = this.#finality === 'finalized' ? this.#chain.finalizedDepth : this.#finality;
    const count = this.#dice.pick([1, 1, 2]);
    this.#nodes = Array.from({ length: count }, () => {
      return new MoodyNode(this.#chain, this.#dice, depth);
    });
    this.#crashes = new Crashes(this.#dice, seen);
    this.#bank = bug?.bank?.() ?? carefulBank();
    for (let blocks = this.#dice.int(6, 20); blocks > 0; blocks -= 1) this.#mine();
    this.#scanner = this.#start();
  }

  async play(): Promise<void> {
    for (let actions = 0; actions < ACTIONS && this.findings.length === 0; actions += 1) {
      const action = this.#dice.int(0, 9);
      if (action < 3) for (let blocks = this.#dice.int(1, 4); blocks > 0; blocks -= 1) this.#mine();
      else if (action === 3) this.#reorganise();
      else if (action === 4) this.#changeMood();
      else await this.#step();
    }
  }

  /** Nodes are honest and nothing breaks: what must be credited is credited, and nothing else. */
  async settle(): Promise<void> {
    this.#crashes.disarm();
    for (const node of this.#nodes) {
      node.become('honest', () => undefined);
      node.onAsk = () => undefined;
    }
    for (let blocks = 12; blocks > 0; blocks -= 1) this.#mine();
    this.#scanner = this.#start();
    let failed = 0;
    for (let steps = 0; steps < STEPS_TO_SETTLE && failed < MOST_FAILED; steps += 1) {
      const did = await this.#tryStep(this.#scanner);
      if (did === 'failed') failed += 1;
      if (this.findings.length > 0) return;
      if (did === 'contradicted' && !(await this.#scanner.accept())) return this.#note('parted');
      if (did === 'nothing') return this.#checkEnd();
    }
    this.findings.push('the scan has no end');
  }

  #start(): Scanner {
    const { pool, bug } = this.#options;
    const rows = new ChainRows({ pool: this.#crashes.pool(pool) });
    const [node, second] = this.#nodes.map(
      ({ answer }) => new ChainNode('http://node.test', { fetch: fetchFrom(answer) }),
    );
    const options: ScannerOptions = {
      chainId: this.#chain.chainId,
      firstBlock: this.#firstBlock,
      finality: this.#finality,
      node: node!,
      ...(second ? { second } : {}),
      watch: {
        tokens: TOKENS,
        coin: true,
        ours: async (addresses) => new Set(addresses.filter((one) => OURS.includes(one))),
      },
      rows: bug?.rows?.(rows) ?? rows,
      clock: settableClock(NOW),
      deliver: async (transfers) => {
        for (const transfer of transfers) {
          this.#crashes.at('before a credit');
          this.#bank.credit(transfer);
          this.#crashes.at('after a credit');
        }
      },
      blocksAStep: this.#blocksAStep,
    };
    return new Scanner(bug?.options?.(options) ?? options);
  }

  #mine(transactions = this.#traffic.block()): void {
    this.#chain.mine(...transactions);
    this.#reference.look();
  }

  /** Of any depth. What was on the lost blocks comes again, later, changed, or not at all. */
  #reorganise(): void {
    const most = Math.max(1, this.#chain.head - this.#firstBlock - 1);
    const depth = this.#dice.pick([1, 1, 2, 3, this.#dice.int(1, most), this.#dice.int(1, 30)]);
    this.#note(depth > most ? 'reorganised below the first block' : 'reorganised');
    const taken = this.#chain.takeBack(depth);
    for (let blocks = depth + this.#dice.int(-1, 2); blocks > 0; blocks -= 1) {
      const again = taken.splice(0, this.#dice.int(0, 2));
      this.#mine([
        ...this.#traffic.block(),
        ...again.filter(() => this.#dice.int(0, 5) > 0).map((one) => this.#traffic.again(one)),
      ]);
    }
  }

  /** One of two is always honest. */
  #changeMood(): void {
    const node = this.#dice.pick(this.#nodes);
    for (const one of this.#nodes) one.become('honest', () => undefined);
    const mood = this.#dice.pick(moods(this.#nodes.length === 1));
    node.become(mood, (fork) => void fork.mine(...this.#traffic.block()));
    this.#note(mood);
  }

  async #step(): Promise<void> {
    const trouble = this.#dice.int(0, 5);
    if (trouble < 2) this.#crashes.arm(MOST_CONTACTS);
    if (trouble === 2) this.#moveWhileRead();
    if (trouble === 3) {
      // Somebody started a second server.
      await Promise.all([this.#tryStep(this.#start()), this.#tryStep(this.#scanner)]);
      return;
    }
    const did = await this.#tryStep(this.#scanner);
    this.#crashes.disarm();
    if (did === 'crashed') this.#scanner = this.#start();
    if (did === 'contradicted' && this.#dice.int(0, 1) === 0) await this.#scanner.accept();
  }

  #moveWhileRead(): void {
    let left = this.#dice.int(1, 12);
    const [node] = this.#nodes;
    node!.onAsk = () => {
      left -= 1;
      if (left !== 0) return;
      if (this.#dice.int(0, 1) === 0) this.#mine();
      else this.#reorganise();
    };
  }

  async #tryStep(scanner: Scanner): Promise<string> {
    try {
      const { did, scan, head } = await scanner.step();
      if (did === 'contradicted') this.#note('contradicted');
      return did === 'nothing' && head !== null && scan.number < head ? 'advanced' : did;
    } catch (error) {
      if (error instanceof Crash) return 'crashed';
      if (error instanceof NodeError) this.#note(`found: ${error.fault}`);
      else if (error instanceof ScanMoved) this.#note('another scanner was faster');
      else this.findings.push(`the scanner broke: ${(error as Error).stack}`);
      return 'failed';
    } finally {
      for (const node of this.#nodes) node.onAsk = () => undefined;
      this.#checkCredits();
    }
  }

  /** What was credited since the last look was final on the true chain, and is credited once. */
  #checkCredits(): void {
    const { credited } = this.#bank;
    for (const due of credited.slice(this.#checked)) {
      if (!this.#reference.wasFinal(due)) {
        this.findings.push(`credited, and never final: ${due.name} ${due.what}`);
      }
    }
    this.#checked = credited.length;
    const names = new Set(credited.map(({ name }) => name));
    if (names.size !== credited.length) this.findings.push('credited twice');
  }

  async #checkEnd(): Promise<void> {
    const names = new Set(this.#bank.credited.map(({ name }) => name));
    this.#note('credited', names.size);
    const due = this.#reference.due();
    for (const { name, what } of due) {
      if (!names.has(name)) this.findings.push(`final, and not credited: ${name} ${what}`);
    }
    const rows = new ChainRows({ pool: this.#options.pool });
    const stored = await rows.transfers(this.#chain.chainId, 0, this.#reference.final);
    const right = stored.filter(({ contradicted }) => !contradicted).map(dueOf);
    const isThere = new Set(right.map(({ name, what }) => `${name} ${what}`));
    for (const { name, what } of due) {
      // What was final once with something else in it is contradicted for good.
      const isChanged = stored.some((one) => one.contradicted && dueOf(one).name === name);
      if (!isThere.delete(`${name} ${what}`) && !isChanged) {
        this.findings.push(`final, and not in the tables: ${name} ${what}`);
      }
    }
    for (const name of isThere) this.findings.push(`in the tables, and not on the chain: ${name}`);
  }

  #note(what: string, times = 1): void {
    const { seen } = this.#options;
    seen?.set(what, (seen.get(what) ?? 0) + times);
  }
}
