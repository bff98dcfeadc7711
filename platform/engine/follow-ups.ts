import type { AnyCommand, AnyReply } from './command.ts';
import type { Admission } from './precedence.ts';

interface FollowUpsOptions {
  readonly admission: Admission;
  /** The next command that a machine asks for; null when there is none, or none can be taken. */
  readonly next: () => AnyCommand | null;
  readonly submit: (command: AnyCommand) => Promise<AnyReply>;
  /** The number of the command that was decided last. */
  readonly seq: () => number;
  readonly halt: (finding: string) => void;
}

/**
 * Submits the commands by which machines go on with work that was too long for one command. The
 * next is decided while the last one is written, so that neither waits for the other, and never in
 * the same batch: commands of others are decided in between, and none waits for two of them.
 */
export class FollowUps {
  readonly #options: FollowUpsOptions;
  #isAwaited = false;
  /** The number of the last one, which may not be on its way yet. */
  #last = 0;

  constructor(options: FollowUpsOptions) {
    this.#options = options;
  }

  /** Called when a batch is on its way to the database, or durable, with its last number. */
  goOn(lastSeq: number): void {
    const { admission, next } = this.#options;
    if (this.#isAwaited || lastSeq < this.#last || next() === null) return;
    this.#isAwaited = true;
    admission
      .take(() => this.#submitNext())
      // Not done, or not known: the next commit asks again, of memory that was loaded again.
      .catch(() => {
        this.#isAwaited = false;
        this.#last = 0;
      });
  }

  /**
   * Asks again: while its turn was awaited, commands of others may have ended the work, and the
   * machine would refuse what it asked for before.
   */
  async #submitNext(): Promise<void> {
    const { next, submit, seq, halt } = this.#options;
    const command = next();
    this.#isAwaited = false;
    if (command === null) return;
    const reply = submit(command);
    this.#last = seq();
    const { ok } = await reply;
    if (!ok) halt(`a machine refused the ${command.type} that it asked for`);
  }
}
