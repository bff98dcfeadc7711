import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api/errors.ts';

/** Whether a call was refused because the reader is in the virtual account. */
export const isVirtual = (error: Error | null) =>
  error instanceof CallError && error.kind === 'refusal' && error.refusal === 'virtualAccount';

/** Instead of what is of the real account alone. */
export function RealOnly() {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t(($) => $.rewards.realOnly)}
      action={<TextLink to="/login">{t(($) => $.rewards.realAccount)}</TextLink>}
    />
  );
}
