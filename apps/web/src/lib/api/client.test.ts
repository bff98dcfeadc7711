import { describe, expect, it, vi } from 'vitest';
import { type ApiSurroundings, createApi } from './client.ts';
import { CallError } from './errors.ts';

function setUp(answer: object | string | Error) {
  const requests: { url: string; init: RequestInit }[] = [];
  const events = {
    succeeded: vi.fn<(message: string) => void>(),
    warned: vi.fn<(message: string) => void>(),
    sessionEnded: vi.fn<(message: string, title: string) => void>(),
    loggedOut: vi.fn<(delayMs: number) => void>(),
  };
  const around: ApiSurroundings = {
    async fetch(url, init) {
      requests.push({ url, init });
      if (answer instanceof Error) throw answer;
      return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer));
    },
    async upload(url, init, onProgress) {
      onProgress(1);
      return around.fetch(url, init);
    },
    place: { origin: 'https://api.example.org', credentials: 'include', timeoutMs: 15_000 },
    token: () => 'secret',
    language: () => 'jp',
    requestToken: () => 'abcdef123456',
    commandId: () => 'a-new-id',
    now: () => 0,
    pause: async () => undefined,
    events,
  };
  return { around, api: createApi(around), events, requests };
}

const failure = (promise: Promise<unknown>): Promise<CallError> =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => {
      expect(error).toBeInstanceOf(CallError);
      return error as CallError;
    },
  );

