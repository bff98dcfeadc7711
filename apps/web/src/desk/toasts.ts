import { toastSuccess as success, toastWarning as warning } from '../ui/toasts.ts';

/** As everywhere, but above: a message may lie neither over the ticket nor over the new order. */
export function toastSuccess(message: string): void {
  success(message, 'top');
}

export function toastWarning(message: string): void {
  warning(message, 'top');
}
