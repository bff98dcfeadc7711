import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { createElement } from 'react';

/** How long a message stays (UI-030). */
const TOAST_MS = 3000;

/** The lower corner at the end, or the top where everything below must stay in reach. */
export type ToastPlace = 'top' | 'end';

/** A short confirmation. The text is in the reader's language already. */
export function toastSuccess(message: string, place: ToastPlace = 'end'): void {
  show(message, 'var(--success)', place);
}

/** A refusal or an error that is not shown beside a field. */
export function toastWarning(message: string, place: ToastPlace = 'end'): void {
  show(message, 'var(--danger)', place);
}

function show(message: string, color: string, place: ToastPlace): void {
  // Mantine names the corners physically.
  const corner = document.documentElement.dir === 'rtl' ? 'bottom-left' : 'bottom-right';
  // One id per text: a call that fails ten times shows one message, not ten.
  notifications.show({
    id: message,
    // The server may answer in another language than the page's: each runs its own way.
    message: createElement('bdi', null, message),
    color,
    position: place === 'top' ? 'top-center' : corner,
    autoClose: TOAST_MS,
    closeButtonProps: { 'aria-label': t(($) => $.ui.close) },
    role: 'status',
  });
}
