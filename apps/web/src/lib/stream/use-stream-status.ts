import { useSyncExternalStore } from 'react';
import { stream } from '../data/services.ts';
import type { StreamStatus } from './client.ts';

/** State, attempts, latency and clock skew of the app's stream. */
export function useStreamStatus(): StreamStatus {
  const read = () => stream.status;
  return useSyncExternalStore(stream.onStatus, read, read);
}
