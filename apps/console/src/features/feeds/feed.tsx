import type { CallOutput } from '@assay/core/schema/call';
import type { calls } from '@assay/modules/feeds/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { amount, dateTime, integer } from '../../lib/format.ts';
import css from '../../ui/sheet.module.css';
import { Loaded, Panel, Value } from '../../ui/sheet.tsx';

type FeedStatus = CallOutput<(typeof calls)['getFeedStatus']>;

const POLL_MS = 2000;

/** Where prices come from, the state of each source, and the index of every market. */
export function Feed() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['feed'],
    queryFn: ({ signal }) => call('getFeedStatus', {}, signal),
    refetchInterval: POLL_MS,
  });
  return (
    <Loaded query={query}>
      {(feed) => (
        <div className={css.pair}>
          <Panel title={t(($) => $.feeds.title)}>
            <Summary feed={feed} />
            <Sources sources={feed.sources} />
          </Panel>
          <Panel title={t(($) => $.feeds.indices)}>
            <Indices indices={feed.indices} />
          </Panel>
        </div>
      )}
    </Loaded>
  );
}

function Summary({ feed }: { feed: FeedStatus }) {
  const { t } = useTranslation();
  return (
    <>
      <dl className={css.values}>
        <Value label={t(($) => $.feeds.source)}>{t(($) => $.feeds.sources[feed.source])}</Value>
        <Value label={t(($) => $.feeds.setting)}>{t(($) => $.feeds.sources[feed.setting])}</Value>
        <Value label={t(($) => $.feeds.history)}>
          {feed.historyReady ? t(($) => $.feeds.ready) : t(($) => $.feeds.filling)}
        </Value>
        {feed.seedHash === '' ? null : (
          <Value label={t(($) => $.feeds.seed)} wide>
            {feed.seedHash}
          </Value>
        )}
      </dl>
      {feed.liveReachable ? <p className={css.note}>{t(($) => $.feeds.liveReachable)}</p> : null}
    </>
  );
}

function Sources({ sources }: { sources: FeedStatus['sources'] }) {
  const { t } = useTranslation();
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t(($) => $.feeds.name)}</th>
          <th scope="col">{t(($) => $.feeds.received)}</th>
          <th scope="col">{t(($) => $.feeds.failing)}</th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ source, heardAt, failing }) => (
          <tr key={source}>
            <td>{source}</td>
            <td>
              <bdi dir="ltr">{heardAt === 0 ? t(($) => $.feeds.never) : dateTime(heardAt)}</bdi>
            </td>
            <td className={failing === '' ? undefined : css.bad}>{failing || t(($) => $.none)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Indices({ indices }: { indices: FeedStatus['indices'] }) {
  const { t } = useTranslation();
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t(($) => $.feeds.index)}</th>
          <th scope="col" className={css.figure}>
            {t(($) => $.feeds.price)}
          </th>
          <th scope="col" className={css.figure}>
            {t(($) => $.feeds.tick)}
          </th>
          <th scope="col">{t(($) => $.feeds.at)}</th>
          <th scope="col">{t(($) => $.feeds.status)}</th>
        </tr>
      </thead>
      <tbody>
        {indices.map(({ index, price, n, at, status }) => (
          <tr key={index}>
            <td>{index}</td>
            <td className={css.figure}>
              <bdi dir="ltr">{price === '' ? t(($) => $.none) : amount(price)}</bdi>
            </td>
            <td className={css.figure}>
              <bdi dir="ltr">{integer(n)}</bdi>
            </td>
            <td>
              <bdi dir="ltr">{at === 0 ? t(($) => $.none) : dateTime(at)}</bdi>
            </td>
            <td className={status === 'fresh' ? css.good : css.bad}>
              {status === 'fresh' ? t(($) => $.feeds.fresh) : t(($) => $.feeds.stale)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
