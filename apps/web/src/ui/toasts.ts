import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { createElement } from 'react';

/** How long a toast is shown (UI-030). */
const TOAST_MS = 3000;

/** The bottom corner at the end side, or the top where a toast must not cover what is below. */
export type ToastPosition = 'top' | 'end';

/** A short confirmation. The message is already translated. */
export function toastSuccess(message: string, position: ToastPosition = 'end'): void {
  show(message, 'var(--success)', position);
}

/** A refusal or an error that is not shown beside a field. */
export function toastWarning(message: string, position: ToastPosition = 'end'): void {
  show(message, 'var(--danger)', position);
}

function show(message: string, color: string, position: ToastPosition): void {
  // Mantine names the corners left and right.
  const corner = document.documentElement.dir === 'rtl' ? 'bottom-left' : 'bottom-right';
  // One id per text: a call that fails ten times shows one message, not ten.
  notifications.show({
    id: message,
    // The server may answer in another language than the page's, with its own writing direction.
    message: createElement('bdi', null, message),
    color,
    position: position === 'top' ? 'top-center' : corner,
    autoClose: TOAST_MS,
    closeButtonProps: { 'aria-label': t(($) => $.ui.close) },
    role: 'status',
  });
}
