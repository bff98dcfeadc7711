import { RichText } from '@assay/kit/display/rich-text.tsx';
import { Skeleton } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { PageHead, Stack } from '@assay/kit/page/page.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { usePreferences } from '../../lib/data/preferences.ts';
import { languageOf } from '../../lib/languages.ts';
import css from './content.module.css';

/** The API reference is a page of the server, not a screen of this app. */
const OUTSIDE = ['/docs'];

interface ArticleProps {
  text: CallOutput<'getText'>;
  trail?: readonly { readonly text: string; readonly to: string }[];
  /** Between the title and the text. */
  children?: ReactNode;
}

/** A text with its title and which edition it is. */
export function Article({ text, trail = [], children }: ArticleProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const language = usePreferences((preferences) => preferences.language);
  const { title, lead, document, number, at, own, lang, kind } = text;
  const { locale, dir } = languageOf(lang);
  return (
    <article className={css.article}>
      <PageHead title={title} lead={<bdi>{lead}</bdi>} trail={trail} />
      <Stack>
        {children}
        {lang === language ? null : <p className={css.note}>{t(($) => $.content.otherLanguage)}</p>}
        <div lang={locale} dir={dir}>
          <RichText document={document} outside={OUTSIDE} />
        </div>
        <p className={css.note}>
          {t(($) => $.content.version, { number, date: date(at) })}
          {own && kind === 'text' ? ` · ${t(($) => $.content.own)}` : null}
        </p>
      </Stack>
    </article>
  );
}

const LINES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** In the place of a text that is on its way. */
export function ArticleSkeleton() {
  return (
    <div className={css.waiting}>
      <Skeleton width="40%" height="1.5rem" />
      {LINES.map((line) => (
        <Skeleton key={line} width="min(100%, 60ch)" />
      ))}
    </div>
  );
}
