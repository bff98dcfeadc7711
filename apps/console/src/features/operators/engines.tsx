import type { EngineView } from '@assay/modules/operators/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { integer } from '../../lib/format.ts';
import css from '../../ui/sheet.module.css';
import { Loaded, Panel, Value } from '../../ui/sheet.tsx';

const POLL_MS = 1000;

/** Both engines side by side: how far their logs have come and how they keep up. */
export function Engines() {
  const query = useQuery({
    queryKey: ['engines'],
    queryFn: ({ signal }) => call('getEngineStatus', {}, signal),
    refetchInterval: POLL_MS,
  });
  return (
    <Loaded query={query}>
      {({ engines }) => (
        <div className={css.pair}>
          {engines.map((engine) => (
            <EnginePanel key={engine.realm} engine={engine} />
          ))}
        </div>
      )}
    </Loaded>
  );
}

function EnginePanel({ engine }: { engine: EngineView }) {
  const { t } = useTranslation();
  const realm = t(($) => $.engines[engine.realm]);
  return (
    <Panel title={t(($) => $.engines.title, { realm })}>
      <dl className={css.values}>
        <Value label={t(($) => $.engines.state)}>
          <span className={engine.state === 'ready' ? css.good : css.bad}>
            {t(($) => $.engines.states[engine.state])}
          </span>
        </Value>
        {engine.finding !== '' && (
          <Value label={t(($) => $.engines.finding)} wide>
            {engine.finding}
          </Value>
        )}
        <Value label={t(($) => $.engines.seq)}>{integer(engine.seq)}</Value>
        <Value label={t(($) => $.engines.durableSeq)}>{integer(engine.durableSeq)}</Value>
        <Value label={t(($) => $.engines.waiting)}>{integer(engine.waiting)}</Value>
        <Value label={t(($) => $.engines.lastCommit)}>
          {t(($) => $.engines.ms, { ms: engine.lastCommitMs.toFixed(1) })}
        </Value>
        <Value label={t(($) => $.engines.batches)}>{integer(engine.batches)}</Value>
        <Value label={t(($) => $.engines.epoch)}>{integer(engine.epoch)}</Value>
        <Value label={t(($) => $.engines.head)} wide>
          {engine.head}
        </Value>
      </dl>
    </Panel>
  );
}
