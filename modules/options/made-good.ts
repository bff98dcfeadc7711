import { OWNER } from '@assay/core/ledger/owners';
import { SECOND } from '@assay/core/time';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { Job } from '@assay/platform/jobs/jobs';
import type { OptionsMachine } from './machine/options-machine.ts';
import { PART_LINES } from './machine/windows.ts';
import type { OptionReads } from './store/reads.ts';

export interface PayerOptions {
  readonly realm: 'real' | 'demo';
  /** That of the engine now. */
  readonly machine: () => Pick<OptionsMachine, 'windows'>;
  readonly submit: (command: Command<'payMadeGood'>) => Promise<Reply<'payMadeGood'>>;
  /** Resolves when what is decided now can be read from the tables. */
  readonly decided: () => Promise<void>;
  readonly reads: Pick<OptionReads, 'linesOf'>;
}

/**
 * Gives the engine the options of windows that two people have declared wrong. Which they are the
 * engine knows by their hash, so that nothing is chosen here, and each part is paid once.
 */
export class MadeGoodPayer {
  readonly #options: PayerOptions;

  constructor(options: PayerOptions) {
    this.#options = options;
  }

  get job(): Job {
    return {
      name: `payMadeGood:${this.#options.realm}`,
      everyMs: SECOND,
      run: (_now, signal) => this.pay(signal),
    };
  }

  /** @throws when the engine refuses a part: what the tables say is then not what it has paid. */
  async pay(signal?: AbortSignal): Promise<void> {
    const { machine, submit, decided, reads } = this.#options;
    const owed = machine().windows.owed();
    if (owed.length > 0) await decided();
    for (const row of owed) {
      if (signal?.aborted) return;
      const { market, expiresAt, windowMs, part } = row;
      const lines = await reads.linesOf(row, PART_LINES);
      const body = { market, expiresAt, windowMs, part, lines };
      const reply = await submit({ type: 'payMadeGood', actor: OWNER.setup, body });
      if (!reply.ok) throw new Error(`${market} at ${expiresAt}, part ${part}: ${reply.refusal}`);
    }
  }
}
