import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { IconX } from '../icons/x.ts';
import css from './toast-line.module.css';
import { closeToast, TOAST_MS, type Toast, useToasts } from './toasts.ts';

/** Where toasts are shown: side by side on the line at the lower edge, where no control stands. */
export function ToastLine() {
  const toasts = useToasts();
  return (
    <div className={css.line} data-kit="toasts">
      {toasts.map((toast) => (
        <Message key={toast.message} toast={toast} />
      ))}
    </div>
  );
}

function Message({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  useEffect(() => {
    const timer = setTimeout(() => closeToast(toast), TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div role="status" className={css.toast} data-kit="toast" data-tone={toast.tone}>
      {/* The server may answer in another language than the page's. */}
      <bdi className={css.message}>{toast.message}</bdi>
      <button
        type="button"
        className={css.close}
        aria-label={t(($) => $.kit.close)}
        onClick={() => closeToast(toast)}
      >
        <IconX size={13} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
