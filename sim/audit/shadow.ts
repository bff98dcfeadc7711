import type { Bounds } from '@assay/core/order/life/bounds';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { createRealmMachines, type RealmEngine } from '../../apps/server/realm.ts';
import { expectThat } from '../history.ts';
import { realmParts, type SimPart } from '../parts/parts.ts';
import type { Entry, LogBatch } from './entry.ts';

/**
 * The log decided again from its first line, by machines without a database: they must come to the
 * same outcomes and the same state as the engine, however often that was killed.
 */
export class Shadow {
  readonly #sequencer: Sequencer;

  constructor(parts: readonly SimPart[], bounds: Bounds) {
    const machines = createRealmMachines('demo', realmParts(parts), bounds);
    this.#sequencer = new Sequencer(machines);
  }

  follow({ entries }: LogBatch): void {
    for (const entry of entries) this.#decide(entry);
    this.#sequencer.forget();
  }

  compare({ sequencer }: RealmEngine): void {
    expectThat(
      sequencer.seq === this.#sequencer.seq,
      `the engine is at ${sequencer.seq}, the log elsewhere`,
    );
    expectThat(sequencer.at === this.#sequencer.at, 'the engine has the time of the log');
    expectThat(sequencer.head === this.#sequencer.head, 'the engine has the head of the log');
    if (sequencer.stateHash() === this.#sequencer.stateHash()) return;
    const [ours, theirs] = [stateLines(this.#sequencer), stateLines(sequencer)];
    const ownOnly = ours.filter((line) => !theirs.includes(line));
    const engineOnly = theirs.filter((line) => !ours.includes(line));
    const shown = [...ownOnly.slice(0, 3), 'and the engine', ...engineOnly.slice(0, 3)];
    expectThat(false, `a replay of the log has another state: ${shown.join('\n')}`);
  }

  #decide({ seq, at, type, actor, id, body, outcome }: Entry): void {
    const again = this.#sequencer.decide(type, actor, body, at);
    const [first, second] = [JSON.stringify(outcome), JSON.stringify(again)];
    expectThat(first === second, `${type} at ${seq} had the outcome ${first}, again ${second}`);
    this.#sequencer.chain(seq, at, type, actor, id, body, outcome);
  }
}

function stateLines(sequencer: Sequencer): string[] {
  const lines: string[] = [];
  for (const machine of sequencer.list) machine.digest((line) => lines.push(line));
  return lines;
}
