/** Says whether a part works; may say why not. Must not throw for a mere "no". */
export type Probe = () => Health | Promise<Health>;

export interface Health {
  readonly ok: boolean;
  /** It works with less than it should have: a person should look, a balancer need not act. */
  readonly degraded?: boolean;
  /** A few words for whoever looks, nothing secret: `/health` is public. */
  readonly detail?: string;
  /** What the part counts, under names of its own. */
  readonly [count: string]: boolean | string | number | undefined;
}

export interface HealthReport {
  readonly ok: boolean;
  readonly status: 'well' | 'degraded' | 'down';
  readonly parts: Readonly<Record<string, Health>>;
}

/** A probe that does not answer in this time counts as broken. */
const PROBE_TIMEOUT_MS = 1000;

/** Asks all probes at once. A server that is stopping is down, whatever they say. */
export async function askProbes(
  probes: Readonly<Record<string, Probe>>,
  stopping: boolean,
): Promise<HealthReport> {
  const names = Object.keys(probes);
  const answers = await Promise.all(names.map((name) => ask(probes[name]!)));
  const parts = Object.fromEntries(names.map((name, i) => [name, answers[i]!]));
  const ok = !stopping && answers.every((answer) => answer.ok);
  const degraded = answers.some((answer) => answer.degraded);
  return { ok, status: ok ? (degraded ? 'degraded' : 'well') : 'down', parts };
}

async function ask(probe: Probe): Promise<Health> {
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
