import { OWNER } from '@assay/core/ledger/owners';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { SECOND } from '@assay/core/time';
import type { TickView } from '@assay/modules/feeds/schema';
import type { Command } from '@assay/platform/engine/command';
import type { Job } from '@assay/platform/jobs/jobs';
import type { OptionsMachine } from './machine/options-machine.ts';
import { MAX_TICKS } from './machine/ticks.ts';

/** The log as far as it is rows. */
interface RowReader {
  read(index: string, from: number, limit: number): Promise<TickView[]>;
}

export interface FollowerOptions {
  readonly realm: 'real' | 'demo';
  /** That of the engine now. */
  readonly machine: () => OptionsMachine;
  readonly submit: (command: Command<'followTicks'>) => Promise<{ readonly ok: boolean }>;
  readonly ticks: RowReader;
  readonly now: () => number;
}

/** The log is known to have no tick that is older than this and cannot be read yet. */
const SILENT_AFTER_MS = 60 * SECOND;

/**
 * Gives the engine every tick of the log, in its order and with its own time: `recordPrices` has
 * only the last ones, and leaves some out when an engine is slow. Repeats do no harm: the engine
 * takes each number once.
 */
export class TickFollower {
  readonly #options: FollowerOptions;
  #underWay: Promise<void> | null = null;
  #again = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  get job(): Job {
    return {
      name: `followTicks:${this.#options.realm}`,
      everyMs: SECOND,
      run: () => this.follow(),
    };
  }

  /** Follows all logs to their ends; whoever asks meanwhile waits for one more round. */
  follow(): Promise<void> {
    if (this.#underWay !== null) {
      this.#again = true;
      return this.#underWay;
    }
    this.#underWay = this.#rounds().finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  async #rounds(): Promise<void> {
    do {
      this.#again = false;
      for (const index of this.#options.machine().open.followed()) await this.#index(index);
    } while (this.#again);
  }

  async #index(index: string): Promise<void> {
    const { machine, ticks, submit } = this.#options;
    for (;;) {
      const { open, ticks: followed } = machine();
      if (!open.isFollowed(index)) return;
      const read = await ticks.read(index, followed.last(index).n + 1, MAX_TICKS);
      const body = read.length > 0 ? bodyOf(index, read) : this.#silence(index);
      if (body === null) return;
      const { ok } = await submit({ type: 'followTicks', actor: OWNER.feeds, body });
      // Refused: another round sees what has been followed by then.
      if (!ok || read.length < MAX_TICKS) return;
    }
  }

  /** A window that has been over for a minute, without a tick after it: nothing more will come. */
  #silence(index: string): Command<'followTicks'>['body'] | null {
    const { machine, now } = this.#options;
    const { open, ticks } = machine();
    const silentUntil = now() - SILENT_AFTER_MS;
    const due = open.first(index);
    if (due === undefined || due.expiresAt >= silentUntil) return null;
    return ticks.last(index).at >= silentUntil ? null : { index, ticks: [], head: '', silentUntil };
  }
}

function bodyOf(
  index: string,
  read: readonly { readonly n: number; readonly at: number; price: string; hash: string }[],
): Command<'followTicks'>['body'] {
  const ticks = read.map(({ n, at, price }) => ({
    n,
    at,
    price: price === '' ? '' : `${parseDecimal(price, SCALE) ?? ''}`,
  }));
  return { index, ticks, head: read.at(-1)?.hash ?? '', silentUntil: 0 };
}
