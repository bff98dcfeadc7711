import type { Dice } from '@assay/core/testing/dice';
import {
  type ScriptedChain,
  transferLog,
  wordOf,
} from '@assay/platform/chain/testing/scripted-chain';
import {
  type Answer,
  honest,
  type RawLog,
  Refusal,
} from '@assay/platform/chain/testing/scripted-node';
import { OURS, TOKENS } from './traffic.ts';

/** Found out with one node, whatever it answers otherwise. */
const ALONE = [
  ...(['lags', 'no logs', 'twice', 'forgets', 'other amount', 'makes up'] as const),
  ...(['refuses', 'down', 'garbage', 'other chain', 'no receipts'] as const),
] as const;
/** A sole node that does one of these is believed; a second one is not. */
const BESIDE_ANOTHER = ['other fork', 'consistent lie', 'forgets for long'] as const;

export type Mood = 'honest' | (typeof ALONE)[number] | (typeof BESIDE_ANOTHER)[number];

/** A node that says what is on the chain, or not. */
export class MoodyNode {
  readonly #chain: ScriptedChain;
  readonly #dice: Dice;
  readonly #finality: number;
  /** Left out once; a sole node that leaves out the same one again is believed. */
  readonly #forgotten = new Set<string>();
  #mood: Mood = 'honest';
  #other: Answer;
  /** Called before each answer: the chain may move while it is read. */
  onAsk: () => void = () => undefined;

  constructor(chain: ScriptedChain, dice: Dice, finality: number) {
    this.#chain = chain;
    this.#dice = dice;
    this.#finality = finality;
    this.#other = honest(chain.live());
  }

  get mood(): Mood {
    return this.#mood;
  }

  become(mood: Mood, makeBlock: (fork: ScriptedChain) => void): void {
    this.#mood = mood;
    if (mood === 'lags') this.#other = honest(this.#chain.view());
    if (mood === 'other fork') {
      const fork = this.#chain.fork(this.#dice.int(1, 12));
      for (let blocks = this.#dice.int(1, 16); blocks > 0; blocks -= 1) makeBlock(fork);
      this.#other = honest(fork.live());
    }
  }

  readonly answer: Answer = (method, params) => {
    this.onAsk();
    const mood = this.#mood;
    const truth = honest(this.#chain.live());
    if (mood === 'lags' || mood === 'other fork') return this.#other(method, params);
    const answer = truth(method, params);
    // Whoever always lies gets nobody anywhere.
    if (mood === 'honest' || this.#dice.int(0, 3) === 0) return answer;
    if (mood === 'down') throw new Error('no connection');
    if (mood === 'refuses') throw new Refusal('too many requests');
    if (mood === 'garbage') return { what: 'is this?' };
    if (mood === 'other chain') return method === 'eth_chainId' ? '0x7' : answer;
    if (mood === 'consistent lie') return lieOf(answer);
    if (method === 'eth_getLogs') return this.#logs(mood, answer as RawLog[]);
    if (mood === 'no receipts' && /Receipts?$/.test(method)) return null;
    return answer;
  };

  #logs(mood: Mood, logs: RawLog[]): unknown {
    switch (mood) {
      case 'no logs':
        return [];
      case 'twice':
        return [...logs, ...logs];
      case 'forgets':
        return logs.filter((log) => !this.#forgets(log));
      case 'forgets for long':
        return logs.slice(1);
      case 'other amount':
        return logs.map((log) => ({ ...log, data: wordOf(log.data) }));
      case 'makes up': {
        const [log] = logs;
        if (!log) return logs;
        const made = transferLog(TOKENS[0], OURS[0]!, this.#dice.pick(OURS), 5n);
        return [...logs, { ...log, ...made, logIndex: '0xff' }];
      }
      default:
        return logs;
    }
  }

  /** Each once, and only of a block that is read again before it is final. */
  #forgets({ transactionHash, logIndex, blockNumber }: RawLog): boolean {
    const name = `${transactionHash} ${logIndex}`;
    const depth = this.#chain.head - Number(blockNumber) + 1;
    if (depth >= this.#finality || this.#forgotten.has(name)) return false;
    if (this.#dice.int(0, 1) === 0) return false;
    this.#forgotten.add(name);
    return true;
  }
}

/** Each as often as it is in the list. */
export const moods = (isAlone: boolean): readonly Mood[] =>
  isAlone ? ALONE : [...ALONE, ...BESIDE_ANOTHER, ...BESIDE_ANOTHER, ...BESIDE_ANOTHER];

/** Sixteen times each amount, in logs and receipts alike: the bloom does not know amounts. */
function lieOf(answer: unknown): unknown {
  const text = JSON.stringify(answer);
  return JSON.parse(
    text.replace(/"data":"0x0([0-9a-f]{63})"/g, (_, digits: string) => `"data":"0x${digits}0"`),
  );
}
