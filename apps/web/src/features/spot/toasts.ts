import { toastSuccess as success, toastWarning as warning } from '../../ui/toasts.ts';

/** As everywhere, but in the other corner: a message may never lie over the ticket's button. */
export function toastSuccess(message: string): void {
  success(message, 'start');
}

export function toastWarning(message: string): void {
  warning(message, 'start');
}
