import type { AnyCommand, AnyReply } from './command.ts';

interface Engine {
  submitAny(command: AnyCommand): Promise<AnyReply>;
  halt(finding: string): void;
}

/** The next command that a machine asks for; null when there is none, or it cannot be taken now. */
type Next = () => AnyCommand | null;

/**
 * Submits the commands by which machines go on with work that was too long for one command: the
 * next only once the last one is durable, so that commands of others are decided in between.
 */
export class FollowUps {
  readonly #engine: Engine;
  readonly #next: Next;
  #isUnderWay = false;

  constructor(engine: Engine, next: Next) {
    this.#engine = engine;
    this.#next = next;
  }

  /** Called after each commit. */
  goOn(): void {
    if (this.#isUnderWay) return;
    const command = this.#next();
    if (command === null) return;
    this.#isUnderWay = true;
    this.#engine.submitAny(command).then(
      ({ ok }) => {
        this.#isUnderWay = false;
        if (ok) this.goOn();
        else this.#engine.halt(`a machine refused the ${command.type} that it asked for`);
      },
      () => {
        // Not done, or not known: the next commit asks again, of memory that was loaded again.
        this.#isUnderWay = false;
      },
    );
  }
}
