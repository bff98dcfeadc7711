import { Panel } from '@assay/kit/display/panel.tsx';
import { Notices } from '@assay/kit/feedback/notices.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead, TwoColumns } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { usePreferences } from '../../lib/data/preferences.ts';
import { api } from '../../lib/data/services.ts';
import { useUnread } from '../../lib/data/unread.ts';
import { AccountNav } from '../../ui/account-nav.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { Channels } from './channels.tsx';

const FILTERS = [
  ...(['all', 'unread', 'security', 'verification'] as const),
  ...(['support', 'alert', 'money', 'orders'] as const),
] as const;
type Filter = (typeof FILTERS)[number];
const PAGE_SIZE = 20;

/** /news: my messages, and by which channels they reach me. */
export default function NewsScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.inbox.title);
  const lead = t(($) => $.inbox.lead);
  useTitle(title, lead);
  return (
    <Page side={<AccountNav />}>
      <PageHead title={title} lead={lead} />
      <TwoColumns aside={<Channels />}>
        <Panel>
          <Messages />
        </Panel>
      </TwoColumns>
    </Page>
  );
}

function Messages() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [filter, setFilter] = useState<Filter>('all');
  const unread = useUnread();
  const query = useMessages(filter);
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  // Whatever has come or was read elsewhere changes the number.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number is what is waited for
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['messages'] });
  }, [unread, queries]);
  const readAll = () =>
    void api
      .call('readMessages', {})
      .catch(() => undefined)
      .then(() => queries.invalidateQueries({ queryKey: ['messages'] }));
  const found = data?.pages.flatMap(({ messages }) => messages);
  return (
    <Notices<Filter>
      label={t(($) => $.inbox.title)}
      notices={found?.map(({ messageId, title, text, at, read }) => ({
        ...{ id: String(messageId), title, text, at, unread: !read },
      }))}
      unread={data?.pages[0]?.unread ?? unread}
      now={Date.now()}
      failed={isError}
      onRetry={() => void refetch()}
      empty={<EmptyState compact title={t(($) => $.inbox.empty)} />}
      filters={FILTERS.map((value) => ({ value, text: t(($) => $.inbox.filters[value]) }))}
      filter={filter}
      onFilter={setFilter}
      onOpen={(id) => void navigate(`/newsDetail?id=${id}`)}
      onReadAll={readAll}
      more={
        hasNextPage ? (
          <Button
            size="xs"
            variant="default"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t(($) => $.inbox.older)}
          </Button>
        ) : undefined
      }
    />
  );
}

function useMessages(filter: Filter) {
  const language = usePreferences((preferences) => preferences.language);
  return useInfiniteQuery({
    queryKey: ['messages', filter, language],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam }) => {
      const kind = filter === 'all' || filter === 'unread' ? {} : { kind: filter };
      const before = pageParam === 0 ? {} : { before: pageParam };
      const input = { ...kind, ...before, unread: filter === 'unread', limit: PAGE_SIZE };
      return api.call('getMessages', input, { signal, quiet: true });
    },
    getNextPageParam: ({ messages }) =>
      messages.length < PAGE_SIZE ? undefined : messages.at(-1)?.messageId,
  });
}
