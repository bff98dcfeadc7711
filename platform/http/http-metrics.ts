import { collectDefaultMetrics, Registry } from 'prom-client';

/** Upper bounds of the latency histogram, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Times and outcomes of one call. Plain counters, because every request is timed. */
export class CallTimes {
  readonly name: string;
  readonly #codes = new Map<number, number>();
  readonly #buckets = new Float64Array(BOUNDS.length + 1);
  #sum = 0;

  constructor(name: string) {
    this.name = name;
  }

  record(code: number, seconds: number): void {
    this.#codes.set(code, (this.#codes.get(code) ?? 0) + 1);
    this.#sum += seconds;
    let i = 0;
    while (i < BOUNDS.length && seconds > BOUNDS[i]!) i += 1;
    this.#buckets[i]! += 1;
  }

  /** Adds the lines of this call to those of each metric. */
  lines(counts: string[], durations: string[]): void {
    for (const [code, count] of this.#codes) {
      counts.push(`assay_http_calls_total{call="${this.name}",code="${code}"} ${count}`);
    }
    let total = 0;
    for (let i = 0; i <= BOUNDS.length; i++) {
      total += this.#buckets[i]!;
      const bound = i === BOUNDS.length ? '+Inf' : BOUNDS[i];
      const label = `call="${this.name}",le="${bound}"`;
      durations.push(`assay_http_call_seconds_bucket{${label}} ${total}`);
    }
    if (total === 0) durations.length -= BOUNDS.length + 1;
    else {
      durations.push(`assay_http_call_seconds_sum{call="${this.name}"} ${this.#sum}`);
      durations.push(`assay_http_call_seconds_count{call="${this.name}"} ${total}`);
    }
  }
}

/** Everything that `/metrics` shows. Other parts register their metrics in `registry`. */
export class HttpMetrics {
  readonly registry: Registry;
  readonly #calls = new Map<string, CallTimes>();

  constructor(registry: Registry = new Registry()) {
    this.registry = registry;
    collectDefaultMetrics({ register: registry });
  }

  /** One for each name, also where two servers answer the call. */
  call(name: string): CallTimes {
    const times = this.#calls.get(name) ?? new CallTimes(name);
    this.#calls.set(name, times);
    return times;
  }

  /** The Prometheus text format, version 0.0.4. */
  async text(): Promise<string> {
    const counts = [
      '# HELP assay_http_calls_total Calls answered, by envelope code.',
      '# TYPE assay_http_calls_total counter',
    ];
    const durations = [
      '# HELP assay_http_call_seconds Time from request to answer.',
      '# TYPE assay_http_call_seconds histogram',
    ];
    for (const call of this.#calls.values()) call.lines(counts, durations);
    return `${await this.registry.metrics()}\n${[...counts, ...durations].join('\n')}\n`;
  }
}
