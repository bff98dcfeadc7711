import { createDice } from '@assay/core/testing/dice';
import type { Sequencer } from '@assay/platform/engine/sequencer';
import { expect, it } from 'vitest';
import { run, USERS } from '../orders/testing/explore.ts';
import { makeSteps } from '../orders/testing/steps.ts';
import { endBatch, type Sent, send } from '../orders/testing/subject.ts';
import { createSpotRealm, SPOT_SUBJECT, setUp } from './testing/spot-realm.ts';

const COMMANDS = 2_000;
const BATCH = 7;

/** All that a batch produces: its rows as they are sent to the database, and its facts. */
function produced({ list }: Sequencer): string {
  const rows = list.flatMap(({ writers }) => writers.map((writer) => writer.drain()));
  const facts = list.flatMap((machine) => machine.takeFacts());
  return JSON.stringify([rows, facts]);
}

it('ENGN-045 after a batch that was forgotten, later batches produce the same rows and facts', () => {
  const { commands, error } = run(
    SPOT_SUBJECT,
    makeSteps(SPOT_SUBJECT, createDice(45), COMMANDS, USERS),
  );
  expect(error).toBeNull();
  const taken = createSpotRealm().sequencer;
  const forgotten = createSpotRealm().sequencer;
  const both = (command: Sent) => [send(taken, command), send(forgotten, command)];
  for (const command of setUp(USERS, commands[0]?.now ?? 0)) both(command);
  for (const [n, command] of commands.entries()) {
    const [first, second] = both(command);
    expect(second).toEqual(first);
    if (n % BATCH !== 0) continue;
    // Now and then rows and facts are made: they have nothing of the forgotten batches.
    if (n % (BATCH * 10) === 0) expect(produced(forgotten)).toBe(produced(taken));
    endBatch(taken.list);
    forgotten.forget();
  }
  expect(forgotten.stateHash()).toBe(taken.stateHash());
  forgotten.audit();
});
