import { useSyncExternalStore } from 'react';

/** How long a toast is shown (UI-030). */
export const TOAST_MS = 3000;
/** As many have room side by side; further ones wait. */
const MOST = 2;

export interface Toast {
  readonly message: string;
  readonly tone: 'good' | 'bad';
}

/** The oldest first. */
let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** A short confirmation. The message is already translated. */
export function toastSuccess(message: string): void {
  show({ message, tone: 'good' });
}

/** A refusal or an error that is not shown beside a field. */
export function toastWarning(message: string): void {
  show({ message, tone: 'bad' });
}

/** One for each text: a call that fails ten times shows one message, not ten. */
function show(toast: Toast): void {
  if (toasts.some(({ message }) => message === toast.message)) return;
  set([...toasts, toast]);
}

export function closeToast({ message }: Toast): void {
  set(toasts.filter((toast) => toast.message !== message));
}

/** The toasts in view. */
export function useToasts(): readonly Toast[] {
  const read = () => toasts;
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read,
    read,
  );
  return all.slice(0, MOST);
}
