import { useSyncExternalStore } from 'react';
import { stream } from '../data/services.ts';
import type { StreamStatus } from './client.ts';
import { useOnline } from './use-online.ts';

/** What a page begins with that is drawn at the build: the app is about to connect. */
const AHEAD: StreamStatus = { state: 'connecting', attempt: 0, latencyMs: null, skewMs: 0 };

/** State, attempts, latency and clock skew of the app's stream. */
export function useStreamStatus(): StreamStatus {
  const read = () => stream.status;
  return useSyncExternalStore(stream.onStatus, read, () => AHEAD);
}

/** Whether the server can be reached, as far as is known: what is sent now arrives. */
export function useConnected(): boolean {
  const { state } = useStreamStatus();
  return [useOnline(), state !== 'waiting', state !== 'closed'].every(Boolean);
}
