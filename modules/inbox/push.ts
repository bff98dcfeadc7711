import { SECOND } from '@assay/core/time';
import type { Messages } from '@assay/platform/http/messages';
import type { Log } from '@assay/platform/log';
import webpush from 'web-push';
import { isPushAddress, PUSH_TRIES_MAX, retryMs } from './rules.ts';
import type { InboxStore, Task } from './store/index.ts';
import type { PushKeys } from './store/push-keys.ts';

export interface PushOptions {
  readonly store: InboxStore;
  readonly keys: PushKeys;
  readonly messages: Messages;
  readonly log: Log;
  /** Whom makers of browsers may write to: an https: or mailto: address. */
  readonly contact: string;
  readonly siteName: string;
  /** Further hosts, with their ports: those of tests. */
  readonly hosts: readonly string[];
  readonly fetch: typeof fetch;
}

const BATCH = 20;
const SEND_TIMEOUT_MS = 10 * SECOND;
/** A notification that a browser could not be given for so long is dropped by its maker. */
const KEEP_SECONDS = 24 * 60 * 60;
/** The browser is gone for good (RFC 8030, 7.3). */
const GONE = [404, 410];

/** Sends notifications, encrypted for one browser each; they name no address and no amount. */
export class Push {
  readonly #options: PushOptions;

  constructor(options: PushOptions) {
    this.#options = options;
  }

  async sendDue(now: number): Promise<void> {
    const { store } = this.#options;
    const tasks = await store.takeTasks(now, now + 2 * SEND_TIMEOUT_MS, BATCH);
    await Promise.all(tasks.map((task) => this.#send(task, now)));
  }

  async #send(task: Task, now: number): Promise<void> {
    const { store, log } = this.#options;
    const status = await this.#post(task).catch((error: unknown) => {
      log.warn({ err: error }, 'a notification was not sent');
      return 0;
    });
    if (status >= 200 && status < 300) return store.endTask(task.taskId);
    if (GONE.includes(status)) return store.forgetEndpoint(task.endpointId);
    if (task.tries >= PUSH_TRIES_MAX) return store.endTask(task.taskId);
    return store.postpone(task.taskId, now + retryMs(task.tries));
  }

  /** The status of the answer. What is stored may be older than the list of hosts. */
  async #post({ endpoint, p256dh, auth, kind, key, lang }: Task): Promise<number> {
    const { keys, contact, siteName, messages, hosts, fetch } = this.#options;
    if (!isPushAddress(endpoint, hosts)) return GONE[0] as number;
    const title = messages.text(lang, `inbox.${kind}`);
    const body = messages.text(lang, `inbox.push.${key}`);
    const text = messages.has(`inbox.push.${key}`) ? body : messages.text(lang, 'inbox.push');
    const payload = JSON.stringify({ title: `${siteName}: ${title}`, body: text, link: '/news' });
    const details = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject: contact, ...keys },
      TTL: KEEP_SECONDS,
    });
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: details.headers as unknown as Record<string, string>,
      body: new Uint8Array(details.body),
      redirect: 'error',
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    return response.status;
  }
}
