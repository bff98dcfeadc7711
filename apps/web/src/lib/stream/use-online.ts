import { useSyncExternalStore } from 'react';

/** Whether the browser has a network. A socket notices the loss of the network later. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    onOnline,
    () => navigator.onLine,
    () => true,
  );
}

function onOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
