import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Label } from '@assay/kit/display/panel.tsx';
import { Skeleton } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, stream } from '../../lib/data/services.ts';
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
    <section className={css.readings} aria-label={t(($) => $.home.figures.label)}>
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
        <Reading label={t(($) => $.home.figures.volume)}>
          {data && format.compact(data.volume24h)}
        </Reading>
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
