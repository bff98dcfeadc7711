import { createDice } from '@assay/core/testing/dice';
import { connectDatabase } from '@assay/platform/db/database';
import { silentLog } from '@assay/platform/log';
import { createEngine } from '../../apps/server/realm.ts';
import { pause } from './child.ts';
import { Clients } from './clients.ts';
import type { Target } from './target.ts';
import { Verifier } from './verify.ts';

const CLIENTS = 6;
/** A kill comes so long after the first accepted order since the last one. */
const KILL_AFTER_MS = [40, 400] as const;
/** One kill in so many hits the database, and one in so many both. */
const DATABASE_EVERY = 8;
const BOTH_EVERY = 10;

/** The longest wait for anything to come back. */
const PATIENCE_MS = 60_000;

export interface CampaignReport {
  readonly target: string;
  readonly cycles: number;
  readonly commands: number;
  readonly answered: number;
  readonly findings: readonly string[];
  /** Milliseconds from a kill to the first order that is accepted again, by what was killed. */
  readonly backMs: Readonly<Record<string, { p50: number; p99: number; worst: number; n: number }>>;
}

/**
 * Kills under load, again and again, and checks each time that all that was answered is there,
 * once, and nothing else. Ends early at the first finding, and once the signal is given.
 */
export async function campaign(
  target: Target,
  cycles: number,
  seed: number,
  print: (text: string) => void = () => undefined,
  signal = new AbortController().signal,
): Promise<CampaignReport> {
  const dice = createDice(seed);
  const clients = new Clients(target);
  const times = new Map<string, number[]>();
  let done = 0;
  try {
    await target.prepare();
    const sessions = await target.sessions(CLIENTS);
    clients.price = await target.price();
    const verifier = new Verifier(target.databaseUrl(), clients, target.parts);
    const accepted = clients.firstAccepted();
    clients.start(sessions);
    await within(accepted);
    const goesOn = () => done < cycles && verifier.findings.length === 0 && !signal.aborted;
    for (; goesOn(); done += 1) {
      await pause(dice.int(...KILL_AFTER_MS));
      const what = victim(done + 1);
      const killedAt = performance.now();
      await target.kill(what);
      const back = clients.firstAccepted();
      await within(target.restart());
      const backAt = await within(back);
      if (backAt === null) verifier.findings.push(`no order was accepted after kill ${done + 1}`);
      const tookMs = (backAt ?? performance.now()) - killedAt;
      times.set(what, [...(times.get(what) ?? []), tookMs]);
      print(`${done + 1} ${what} back after ${Math.round(tookMs)} ms`);
      await verifier.look();
    }
    // What was lost may never be answered: then the finding is enough.
    if (verifier.findings.length === 0) {
      if ((await within(clients.close())) === null) verifier.findings.push('some never end');
      await target.stop();
      await verifier.look();
      verifier.finish();
    }
    if (verifier.findings.length === 0) await compareEngine(target, verifier);
    return reportOf(target, done, clients, verifier, times);
  } finally {
    clients.closed = true;
    clients.abandoned = true;
    await target.clean();
  }
}

/** What is awaited, or null when the patience is over. */
async function within<T>(awaited: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  try {
    return await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
}

function victim(cycle: number): 'engine' | 'database' | 'both' {
  if (cycle % BOTH_EVERY === 0) return 'both';
  return cycle % DATABASE_EVERY === 0 ? 'database' : 'engine';
}

/** An engine that loads what is left is in the state that the log makes. */
async function compareEngine(target: Target, verifier: Verifier): Promise<void> {
  const db = connectDatabase(target.databaseUrl(), { poolSize: 1 });
  const engine = createEngine({
    realm: 'demo',
    db,
    clock: { now: () => Date.now() },
    log: silentLog,
    parts: target.parts,
  });
  await engine.start();
  engine.sequencer.audit();
  if (engine.sequencer.stateHash() !== verifier.stateHash()) {
    verifier.findings.push('an engine that loads it has another state than the log makes');
  }
  await engine.stop();
  await db.close();
}

function reportOf(
  target: Target,
  cycles: number,
  clients: Clients,
  verifier: Verifier,
  times: ReadonlyMap<string, number[]>,
): CampaignReport {
  const sent = [...clients.sent.values()];
  return {
    target: target.name,
    cycles,
    commands: verifier.commands,
    answered: sent.filter(({ answer }) => answer !== null).length,
    findings: verifier.findings,
    backMs: Object.fromEntries([...times].map(([what, list]) => [what, spread(list)])),
  };
}

function spread(list: readonly number[]): { p50: number; p99: number; worst: number; n: number } {
  const sorted = list.map(Math.round).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] as number;
  return { p50: at(0.5), p99: at(0.99), worst: at(1), n: sorted.length };
}
