import { streamUrl } from '@assay/modules/content/rules';
import { useEffect, useRef } from 'react';
import { appSettings } from './app-settings.ts';
import { session } from './session.ts';

const PAUSE_FIRST_MS = 500;
const PAUSE_MAX_MS = 15_000;
const PING_EVERY_MS = 15_000;

interface Listener {
  /** Something may have been missed: everything is read again. */
  renew(): void;
  delta(data: unknown): void;
}

interface ServerMessage {
  readonly op?: string;
  readonly of?: string;
  readonly kind?: 'snapshot' | 'delta';
  readonly data?: unknown;
}

/**
 * One channel of the console's stream, which says that something has changed; calls say what. After
 * a lost connection it is opened again by itself, with growing pauses.
 */
export function useChannel(channel: string | null, listener: Listener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    if (channel === null) return;
    let socket: WebSocket | null = null;
    let timer: ReturnType<typeof setTimeout>;
    let attempt = 0;
    const ping = setInterval(() => {
      if (socket?.readyState === WebSocket.OPEN) socket.send('{"op":"ping"}');
    }, PING_EVERY_MS);
    const connect = () => {
      const opened = new WebSocket(addressOf());
      socket = opened;
      opened.onopen = () => opened.send(JSON.stringify({ op: 'auth', token: session.token() }));
      opened.onmessage = ({ data }) => {
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.op === 'ack' && message.of === 'auth') {
          attempt = 0;
          opened.send(JSON.stringify({ op: 'subscribe', channel }));
        } else if (message.kind === 'snapshot') latest.current.renew();
        else if (message.kind === 'delta') latest.current.delta(message.data);
      };
      opened.onclose = () => {
        const pause = Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** attempt);
        attempt += 1;
        timer = setTimeout(connect, pause);
      };
    };
    connect();
    return () => {
      clearTimeout(timer);
      clearInterval(ping);
      if (socket === null) return;
      socket.onclose = null;
      socket.close();
    };
  }, [channel]);
}

/** Beside the stream of the app, at the console's own origin. */
function addressOf(): string {
  const address = new URL(streamUrl(appSettings, location.origin));
  address.pathname = address.pathname.replace(/stream$/, 'staffStream');
  return address.href;
}
