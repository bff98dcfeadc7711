import type { AnyCommand, AnyReply } from './command.ts';
import type { Admission } from './precedence.ts';

interface FollowUpsOptions {
  readonly admission: Admission;
  /** The next command that a machine asks for; null when there is none, or none can be taken. */
  readonly next: () => AnyCommand | null;
  readonly submit: (command: AnyCommand) => Promise<AnyReply>;
  readonly halt: (finding: string) => void;
}

/**
 * Submits the commands by which machines go on with work that was too long for one command: the
 * next only once the last one is durable, so that commands of others are decided in between.
 */
export class FollowUps {
  readonly #options: FollowUpsOptions;
  #isUnderWay = false;

  constructor(options: FollowUpsOptions) {
    this.#options = options;
  }

  /** Called after each commit. */
  goOn(): void {
    const { admission, next } = this.#options;
    if (this.#isUnderWay || next() === null) return;
    this.#isUnderWay = true;
    admission
      .take(() => this.#submitNext())
      .then(
        (isDone) => {
          this.#isUnderWay = false;
          if (isDone) this.goOn();
        },
        () => {
          // Not done, or not known: the next commit asks again, of memory that was loaded again.
          this.#isUnderWay = false;
        },
      );
  }

  /**
   * Asks again: while its turn was awaited, commands of others may have ended the work, and the
   * machine would refuse what it asked for before.
   */
  async #submitNext(): Promise<boolean> {
    const { next, submit, halt } = this.#options;
    const command = next();
    if (command === null) return false;
    const { ok } = await submit(command);
    if (!ok) halt(`a machine refused the ${command.type} that it asked for`);
    return ok;
  }
}
