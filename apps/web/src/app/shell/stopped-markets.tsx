import { Instant } from '@assay/kit/display/figures.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';

const LOOK_EVERY_MS = 10_000;

/** The markets that staff have halted, why and until when, for every user on every screen. */
export function StoppedMarkets() {
  const { t } = useTranslation();
  const realm = useRealm();
  const { data } = useQuery({
    queryKey: ['stops', realm],
    queryFn: ({ signal }) => api.call('getMarketStops', { realm }, { signal, quiet: true }),
    refetchInterval: LOOK_EVERY_MS,
  });
  return data?.stops.map(({ market, reason, until }) => (
    <Callout key={market} tone="warning" live title={t(($) => $.shell.stopped.title, { market })}>
      {t(($) => $.shell.stopped.reason)} <bdi>{reason}</bdi>
      <br />
      {t(($) => $.shell.stopped.until)} <Instant at={until} />
    </Callout>
  ));
}
