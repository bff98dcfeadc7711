import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { createElement } from 'react';

/** How long a toast is shown (UI-030). */
const TOAST_MS = 3000;

/** A short confirmation. The message is already translated. */
export function toastSuccess(message: string): void {
  show(message, 'var(--success)');
}

/** A refusal or an error that is not shown beside a field. */
export function toastWarning(message: string): void {
  show(message, 'var(--danger)');
}

function show(message: string, color: string): void {
  // One id per text: a call that fails ten times shows one message, not ten.
  notifications.show({
    id: message,
    // The server may answer in another language than the page's, with its own writing direction.
    message: createElement('bdi', null, message),
    color,
    autoClose: TOAST_MS,
    closeButtonProps: { 'aria-label': t(($) => $.kit.close) },
    role: 'status',
  });
}
