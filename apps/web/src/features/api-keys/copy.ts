import { toastSuccess, toastWarning } from '@assay/kit/feedback/toasts.ts';
import { t } from 'i18next';

/** Copies a text to the clipboard and says so; over plain http browsers offer no clipboard. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastSuccess(t(($) => $.apiKeys.copied));
  } catch {
    toastWarning(t(($) => $.apiKeys.notCopied));
  }
}
