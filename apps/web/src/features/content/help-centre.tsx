import { EmptyState, Failure } from '@assay/kit/feedback/states.tsx';
import { SearchField } from '@assay/kit/input/search-field.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../ui/use-title.ts';
import { ArticleSkeleton } from './article.tsx';
import css from './content.module.css';
import { Teasers } from './teasers.tsx';
import { useTexts } from './use-content.ts';

/** As in the module's rules, which load no schema here. */
const SECTIONS = ['start', 'security', 'trading', 'money', 'programs'] as const;
const SEARCH_MAX = 80;

const toArticle = ({ key }: { readonly key: string }) => `/helpDetail?id=${key}`;

/** Every article by its part, or those that have the words that are searched for. */
export function HelpCentre() {
  const { t } = useTranslation();
  const title = t(($) => $.content.help.title);
  const lead = t(($) => $.content.help.lead);
  useTitle(title, lead);
  const [typed, type] = useState('');
  const search = useDeferredValue(typed.trim());
  const { data, isError, refetch } = useTexts({ kind: 'help', search });
  return (
    <Page width="page">
      <PageHead title={title} lead={lead} />
      <Stack>
        <div className={css.search}>
          <SearchField
            label={t(($) => $.content.help.search)}
            value={typed}
            onChange={(text) => type(text.slice(0, SEARCH_MAX))}
          />
        </div>
        {isError && data === undefined ? <Failure onRetry={() => void refetch()} /> : null}
        {data === undefined && !isError ? <ArticleSkeleton /> : null}
        {data === undefined ? null : search === '' ? (
          <Sections items={data.items} />
        ) : (
          <Found items={data.items} total={data.total} />
        )}
      </Stack>
    </Page>
  );
}

type Items = NonNullable<ReturnType<typeof useTexts>['data']>['items'];

function Sections({ items }: { items: Items }) {
  const { t } = useTranslation();
  const there = SECTIONS.filter((section) => items.some((item) => item.section === section));
  const loose = items.filter(({ section }) => section === '');
  return (
    <div className={css.sections}>
      {there.map((section) => (
        <section key={section} aria-label={t(($) => $.content.help.sections[section])}>
          <h2>{t(($) => $.content.help.sections[section])}</h2>
          <Teasers items={items.filter((item) => item.section === section)} to={toArticle} />
        </section>
      ))}
      {loose.length === 0 ? null : <Teasers items={loose} to={toArticle} />}
    </div>
  );
}

function Found({ items, total }: { items: Items; total: number }) {
  const { t } = useTranslation();
  if (total === 0) {
    const text = t(($) => $.content.help.nothingText);
    return <EmptyState compact title={t(($) => $.content.help.nothing)} text={text} />;
  }
  return (
    <>
      <p className={css.note} role="status">
        {t(($) => $.content.help.found, { count: total })}
      </p>
      <Teasers items={items} to={toArticle} />
    </>
  );
}
