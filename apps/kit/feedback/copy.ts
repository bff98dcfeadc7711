import { t } from 'i18next';
import { toastSuccess, toastWarning } from './toasts.ts';

/** Copies a text to the clipboard and says so; over plain http browsers offer no clipboard. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastSuccess(t(($) => $.kit.copied));
  } catch {
    toastWarning(t(($) => $.kit.notCopied));
  }
}
