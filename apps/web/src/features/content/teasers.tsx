import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
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
    <ul className={css.list}>
      {items.map((item) => (
        <li key={item.key}>
          <Link to={to(item)} className={css.teaser}>
            <strong>
              <bdi>{item.title}</bdi>{' '}
              {item.pinned ? (
                <Badge tone="accent">{t(($) => $.content.notices.pinned)}</Badge>
              ) : null}
            </strong>
            {item.lead === '' ? null : (
              <span>
                <bdi>{item.lead}</bdi>
              </span>
            )}
            {dated ? <Instant at={item.at} className={css.when} /> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}
