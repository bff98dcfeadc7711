import { Instant } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { stoppedMarket } from '@assay/modules/emergency/rules';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';

const LOOK_EVERY_MS = 10_000;

/** What staff have stopped, why and until when, for every user on every screen. */
export function EmergencyStops() {
  const { t } = useTranslation();
  const realm = useRealm();
  const { data } = useQuery({
    queryKey: ['stops', realm],
    queryFn: ({ signal }) => api.call('getEmergencyStops', { realm }, { signal, quiet: true }),
    refetchInterval: LOOK_EVERY_MS,
  });
  return data?.stops.map(({ subject, reason, until }) => {
    const market = stoppedMarket(subject);
    const title =
      market === null
        ? t(($) => $.shell.stopped.withdrawals)
        : t(($) => $.shell.stopped.title, { market });
    return (
      <Callout key={subject} tone="warning" live title={title}>
        <Sentence parts={{ reason: <bdi>{reason}</bdi> }}>
          {(put) => t(($) => $.shell.stopped.reason, put)}
        </Sentence>
        <br />
        <Sentence parts={{ until: <Instant at={until} /> }}>
          {(put) =>
            market === null
              ? t(($) => $.shell.stopped.noWithdrawals, put)
              : t(($) => $.shell.stopped.until, put)
          }
        </Sentence>
      </Callout>
    );
  });
}
