import { Label } from '@assay/kit/display/panel.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import type { Level } from '@assay/modules/verification/rules';
import { useTranslation } from 'react-i18next';
import css from './verification.module.css';

/** What to mind, and what becomes of what is sent. */
export function Advice({ level }: { level: Level }) {
  const { t } = useTranslation();
  return (
    <div className={css.advice}>
      <Label>{t(($) => $.verification.advice.label)}</Label>
      <Points>
        <li>{t(($) => $.verification.advice[level])}</li>
        <li>{t(($) => $.verification.advice.kept)}</li>
        <li>{t(($) => $.verification.advice.seen)}</li>
        <li>{t(($) => $.verification.advice.reasons)}</li>
      </Points>
    </div>
  );
}
