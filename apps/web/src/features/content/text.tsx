import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead, Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { CallError } from '../../lib/api/errors.ts';
import { api } from '../../lib/data/services.ts';
import { useTitle } from '../../ui/use-title.ts';
import { Announced } from './announced.tsx';
import { Article, ArticleSkeleton } from './article.tsx';
import { COINS, NoCoin, TradeCoin } from './coins.tsx';
import { Teasers } from './teasers.tsx';
import { useText, useTexts } from './use-content.ts';

/** One text, or that there is none of this name. */
export function Text({ id }: { id: string }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { data, error, refetch } = useText(id, Number(params.get('edition')) || undefined);
  useTitle(data?.title ?? t(($) => $.content.texts.title), data?.lead || undefined);
  const trail = useTrail(data?.kind ?? '');
  if (error !== null && data === undefined) {
    const isGone = error instanceof CallError && error.kind === 'refusal';
    const gone = id.startsWith('coin-') ? <NoCoin /> : <Gone />;
    return <Page>{isGone ? gone : <Failure onRetry={() => void refetch()} />}</Page>;
  }
  return (
    <Page width="page">
      {data === undefined ? (
        <Waiting />
      ) : (
        <TwoColumns aside={<Beside of={data} />}>
          <Article text={data} trail={trail}>
            {data.kind === 'coin' ? <TradeCoin of={data.key} /> : null}
            <Announced text={data} to={`/text?id=${data.key}`} />
          </Article>
        </TwoColumns>
      )}
    </Page>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t(($) => $.content.texts.title)} />
      <ArticleSkeleton />
    </>
  );
}

function useTrail(kind: string) {
  const { t } = useTranslation();
  if (kind === 'help') return [{ text: t(($) => $.content.help.title), to: '/help' }];
  if (kind === 'coin') return [{ text: t(($) => $.content.coins.title), to: COINS }];
  if (kind === 'text') return [];
  return [{ text: t(($) => $.content.notices.title), to: '/notice' }];
}

/** What else there is of the kind; for the operator's own page how to reach them. */
function Beside({ of }: { of: { readonly key: string; readonly kind: string; section: string } }) {
  const { t } = useTranslation();
  const isHelp = of.kind === 'help';
  const names: Readonly<Record<string, string>> = {
    help: t(($) => $.content.help.more),
    coin: t(($) => $.content.coins.others),
  };
  const input =
    isHelp && of.section !== ''
      ? { kind: 'help' as const, section: of.section as 'start' }
      : { kind: of.kind === 'coin' ? ('coin' as const) : ('text' as const) };
  const { data } = useTexts(input);
  const others = data?.items.filter(({ key }) => key !== of.key) ?? [];
  return (
    <Stack>
      {of.key === 'about' || of.key === '1' ? <Contact /> : null}
      <nav aria-label={names[of.kind] ?? t(($) => $.content.others)}>
        <Teasers
          items={others.map((other) => ({ ...other, lead: '' }))}
          to={({ key }) => (isHelp ? `/helpDetail?id=${key}` : `/text?id=${key}`)}
        />
      </nav>
    </Stack>
  );
}

function Contact() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['param'],
    queryFn: ({ signal }) => api.call('getParam', {}, { signal, quiet: true }),
    staleTime: Infinity,
  });
  if (data === undefined) return null;
  return (
    <Callout title={t(($) => $.content.about.contact)}>
      {data.contact === '' ? (
        t(($) => $.content.about.noContact)
      ) : (
        <a href={`mailto:${data.contact}`}>
          {t(($) => $.content.about.write, { address: data.contact })}
        </a>
      )}
    </Callout>
  );
}

function Gone() {
  const { t } = useTranslation();
  return (
    <EmptyState
      heading
      title={t(($) => $.content.none.title)}
      text={t(($) => $.content.none.text)}
      action={
        <Button component={Link} to="/help" variant="default">
          {t(($) => $.content.none.help)}
        </Button>
      }
    />
  );
}
