import type { CallOutput, CallRequest } from '@assay/core/schema/call';
import { callMode } from '@assay/modules/content/rules';
import type { calls as content } from '@assay/modules/content/schema';
import type { calls as feeds } from '@assay/modules/feeds/schema';
import type { calls as ledger } from '@assay/modules/ledger/schema';
import type { calls as operators } from '@assay/modules/operators/schema';
import { appSettings } from './app-settings.ts';
import { session } from './session.ts';

type Tables = typeof content & typeof operators & typeof ledger & typeof feeds;

/** The method of each call of the console; a line that differs from its table does not compile. */
const METHODS = {
  operatorEnter: 'POST',
  operatorLeave: 'POST',
  getOutbox: 'GET',
  getEngineStatus: 'GET',
  getOperatorLog: 'GET',
  getHouseAccounts: 'GET',
  getFeedStatus: 'GET',
  getSetting: 'GET',
} as const satisfies { [K in keyof Tables]?: Tables[K]['method'] };

type Name = keyof typeof METHODS;

/** A call was refused or not answered; the message is for people, and may be empty. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
}

/** Codes of an answer that end the session: log in again, and logged out. */
const SESSION_OVER = [2000, 1000];

/** Resolves with the call's data; rejects with CallFailed. Drops a session that has ended. */
export async function call<K extends Name>(
  name: K,
  input: CallRequest<Tables[K]>,
  signal?: AbortSignal,
): Promise<CallOutput<Tables[K]>> {
  const token = session.token();
  const headers: Record<string, string> = token === null ? {} : { 'x-token': token };
  const { apiUrl, callTimeoutMs } = appSettings;
  const limit = AbortSignal.timeout(callTimeoutMs);
  const init: RequestInit = {
    ...callMode(appSettings),
    headers,
    cache: 'no-store',
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  };
  let url = `${apiUrl}/web/${name}`;
  if (METHODS[name] === 'POST') {
    headers['content-type'] = 'application/json';
    Object.assign(init, { method: 'POST', body: JSON.stringify(input) });
  } else {
    const pairs = Object.entries(input).map(([key, value]) => [key, String(value)]);
    url += `?${new URLSearchParams(pairs)}`;
  }
  const answer = await fetch(url, init)
    .then((response) => response.json() as Promise<Answer>)
    .catch(() => ({ code: -1, message: '', data: null }));
  if (answer.code === 0 || answer.code === 7) return answer.data as CallOutput<Tables[K]>;
  if (SESSION_OVER.includes(answer.code)) session.leave();
  throw new CallFailed(answer.message);
}

interface Answer {
  code: number;
  message: string;
  data: unknown;
}
