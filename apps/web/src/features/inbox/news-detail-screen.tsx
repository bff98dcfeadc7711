import { Instant } from '@assay/kit/display/figures.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { CallError } from '../../lib/api/errors.ts';
import { usePreferences } from '../../lib/data/preferences.ts';
import { api } from '../../lib/data/services.ts';
import { AccountNav } from '../../ui/account-nav.tsx';
import { useTitle } from '../../ui/use-title.ts';

/** /newsDetail: one message; to look at it marks it as read. */
export default function NewsDetailScreen() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const messageId = Number(params.get('id')) || 0;
  const language = usePreferences((preferences) => preferences.language);
  const { data, error, refetch } = useQuery({
    queryKey: ['message', messageId, language],
    queryFn: ({ signal }) => api.call('getMessage', { messageId }, { signal, quiet: true }),
    enabled: messageId > 0,
    retry: false,
  });
  useRead(data?.read === false ? messageId : 0);
  const title = data?.title ?? t(($) => $.inbox.message);
  useTitle(title);
  const isGone = messageId === 0 || (error instanceof CallError && error.kind === 'refusal');
  return (
    <Page width="page" side={<AccountNav />}>
      <PageHead title={title} trail={[{ text: t(($) => $.inbox.title), to: '/news' }]} />
      {isGone ? (
        <EmptyState title={t(($) => $.inbox.gone)} text={t(($) => $.inbox.goneText)} />
      ) : data === undefined && error !== null ? (
        <Failure onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton width="60%" />
      ) : (
        <Stack>
          <Instant at={data.at} />
          <p>
            <bdi>{data.text}</bdi>
          </p>
          <div>
            <Button component={Link} to={data.link}>
              {t(($) => $.inbox.look)}
            </Button>
          </div>
        </Stack>
      )}
    </Page>
  );
}

function useRead(messageId: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (messageId === 0) return;
    api
      .call('readMessages', { messageId }, { quiet: true })
      .then(() => queries.invalidateQueries({ queryKey: ['messages'] }))
      .catch(() => undefined);
  }, [messageId, queries]);
}
