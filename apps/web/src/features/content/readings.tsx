import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Label } from '@assay/kit/display/panel.tsx';
import { Skeleton } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkets, useTickers } from '../../lib/data/markets.ts';
import { api, stream } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';
import { tradedIn } from '../../lib/data/traded-in.ts';
import css from './hero.module.css';

/** The public figures of this server, all of them counted by the server. */
export function Readings() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['new_data'],
    queryFn: ({ signal }) => api.call('new_data', {}, { signal, quiet: true }),
    refetchInterval: 30_000,
  });
  const sequence = useSequence();
  return (
    <section className={css.readings} data-live="" aria-label={t(($) => $.home.figures.label)}>
      <div className={css.sequence}>
        <Label>{t(($) => $.home.figures.sequence)}</Label>
        <div className={css.counter}>
          {sequence === null ? (
            <Skeleton width="9rem" height="2rem" />
          ) : (
            <Ltr>{format.integer(sequence)}</Ltr>
          )}
        </div>
        <span className={css.ruler} aria-hidden="true" />
      </div>
      <dl className={css.figures}>
        <TradedHere real={data?.volume24h} />
        <Reading label={t(($) => $.home.figures.markets)}>
          {data && format.integer(data.markets)}
        </Reading>
        <Reading label={t(($) => $.home.figures.users)}>
          {data && format.integer(data.users)}
        </Reading>
        <Reading label={t(($) => $.home.figures.countries)}>
          {data && format.integer(data.countries)}
        </Reading>
        <Reading label={t(($) => $.home.figures.tools)}>
          {data && format.integer(data.tools)}
        </Reading>
      </dl>
      <p className={css.source}>{t(($) => $.home.figures.note)}</p>
    </section>
  );
}

/** What was traded where the visitor is: the server counts the real books, the lists show both. */
function TradedHere({ real }: { real: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const markets = useMarkets().data;
  const tickers = useTickers();
  if (useRealm() === 'real') {
    return (
      <Reading label={t(($) => $.home.figures.volume)}>{real && format.compact(real)}</Reading>
    );
  }
  const virtual = markets && tradedIn('USDT', markets, (market) => tickers.get(market.market));
  return (
    <Reading label={t(($) => $.home.figures.volumeVirtual)}>
      {virtual && format.compact(virtual)}
    </Reading>
  );
}

function Reading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.reading}>
      <dt>{label}</dt>
      <dd>{children ? <Ltr>{children}</Ltr> : <Skeleton width="4rem" height="1.25rem" />}</dd>
    </div>
  );
}

/** The engine's latest sequence number, which the stream publishes every few seconds. */
function useSequence(): number | null {
  const [sequence, setSequence] = useState<number | null>(null);
  useEffect(() => {
    const take = (data: unknown) => setSequence((data as { engineSeq: number }).engineSeq);
    return stream.subscribe('status', { snapshot: take, delta: take });
  }, []);
  return sequence;
}
