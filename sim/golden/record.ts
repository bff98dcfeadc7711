/**
 * Makes a golden file: what the current build does with a few thousand commands, for comparison
 * with later builds. Run by hand, at the last commit whose behaviour is to be kept: npx tsx
 * sim/golden/record.ts 0003    some 4,000 commands of a realm, with its database A golden file is
 * never made again; another recording gets the next number.
 */
import { createDice } from '@assay/core/testing/dice';
import { rowReader } from '@assay/platform/engine/store';
import { createTestDatabase } from '@assay/platform/testing/database';
import {
  startTestRealm,
  TEST_START_AT,
  type TestRealm,
} from '../../apps/server/testing/test-realm.ts';
import { type RecordedCommand, recording } from './commands.ts';
import { dumpDatabase } from './database.ts';
import { type EndState, fixtures, writeFixture } from './fixture.ts';
import { storedState } from './tables.ts';

const SEED = 20_251_122;
const COMMANDS = 4_000;
/** Commands that are sent without waiting for an answer: at most a batch. */
const BURST_MAX = 60;
const RESTARTS = 3;

type Reply = Awaited<ReturnType<TestRealm['send']>>;
type SentRecordedCommand = readonly [
  step: RecordedCommand,
  id: string | undefined,
  reply: Promise<Reply>,
];

async function record(number: string): Promise<void> {
  const db = await createTestDatabase();
  const real = await startTestRealm({ db, realm: 'real' });
  await real.quote({ BTCUSDT: '60000', ETHUSDT: '2500' });
  await real.stop();
  const realm = await startTestRealm({ db, realm: 'demo', assets: [], markets: [], house: {} });
  try {
    await send(realm);
    while (realm.engine.sequencer.followUp() !== null) await realm.engine.settled();
    await realm.engine.settled();
    realm.audit();
    const end = await storedState(db, 'demo');
    requireAll(end);
    const { lines, counts } = await logOf(realm);
    // An upgrade is the engine's own, and this engine has no build; slices need hundreds of stops.
    // An end state does not have what the wallet keeps.
    const apart = ['upgrade', 'fireStops', ...Object.keys(realm.engine.machines.wallet.rules)];
    const untried = realm.engine.sequencer.commandTypes.filter(
      (type) => !apart.includes(type) && !counts.has(`${type} accepted`),
    );
    if (untried.length > 0) throw new Error(`The recording has no ${untried.join(', ')}.`);
    await realm.stop();
    writeFixture(fixtures.log(number), lines.join('\n'));
    writeFixture(fixtures.end(number), JSON.stringify(end));
    writeFixture(fixtures.database(number), await dumpDatabase(db));
    for (const [outcome, count] of [...counts].sort()) console.log(`${count} ${outcome}`);
  } finally {
    await realm.stop();
    await db.drop();
  }
}

/** Sends the recording in bursts, some commands with an id, some of those twice. */
async function send(realm: TestRealm): Promise<void> {
  const dice = createDice(SEED);
  const steps = [...recording(createDice(SEED + 1), COMMANDS, TEST_START_AT)];
  const restartEvery = Math.ceil(steps.length / (RESTARTS + 1));
  for (let at = 0; at < steps.length; ) {
    const burst = steps.slice(at, at + dice.int(1, BURST_MAX));
    const sent = burst.map((step, n): SentRecordedCommand => {
      realm.clock.set(step.now);
      const id = dice.next() < 0.3 ? `golden-${at + n}` : undefined;
      return [step, id, realm.send(step.actor, step.type, step.body, id)];
    });
    for (const [step, id, reply] of sent) await check(realm, step, id, await reply);
    const before = at;
    at += burst.length;
    if (Math.floor(before / restartEvery) < Math.floor(at / restartEvery)) await realm.restart();
  }
}

/**
 * Checks that the reply is that of the reference model, that the same id gets it again, and that
 * another body is refused.
 */
async function check(
  realm: TestRealm,
  step: RecordedCommand,
  id: string | undefined,
  reply: Reply,
) {
  const { type, actor, body, ends } = step;
  const ended = reply.ok ? 'accepted' : reply.refusal;
  const right = ends === 'refused' ? !reply.ok : ended === ends;
  if (!right) throw new Error(`${type} ended as ${ended}, not as ${ends}`);
  if (id === undefined || reply.seq % 50 !== 0) return;
  const again = await realm.send(actor, type, body, id);
  if (again.hash !== reply.hash) throw new Error(`${id} was answered twice`);
  const other = await realm.send(actor, type, { ...body, other: true }, id);
  if (other.ok || other.refusal !== 'commandIdReused') throw new Error(`${id} was taken twice`);
}

/** The lines of the log, and how often each type came to each outcome. */
async function logOf(realm: TestRealm) {
  const client = await realm.db.connect();
  try {
    const reader = rowReader(client);
    const batches = await reader.rows<{ log: string }>(
      'SELECT log FROM demo.engine_batch ORDER BY first_seq',
    );
    const lines = batches.flatMap(({ log }) => log.split('\n'));
    const counts = new Map<string, number>();
    for (const line of lines) {
      const [, , type, , , , { refusal = 'accepted' }] = JSON.parse(line);
      const outcome = `${type} ${refusal}`;
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    console.log(`${lines.length} commands in ${batches.length} batches`);
    return { lines, counts };
  } finally {
    await client.end();
  }
}

/** Throws when the recording ends without something that later builds must bring over. */
function requireAll(end: EndState): void {
  const { openOrders } = end;
  const open: Record<string, boolean> = {
    'one that rests': openOrders.some(({ status }) => status === 'new'),
    'one partly filled': openOrders.some(({ status }) => status === 'partiallyFilled'),
    'a buy that paid a fee': openOrders.some(({ side, fee }) => side === 'buy' && fee !== '0'),
    'a stop with a limit': openOrders.some(({ type }) => type === 'stopLimit'),
    'a stop at market': openOrders.some(({ type }) => type === 'stopMarket'),
    'a pair': openOrders.filter(({ oco }) => oco > 0).length >= 4,
    'a stop that takes profit': openOrders.some(({ id, oco, type }) => {
      return id === oco && type === 'stopLimit';
    }),
    'one that waits for another': openOrders.some(({ status }) => status === 'dormant'),
    'a name of a user': openOrders.some(({ clientOrderId }) => clientOrderId === 'renamed'),
    'a quote': openOrders.filter(({ user }) => user < 1000).length > 20,
    'a fee rate': end.feeRates.length > 1,
    'history of ended orders': end.endedOrders.length > 1_000,
    'history of trades': end.trades.length > 500,
    'a last price everywhere': end.markets.every(({ lastPrice }) => lastPrice !== ''),
  };
  const missing = Object.keys(open).filter((name) => !open[name]);
  if (missing.length > 0) throw new Error(`The recording ends without ${missing.join(', ')}.`);
}

const [number] = process.argv.slice(2);
if (number === undefined || !/^\d{4}$/.test(number)) {
  throw new Error('Usage: npx tsx sim/golden/record.ts NNNN');
}
await record(number);
