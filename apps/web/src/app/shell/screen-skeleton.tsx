import { useTranslation } from 'react-i18next';
import { Bone } from '../../ui/states.tsx';
import css from './screen-skeleton.module.css';

/** The skeleton of a screen that is loading: a heading and a table, as on most screens. */
export function ScreenSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={css.bones} role="status">
      <span className="seen-by-ear">{t(($) => $.shell.loading)}</span>
      <Bone width="16rem" height="1.75rem" />
      <Bone height="2.25rem" />
      {[...Array(8).keys()].map((i) => (
        <Bone key={i} height="1.75rem" />
      ))}
    </div>
  );
}
