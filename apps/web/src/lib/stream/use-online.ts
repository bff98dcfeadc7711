import { useSyncExternalStore } from 'react';

/** Whether the browser has a network. A socket notices its end later than that. */
export function useOnline(): boolean {
  return useSyncExternalStore(onOnline, () => navigator.onLine);
}

function onOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
