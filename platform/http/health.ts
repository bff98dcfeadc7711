/** Reports whether a part works, and may give the reason. Must not throw for a mere "no". */
export type Probe = () => Health | Promise<Health>;

export interface Health {
  readonly ok: boolean;
  /** The part works in a reduced way: a person should look, a load balancer need not act. */
  readonly degraded?: boolean;
  /** A short explanation without secrets: `/health` is public. */
  readonly detail?: string;
  /** Figures of the part, under its own names. */
  readonly [count: string]: boolean | string | number | undefined;
}

export interface HealthReport {
  readonly ok: boolean;
  readonly status: 'well' | 'degraded' | 'down';
  readonly parts: Readonly<Record<string, Health>>;
}

/** A probe that does not answer in this time counts as broken. */
const PROBE_TIMEOUT_MS = 1000;

/** Runs all probes at once. A server that is stopping is down, whatever their results. */
export async function runProbes(
  probes: Readonly<Record<string, Probe>>,
  stopping: boolean,
): Promise<HealthReport> {
  const names = Object.keys(probes);
  const answers = await Promise.all(names.map((name) => run(probes[name]!)));
  const parts = Object.fromEntries(names.map((name, i) => [name, answers[i]!]));
  const ok = !stopping && answers.every((answer) => answer.ok);
  const degraded = answers.some((answer) => answer.degraded);
  return { ok, status: ok ? (degraded ? 'degraded' : 'well') : 'down', parts };
}

async function run(probe: Probe): Promise<Health> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Health>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, detail: 'no answer' }), PROBE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([Promise.resolve().then(probe), late]);
  } catch {
    return { ok: false, detail: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}
