import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Failure } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Page, TwoColumns } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { CallOutput } from '../../lib/api/tables.ts';
import { usePreferences } from '../../lib/data/preferences.ts';
import { api } from '../../lib/data/services.ts';
import { useHasAccount } from '../../lib/data/session.ts';
import { useTitle } from '../../ui/use-title.ts';
import { Announced } from './announced.tsx';
import { Article, ArticleSkeleton } from './article.tsx';
import css from './content.module.css';

type Agreement = CallOutput<'getAgreement'>;

/** /agreement: the agreement in any of its editions, and which of them this person has accepted. */
export default function AgreementScreen() {
  const { t } = useTranslation();
  useTitle(
    t(($) => $.content.agreement.title),
    t(($) => $.content.agreement.lead),
  );
  const language = usePreferences((preferences) => preferences.language);
  const [params] = useSearchParams();
  const edition = Number(params.get('edition')) || undefined;
  const { data, isError, refetch } = useQuery({
    queryKey: ['agreement', edition, language],
    queryFn: ({ signal }) =>
      api.call('getAgreement', edition === undefined ? {} : { edition }, { signal, quiet: true }),
    retry: false,
  });
  if (isError && data === undefined) {
    return <Page>{<Failure onRetry={() => void refetch()} />}</Page>;
  }
  return (
    <Page width="page">
      {data === undefined ? (
        <ArticleSkeleton />
      ) : (
        <TwoColumns aside={<Editions agreement={data} />}>
          <Article text={data.text}>
            <Announced text={data.text} to="/agreement" />
            <Acceptance agreement={data} />
          </Article>
        </TwoColumns>
      )}
    </Page>
  );
}

function Acceptance({ agreement }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { text, current, accepted } = agreement;
  const mine = accepted.find(({ edition }) => edition === text.edition);
  if (mine !== undefined) {
    const date = dateTime(mine.at);
    return <Callout tone="success">{t(($) => $.content.agreement.accepted, { date })}</Callout>;
  }
  if (text.state === 'earlier' || text.state === 'withdrawn') return null;
  const hasChanged = text.edition === current && accepted.length > 0;
  return <Accept edition={text.edition} before={hasChanged} />;
}

/** A person without an account of their own has nothing to accept it for. */
function Accept({ edition, before }: { edition: number; before: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const hasAccount = useHasAccount();
  const [busy, setBusy] = useState(false);
  if (hasAccount !== true) return null;
  const accept = () => {
    setBusy(true);
    api
      .call('acceptAgreement', { edition })
      .then(() => toastSuccess(t(($) => $.content.agreement.done)))
      .catch(() => undefined)
      .finally(() => {
        setBusy(false);
        void queries.invalidateQueries({ queryKey: ['agreement'] });
      });
  };
  const button = (
    <Button loading={busy} onClick={accept}>
      {t(($) => $.content.agreement.accept)}
    </Button>
  );
  if (!before) return <div>{button}</div>;
  return (
    <Callout tone="warning" title={t(($) => $.content.agreement.changed)} action={button}>
      {t(($) => $.content.agreement.changedText)}
    </Callout>
  );
}

function Editions({ agreement }: { agreement: Agreement }) {
  const { editions, current, accepted, announced: next } = agreement;
  const { t } = useTranslation();
  return (
    <Panel title={t(($) => $.content.agreement.editions)}>
      <ul className={css.editions}>
        {editions.map(({ edition, number, at }) => (
          <li key={edition}>
            <Link to={`/agreement?edition=${edition}`}>
              <Sentence parts={{ number: `${number}`, at: <Instant at={at} /> }}>
                {(put) => t(($) => $.content.agreement.editionAt, put)}
              </Sentence>
              {edition === current ? (
                <Badge tone="accent">{t(($) => $.content.agreement.present)}</Badge>
              ) : null}
              {edition === next?.edition ? (
                <Badge tone="warning">{t(($) => $.content.changes.announced)}</Badge>
              ) : null}
              {accepted.some((one) => one.edition === edition) ? (
                <Badge tone="good">{t(($) => $.content.agreement.yours)}</Badge>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
