import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export type { Gauge } from 'prom-client';

/**
 * The figures of one process, in Prometheus' format at /metrics. Names start with `assay_`, end
 * in their unit, and carry only labels with few values: never a user, an order or an address.
 */
export interface Metrics {
  readonly registry: Registry;
  counter(name: string, help: string, labels?: string[]): Counter;
  gauge(name: string, help: string, labels?: string[]): Gauge;
  /** `buckets` in the unit of the name. */
  histogram(name: string, help: string, buckets: number[], labels?: string[]): Histogram;
}

const metricName = /^assay_[a-z0-9_]+_(total|seconds|bytes|count|info|ratio)$/;

/** `registry` is the one that the HTTP server exposes; tests use a new one. */
export function createMetrics(registry: Registry = new Registry()): Metrics {
  const common = (name: string, help: string, labelNames: string[]) => {
    if (!metricName.test(name)) throw new Error(`Metric ${name} breaks the naming rule.`);
    return { name, help, labelNames, registers: [registry] };
  };
  return {
    registry,
    counter: (name, help, labels = []) => new Counter(common(name, help, labels)),
    gauge: (name, help, labels = []) => new Gauge(common(name, help, labels)),
    histogram: (name, help, buckets, labels = []) =>
      new Histogram({ ...common(name, help, labels), buckets }),
  };
}
