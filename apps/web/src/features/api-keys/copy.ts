import { t } from 'i18next';
import { toastSuccess, toastWarning } from '../../ui/toasts.ts';

/** Puts a text on the clipboard and says so; over plain http browsers have none to offer. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastSuccess(t(($) => $.apiKeys.copied));
  } catch {
    toastWarning(t(($) => $.apiKeys.notCopied));
  }
}
