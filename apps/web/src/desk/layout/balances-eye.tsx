import { IconEye } from '@assay/kit/icons/eye.ts';
import { IconEyeOff } from '@assay/kit/icons/eye-off.ts';
import { useTranslation } from 'react-i18next';
import css from './balances-eye.module.css';
import { useDeskPreferences } from './preferences.ts';

/** Hides what one owns, here and on every other screen, for when somebody else sees the screen. */
export function BalancesEye() {
  const { t } = useTranslation();
  const hidden = useDeskPreferences((preferences) => preferences.hideBalances);
  const change = useDeskPreferences((preferences) => preferences.change);
  const Eye = hidden ? IconEyeOff : IconEye;
  const text = hidden ? t(($) => $.desk.table.showBalances) : t(($) => $.desk.table.hideBalances);
  return (
    <button
      type="button"
      className={css.eye}
      title={text}
      onClick={() => change({ hideBalances: !hidden })}
    >
      <Eye size={15} stroke={1.5} aria-hidden="true" />
      <span className="seen-by-ear">{text}</span>
    </button>
  );
}
