import { api } from '../../lib/data/services.ts';

const WORKER = '/sw.js';

/** Browsers offer it on https and on this machine only. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window;
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration('/');
  return (await worker?.pushManager.getSubscription()) ?? null;
}

export async function isPushed(): Promise<boolean> {
  if (!canPush() || Notification.permission !== 'granted') return false;
  return (await subscription()) !== null;
}

/** Asks the reader, and hands the browser's address to the server. Throws when either refuses. */
export async function startPush(pushKey: string): Promise<void> {
  await navigator.serviceWorker.register(workerAddress(), { scope: '/' });
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  });
  const { endpoint, keys = {} } = made.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await api.call('addPushEndpoint', { endpoint: endpoint ?? '', p256dh, auth });
}

export async function stopPush(): Promise<void> {
  const made = await subscription();
  if (made === null) return;
  await made.unsubscribe();
  await api.call('removePushEndpoint', { endpoint: made.endpoint });
}

/** What the pages' policy asks for where the address of a script is named. */
interface TypedScripts {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/** The one script that is named by code; any other address is refused. */
function workerAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: TypedScripts };
  if (trustedTypes === undefined) return WORKER;
  const rules = {
    createScriptURL: (address: string) => {
      if (address !== WORKER) throw new TypeError('another script');
      return address;
    },
  };
  policy ??= trustedTypes.createPolicy('worker', rules);
  return policy.createScriptURL(WORKER);
}

let policy: ReturnType<TypedScripts['createPolicy']> | undefined;
