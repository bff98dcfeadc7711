import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('OPSX-055 figures follow one naming rule and come out as text', async () => {
  const metrics = createMetrics();
  metrics.counter('assay_orders_total', 'Orders', ['side']).inc({ side: 'buy' });
  metrics.gauge('assay_queue_count', 'Waiting').set(3);
  metrics.histogram('assay_commit_seconds', 'Commit', [0.01, 0.1]).observe(0.05);
  const text = await metrics.registry.metrics();
  expect(text).toContain('assay_orders_total{side="buy"} 1');
  expect(text).toContain('assay_commit_seconds_bucket{le="0.1"} 1');
  expect(() => metrics.counter('orders', 'Orders')).toThrow(/naming rule/);
  expect(() => metrics.gauge('assay_commit_ms', 'ms is no unit here')).toThrow(/naming rule/);
});

test('OPSX-055 two sets of figures in one process are independent', async () => {
  createMetrics().counter('assay_a_total', 'a').inc();
  const text = await createMetrics().registry.metrics();
  expect(text).not.toContain('assay_a_total');
});
