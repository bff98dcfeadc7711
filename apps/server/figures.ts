import type { Realm } from '@assay/core/ledger/realm';
import type { Gauge, Metrics } from '@assay/platform/metrics';
import type { Hub } from '@assay/platform/streams/hub';
import type { RealmEngine } from './realm.ts';

/** Adds the figures of engines and streams to /metrics; they are read at each request. */
export function addFigures(
  metrics: Metrics,
  engines: Readonly<Record<Realm, RealmEngine>>,
  hub: Hub,
  virtualAccountsLeft: () => number,
): void {
  const figure = (name: string, help: string, read: (gauge: Gauge) => void, labels?: string[]) => {
    const gauge = metrics.gauge(name, help, labels);
    (gauge as Gauge & { collect: () => void }).collect = () => read(gauge);
  };
  const each = (name: string, help: string, value: (engine: RealmEngine) => number) =>
    figure(
      name,
      help,
      (gauge) => {
        for (const engine of Object.values(engines)) {
          gauge.set({ realm: engine.realm }, value(engine));
        }
      },
      ['realm'],
    );
  each('assay_engine_commands_count', 'Commands decided since the realm began', (engine) => {
    return engine.status.seq;
  });
  each('assay_engine_waiting_count', 'Commands decided and not yet durable', (engine) => {
    return engine.status.waiting;
  });
  each('assay_engine_queued_count', 'Commands that wait for their turn, undecided', (engine) => {
    return engine.queued;
  });
  each('assay_engine_batches_count', 'Batches committed since the start', (engine) => {
    return engine.status.batches;
  });
  each('assay_engine_last_commit_seconds', 'Duration of the last commit', (engine) => {
    return engine.status.lastCommitMs / 1000;
  });
  each('assay_engine_ready_count', '1 when the engine takes commands', (engine) => {
    return engine.status.state === 'ready' ? 1 : 0;
  });
  figure('assay_virtual_accounts_left_count', 'Virtual accounts that can be opened', (gauge) => {
    gauge.set(virtualAccountsLeft());
  });
  figure('assay_stream_connections_count', 'Open WebSocket connections', (gauge) => {
    gauge.set(hub.figures().connections);
  });
  figure('assay_stream_channels_count', 'Channels that somebody reads', (gauge) => {
    gauge.set(hub.figures().channels);
  });
  figure('assay_stream_behind_count', 'Connections that cannot keep up', (gauge) => {
    gauge.set(hub.figures().behind);
  });
}
