import { EmptyState, Failure } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useTitle } from '../../ui/use-title.ts';
import { ArticleSkeleton } from './article.tsx';
import { Teasers } from './teasers.tsx';
import { useAnnouncements } from './use-content.ts';

/** Entries on one page, as the server sends them. */
const PAGE_SIZE = 20;

/** What the operator announces, the latest first and what is pinned before it. */
export function Announcements() {
  const { t } = useTranslation();
  const title = t(($) => $.content.notices.title);
  const lead = t(($) => $.content.notices.lead);
  useTitle(title, lead);
  const [params, setParams] = useSearchParams();
  const kind = params.get('kind') === 'news' ? 'news' : 'notice';
  const page = Math.max(1, Number(params.get('page')) || 1);
  const { data, isError, refetch } = useAnnouncements(kind, page);
  const goTo = (to: number) => setParams({ kind, page: String(to) });
  return (
    <Page width="page">
      <PageHead title={title} lead={lead} />
      <Tabs
        bare
        label={t(($) => $.content.notices.kinds)}
        tabs={(['notice', 'news'] as const).map((name) => ({
          name,
          text: t(($) => $.content.notices[name]),
        }))}
        value={kind}
        onChange={(name) => setParams({ kind: name })}
      >
        {isError && data === undefined ? <Failure onRetry={() => void refetch()} /> : null}
        {data === undefined && !isError ? <ArticleSkeleton /> : null}
        {data?.total === 0 ? (
          <EmptyState
            compact
            title={t(($) => $.content.notices.empty)}
            text={t(($) => $.content.notices.emptyText)}
          />
        ) : null}
        {data === undefined || data.total === 0 ? null : (
          <Teasers dated items={data.items} to={({ key }) => `/notice?id=${key}`} />
        )}
        {page > 1 ? (
          <Button variant="default" onClick={() => goTo(page - 1)}>
            {t(($) => $.kit.previous)}
          </Button>
        ) : null}
        {data !== undefined && data.total > page * PAGE_SIZE ? (
          <Button variant="default" onClick={() => goTo(page + 1)}>
            {t(($) => $.kit.next)}
          </Button>
        ) : null}
      </Tabs>
    </Page>
  );
}
