import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Loaded } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Grid } from '@assay/kit/page/page.tsx';
import type { EngineView } from '@assay/modules/operators/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';

const POLL_MS = 1000;

/** How the states of an engine are shown. */
const STATES: StatusMap<EngineView['state']> = {
  starting: { tone: 'warning', label: (t) => t(($) => $.engines.states.starting) },
  ready: { tone: 'good', label: (t) => t(($) => $.engines.states.ready) },
  recovering: { tone: 'warning', label: (t) => t(($) => $.engines.states.recovering) },
  halted: { tone: 'bad', label: (t) => t(($) => $.engines.states.halted) },
  stopped: { tone: 'bad', label: (t) => t(($) => $.engines.states.stopped) },
};

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
        <Grid least="30rem">
          {engines.map((engine) => (
            <EnginePanel key={engine.realm} engine={engine} />
          ))}
        </Grid>
      )}
    </Loaded>
  );
}

function EnginePanel({ engine }: { engine: EngineView }) {
  const { t } = useTranslation();
  const { integer } = useFormat();
  const realm = t(($) => $.engines[engine.realm]);
  const stopped = { label: t(($) => $.engines.finding), value: engine.finding, wide: true };
  return (
    <Panel
      title={t(($) => $.engines.title, { realm })}
      tools={<StatusBadge map={STATES} state={engine.state} />}
    >
      <KeyValues
        columns={3}
        items={[
          ...(engine.finding === '' ? [] : [stopped]),
          { label: t(($) => $.engines.seq), value: integer(engine.seq) },
          { label: t(($) => $.engines.durableSeq), value: integer(engine.durableSeq) },
          { label: t(($) => $.engines.waiting), value: integer(engine.waiting) },
          {
            label: t(($) => $.engines.lastCommit),
            value: t(($) => $.engines.ms, { ms: engine.lastCommitMs.toFixed(1) }),
          },
          { label: t(($) => $.engines.batches), value: integer(engine.batches) },
          { label: t(($) => $.engines.epoch), value: integer(engine.epoch) },
          { label: t(($) => $.engines.head), value: <Ltr>{engine.head}</Ltr>, wide: true },
        ]}
      />
    </Panel>
  );
}
