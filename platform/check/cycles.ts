import type { Client } from 'pg';
import type { Checked, Step } from './realm-check.ts';

/** A snapshot is used for comparisons of about so long; then the database rests. */
const SLICE_MS = 30;
/** The rest after a piece of work, as a multiple of it: less while a cycle takes too long. */
const REST_PER_WORK = { most: 3, least: 0.25 };
/** A change is found within two cycles at worst, which is to be a minute. */
const CYCLE_MS = 25_000;
/** A cycle that is not through after so long would take too long with all its rests. */
const HURRY_AFTER_MS = CYCLE_MS / 2;
/** After everything was compared, before it is compared again. */
const PAUSE_MS = 5_000;

/**
 * Compares a part of the database again and again, a piece at a time: what rows are now, which is
 * little, and the history in a cycle of its own, which may take a minute.
 */
export class Cycles {
  readonly #checked: Checked;
  /** What is compared next; null between two cycles. */
  #state: Iterator<Step> | null = null;
  #history: Iterator<Step> | null = null;
  #stateRestsUntil = 0;
  #historyRestsUntil = 0;
  #historySince = 0;
  #rest = REST_PER_WORK.most;

  constructor(checked: Checked) {
    this.#checked = checked;
  }

  /** How long the database rests after a piece of work, as a multiple of it. */
  get rest(): number {
    return this.#rest;
  }

  get areIdle(): boolean {
    return this.#state === null && this.#history === null;
  }

  /** The next comparison begins a new cycle. */
  drop(): void {
    this.#state = null;
    this.#history = null;
  }

  /** A piece of the state, and as much of the history as there is time for since `started`. */
  async compareSome(client: Client, started: number): Promise<string[]> {
    const findings = await this.#compareState(client);
    if (this.#history === null) {
      if (performance.now() < this.#historyRestsUntil) return findings;
      this.#history = this.#checked.history();
      this.#historySince = performance.now();
    }
    if (performance.now() - this.#historySince > HURRY_AFTER_MS) this.#rest = REST_PER_WORK.least;
    do {
      const { value, done } = this.#history.next();
      if (done === true) {
        this.#endHistory();
        break;
      }
      findings.push(...(await value(client)));
    } while (performance.now() - started < SLICE_MS);
    return findings;
  }

  /** The next piece, unless all of it was compared a moment ago. */
  async #compareState(client: Client): Promise<string[]> {
    if (this.#state === null) {
      if (performance.now() < this.#stateRestsUntil) return [];
      this.#state = this.#checked.state();
    }
    const { value, done } = this.#state.next();
    if (done !== true) return value(client);
    this.#state = null;
    this.#stateRestsUntil = performance.now() + PAUSE_MS;
    return [];
  }

  /** It rests more when there is time: twice the rest is less than twice the time. */
  #endHistory(): void {
    const now = performance.now();
    const tookMs = now - this.#historySince;
    if (tookMs < HURRY_AFTER_MS / 2) this.#rest = Math.min(REST_PER_WORK.most, this.#rest * 2);
    this.#history = null;
    this.#historyRestsUntil = now + PAUSE_MS;
  }
}
