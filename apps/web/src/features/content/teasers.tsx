import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ways } from '@assay/kit/page/ways.tsx';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import css from './content.module.css';

type Teaser = CallOutput<'getTextsList'>['items'][number];

interface TeasersProps {
  items: readonly Teaser[];
  to(teaser: Teaser): string;
  /** With the day on which each was published. */
  dated?: boolean;
}

/** Titles that lead to their texts. */
export function Teasers({ items, to, dated = false }: TeasersProps) {
  const { t } = useTranslation();
  return (
    <Ways
      ways={items.map((item) => ({
        to: to(item),
        title: (
          <>
            <bdi>{item.title}</bdi>{' '}
            {item.pinned ? <Badge tone="accent">{t(($) => $.content.notices.pinned)}</Badge> : null}
          </>
        ),
        text: item.lead === '' ? undefined : <bdi>{item.lead}</bdi>,
        foot: dated ? <Instant at={item.at} className={css.when} /> : undefined,
      }))}
    />
  );
}