describe('a call', () => {
  it('UI-1224 a command without an answer that is sent again is the same one, for ten minutes and one session', async () => {
    const { around, requests } = setUp({ code: 0, message: '', data: {} });
    let [ids, now, token] = [0, 0, 'secret'];
    const api = createApi({
      ...around,
      fetch: (url, init) => around.fetch(url, init),
      commandId: () => `id-${++ids}`,
      now: () => now,
      token: () => token,
    });
    const answered = around.fetch;
    const silent = async () => Promise.reject(new TypeError('no network'));
    const send = async (orderId: number, isAnswered: boolean) => {
      let id: string | null = null;
      around.fetch = (url, init) => {
        id = new Headers(init.headers).get('idempotency-key');
        return isAnswered ? answered(url, init) : silent();
      };
      const done = api.call('cancelOrder', { orderId });
      if (isAnswered) await done;
      else expect((await failure(done)).kind).toBe('network');
      return id;
    };
    expect([await send(1, false), await send(1, false)]).toEqual(['id-1', 'id-1']);
    expect(await send(1, true)).toBe('id-1');
    // What was answered is done: the same again is another one.
    expect([await send(1, false), await send(1, false)]).toEqual(['id-2', 'id-2']);
    // After another one it may be meant: on, off, and on again.
    expect([await send(2, true), await send(1, false)]).toEqual(['id-3', 'id-4']);
    now += 600_000;
    expect([await send(1, false), await send(1, false)]).toEqual(['id-5', 'id-5']);
    token = 'another';
    expect([await send(1, true), await send(1, true)]).toEqual(['id-6', 'id-7']);
    expect(requests).toHaveLength(4);
  });

  it('UI-030 returns the data of code 0 and shows its message', async () => {
    const { api, events } = setUp({ code: 0, message: 'Saved', data: { markets: [] } });
    expect(await api.call('getmarketList', {})).toEqual({ markets: [] });
    expect(events.succeeded).toHaveBeenCalledExactlyOnceWith('Saved');
  });

  it('UI-030 shows nothing when there is no message', async () => {
    const { api, events } = setUp({ code: 0, message: '', data: {} });
    await api.call('logout', {});
    expect(events.succeeded).not.toHaveBeenCalled();
  });

  it('UI-985 sends a command of unknown outcome again with its id, and every command has one', async () => {
    const { around, api, requests } = setUp({ code: 0, message: '', data: {} });
    const answered = around.fetch;
    around.fetch = async (url, init) => {
      const answer = await answered(url, init);
      const { length } = requests;
      return length < 3
        ? new Response('{"code":5,"message":"Not known."}', { status: 504 })
        : answer;
    };
    await api.call('cancelOrder', { orderId: 1 }, { commandId: 'the-same' });
    const idOf = ({ init }: (typeof requests)[number]) =>
      new Headers(init.headers).get('idempotency-key');
    expect(requests.map(idOf)).toEqual(['the-same', 'the-same', 'the-same']);
    await api.call('logout', {});
    await api.call('getmarketList', {});
    expect(requests.slice(3).map(idOf)).toEqual(['a-new-id', null]);
    around.fetch = async () => new Response('{"code":5,"message":"Not known."}', { status: 504 });
    const unknown = await failure(api.call('cancelOrder', { orderId: 1 }));
    expect([unknown.kind, unknown.message]).toEqual(['network', '']);
  });

  it('UI-031 returns the data of code 7 and shows nothing', async () => {
    const { api, events } = setUp({ code: 7, message: 'old', data: { markets: [] } });
    expect(await api.call('getmarketList', {})).toEqual({ markets: [] });
    expect(events.succeeded).not.toHaveBeenCalled();
    expect(events.warned).not.toHaveBeenCalled();
  });

  it('UI-032 logs out on code 1000 after its delay or after 2 seconds', async () => {
    const plain = setUp({ code: 1000, message: '', data: null });
    expect((await failure(plain.api.call('getInfo', {}))).kind).toBe('session');
    expect(plain.events.loggedOut).toHaveBeenCalledExactlyOnceWith(2000);
    expect(plain.events.warned).not.toHaveBeenCalled();
    const withMessage = setUp({
      code: 1000,
      message: 'You have been logged out.',
      data: { delay: 500 },
    });
    await failure(withMessage.api.call('getInfo', {}));
    expect(withMessage.events.warned).toHaveBeenCalledExactlyOnceWith('You have been logged out.');
    expect(withMessage.events.loggedOut).toHaveBeenCalledExactlyOnceWith(500);
  });

  it('UI-033 asks on code 2000 with the message and the title of the server', async () => {
    const { api, events } = setUp({ code: 2000, message: 'Please log in.', title: 'Expired' });
    expect((await failure(api.call('getInfo', {}))).kind).toBe('session');
    expect(events.sessionEnded).toHaveBeenCalledExactlyOnceWith('Please log in.', 'Expired');
    expect(events.warned).not.toHaveBeenCalled();
  });

  it('UI-037 ignores the end of a session that it has left in the meantime', async () => {
    for (const code of [1000, 2000]) {
      const { around, api, events } = setUp({ code, message: 'over' });
      const answer = api.call('getInfo', {});
      around.token = () => 'the next one';
      expect((await failure(answer)).kind).toBe('session');
      expect(events.loggedOut).not.toHaveBeenCalled();
      expect(events.sessionEnded).not.toHaveBeenCalled();
    }
  });

  it('UI-034 shows the message of any other code as a warning and reports why the call failed', async () => {
    const { api, events } = setUp({
      code: 1,
      message: 'Not enough USDT.',
      data: { refusal: 'insufficientBalance', detail: { asset: 'USDT' } },
    });
    const error = await failure(api.call('cancelAllOrders', {}));
    expect(error).toMatchObject({ kind: 'refusal', refusal: 'insufficientBalance' });
    expect(error.detail).toEqual({ asset: 'USDT' });
    expect(events.warned).toHaveBeenCalledExactlyOnceWith('Not enough USDT.');
  });

  it('UI-034 leaves the warning to a caller that shows it beside the field', async () => {
    const { api, events } = setUp({ code: 2, message: 'x', data: { fields: { code: ['bad'] } } });
    const error = await failure(api.call('logout', {}, { quiet: true }));
    expect(error).toMatchObject({ kind: 'input', fields: { code: ['bad'] } });
    expect(events.warned).not.toHaveBeenCalled();
  });

  it('UI-035 only logs when there is no answer', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { api, events } = setUp(new TypeError('failed to fetch'));
    expect((await failure(api.call('getmarketList', {}))).kind).toBe('network');
    expect(events.warned).not.toHaveBeenCalled();
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  it('UI-034 treats an HTML page from a proxy as a server error', async () => {
    const { api } = setUp('<html>502</html>');
    expect((await failure(api.call('getmarketList', {}))).kind).toBe('server');
  });

  it('UI-036 sends a read as a GET without the token in its URL', async () => {
    const { api, requests } = setUp({ code: 0, data: {} });
    await api.call('getCurrencyMessage', { market: 'BTCUSDT' });
    const { url, init } = requests[0] ?? expect.unreachable();
    expect(url).toBe(
      'https://api.example.org/web/getCurrencyMessage?market=BTCUSDT&lang=jp&rtoken=abcdef123456',
    );
    expect(init.headers).toMatchObject({ 'x-token': 'secret' });
    expect(init.method).toBeUndefined();
  });

  it('UI-036 sends a command as JSON with its permanent id', async () => {
    const { api, requests } = setUp({ code: 0, data: {} });
    await api.call('cancelOrder', { orderId: 7 }, { commandId: 'c-1' });
    const { url, init } = requests[0] ?? expect.unreachable();
    expect(url).toBe('https://api.example.org/web/cancelOrder');
    expect(init.headers).toMatchObject({ 'idempotency-key': 'c-1', 'x-token': 'secret' });
    expect(JSON.parse(String(init.body))).toEqual({
      orderId: 7,
      lang: 'jp',
      rtoken: 'abcdef123456',
    });
  });
});
