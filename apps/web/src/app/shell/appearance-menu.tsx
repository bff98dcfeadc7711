import { IconContrast } from '@assay/kit/icons/contrast.ts';
import { useTranslation } from 'react-i18next';
import css from './header.module.css';
import { lateMenu } from './late-menu.tsx';

const Opening = lateMenu(() => import('./appearance-items.tsx'));

/** Theme, density, and the colours of rise and fall. */
export function AppearanceMenu() {
  const { t } = useTranslation();
  const label = t(($) => $.shell.appearance.menu);
  return (
    <Opening
      trigger={
        <button type="button" className={css.tool} aria-label={label}>
          <IconContrast size={17} stroke={1.5} aria-hidden="true" />
        </button>
      }
    />
  );
}
