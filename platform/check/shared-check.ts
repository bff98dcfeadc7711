import type { Client } from 'pg';
import type { Checked, Step } from './realm-check.ts';

/** A table outside the realms that shows what happened: what must be in it is known to its part. */
export interface Evidence extends Pick<Checked, 'follow'> {
  /** The tables that it answers for. */
  readonly tables: readonly string[];
  /** Compares what is there, in pieces. */
  steps(): Generator<Step>;
  /** What is known, as JSON. */
  save(): unknown;
  restore(saved: unknown): void;
  /** From now on the server itself may have added what only a start adds. */
  admit?(): void;
}

export type SavedShared = Readonly<Record<string, unknown>>;

/** What the realms share, checked as one. */
export class SharedCheck implements Checked {
  readonly evidence: readonly Evidence[];

  constructor(evidence: readonly Evidence[]) {
    this.evidence = evidence;
  }

  async follow(client: Client): Promise<string[]> {
    const findings: string[] = [];
    for (const one of this.evidence) findings.push(...(await one.follow(client)));
    return findings;
  }

  *state(): Generator<Step> {
    // Its evidence is history: what people and sources may change is none.
  }

  *history(): Generator<Step> {
    for (const one of this.evidence) yield* one.steps();
  }

  admit(): void {
    for (const one of this.evidence) one.admit?.();
  }

  save(): SavedShared {
    return Object.fromEntries(this.evidence.map((one) => [one.tables.join(' '), one.save()]));
  }

  restore(saved: SavedShared): void {
    for (const one of this.evidence) {
      const known = saved[one.tables.join(' ')];
      if (known !== undefined) one.restore(known);
    }
  }
}
