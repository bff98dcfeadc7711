import { Skeleton } from '@assay/kit/feedback/states.tsx';
import { useTranslation } from 'react-i18next';
import css from './screen-skeleton.module.css';

/** The skeleton of a screen that is loading: a heading and a table, as on most screens. */
export function ScreenSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={css.skeleton} role="status">
      <span className="seen-by-ear">{t(($) => $.shell.loading)}</span>
      <Skeleton width="16rem" height="1.75rem" />
      <Skeleton height="2.25rem" />
      {[...Array(8).keys()].map((i) => (
        <Skeleton key={i} height="1.75rem" />
      ))}
    </div>
  );
}
