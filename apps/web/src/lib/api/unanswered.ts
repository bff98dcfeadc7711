/** For how long the same command again is taken for the one to which no answer came. */
const SAME_MS = 600_000;

/**
 * The last command, if nobody knows whether it was carried out. Sent again as the next one it
 * carries the same id, so that it acts once; after another one it may mean something new.
 */
export class UnansweredCommand {
  #last: { readonly command: string; readonly id: string; readonly at: number } | null = null;
  readonly #newId: () => string;
  readonly #now: () => number;

  constructor(newId: () => string, now: () => number) {
    this.#newId = newId;
    this.#now = now;
  }

  idOf(command: string): string {
    const last = this.#last;
    const isRepeat = last?.command === command && this.#now() - last.at < SAME_MS;
    return isRepeat ? last.id : this.#newId();
  }

  keep(command: string, id: string): void {
    this.#last = { command, id, at: this.#now() };
  }

  forget(): void {
    this.#last = null;
  }
}
