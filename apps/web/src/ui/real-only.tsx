import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { useTranslation } from 'react-i18next';
import { CallError } from '../lib/api/errors.ts';

/** Whether a call was refused because the reader is in the virtual account. */
export const isOfReal = (error: Error | null): boolean =>
  error instanceof CallError && error.kind === 'refusal' && error.refusal === 'virtualAccount';

/** Instead of what only the real account has, in the same words on every screen. */
export function RealOnly() {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t(($) => $.ui.realOnly)}
      text={t(($) => $.ui.realOnlyText)}
      action={<TextLink to="/login">{t(($) => $.ui.toReal)}</TextLink>}
    />
  );
}
