/** Says whether a part works; may say why not. Must not throw for a mere "no". */
export type Probe = () => Health | Promise<Health>;

export interface Health {
  readonly ok: boolean;
  /** A few words for whoever looks, nothing secret: `/health` is public. */
  readonly detail?: string;
}

export interface HealthReport {
  readonly ok: boolean;
  readonly parts: Readonly<Record<string, Health>>;
}

/** A probe that does not answer in this time counts as broken. */
const PROBE_TIMEOUT_MS = 1000;

/** Asks all probes at once. */
export async function askProbes(probes: Readonly<Record<string, Probe>>): Promise<HealthReport> {
  const names = Object.keys(probes);
  const answers = await Promise.all(names.map((name) => ask(probes[name]!)));
  const parts = Object.fromEntries(names.map((name, i) => [name, answers[i]!]));
  return { ok: answers.every((answer) => answer.ok), parts };
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
