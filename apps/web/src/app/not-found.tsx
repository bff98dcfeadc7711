import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { IconCompassOff } from '@assay/kit/icons/compass-off.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTitle } from '../ui/use-title.ts';
import css from './not-found.module.css';

/** Shown at /404 and every address without a route. */
export function NotFound() {
  const { t } = useTranslation();
  const title = t(($) => $.coming.missing.title);
  useTitle(title);
  return (
    <div className={css.screen}>
      <EmptyState
        icon={<IconCompassOff size={32} stroke={1.25} aria-hidden="true" />}
        heading
        title={title}
        text={t(($) => $.coming.missing.text)}
        action={
          <Button component={Link} to="/index">
            {t(($) => $.coming.missing.home)}
          </Button>
        }
      />
    </div>
  );
}
