import { type Client, cookiesOf, type Received, type Sent } from '@assay/platform/testing/client';
import { vi } from 'vitest';
import type { TestApp } from './test-app.ts';

export const PASSWORD = 'correct horse battery';

/** Somebody at a browser of their own. */
export interface Party {
  readonly userId: number;
  /** Empty for a visitor. */
  readonly account: string;
  readonly session: Sent;
}

/** A visitor in a virtual account. */
export async function enterAsVisitor({ client }: TestApp): Promise<Party> {
  return partyOf('', await client.post('tempLogin', {}, { browser: true }));
}

/** A registered person, logged in. */
export async function register(server: TestApp, account: string): Promise<Party> {
  const asked = await askCode(server, account, 'register', { browser: true });
  const { sent, ...proof } = asked;
  const fields = {
    ...{ kind: 'email', account, country: 'DE', agreement: true },
    ...{ password: PASSWORD, passwordAgain: PASSWORD, ...proof },
  };
  const reply = await server.client.post('userRegister', fields, sent);
  return partyOf(account, reply, sent.cookie);
}

function partyOf(account: string, reply: Received, device = ''): Party {
  const { code, data, text } = reply;
  if (code !== 0) throw new Error(`Nobody came in: ${text}`);
  const cookie = [cookiesOf(reply), device].filter((one) => one !== '').join('; ');
  return { userId: data.userId, account, session: { token: data.token, cookie, browser: true } };
}

/**
 * Makes earlier codes older and their messages go: one a minute is sent, and the next message with
 * a code is that of the next code.
 */
export async function forgetCodes(server: TestApp): Promise<void> {
  await server.sql(`update verification_code set created_at = created_at - 3700000;
    delete from outgoing_message`);
}

/** Has a code sent, and reads it. */
export async function askCode(server: TestApp, account: string, purpose: string, sent: Sent) {
  await forgetCodes(server);
  const asking = { kind: 'email', account, purpose };
  const asked = await server.client.post('getCode', asking, sent);
  if (asked.code !== 0) throw new Error(`No code: ${asked.text}`);
  const device = cookiesOf(asked);
  const known = { ...sent, ...(device === '' ? {} : { cookie: device }) };
  return { codeId: String(asked.data.codeId), code: await readCode(server, account), sent: known };
}

/** The code that was sent to this account. */
export function readCode(server: TestApp, account: string): Promise<string> {
  const read = async () => {
    const { rows } = (await server.sql(
      `select content from outgoing_message where recipient = '${account}'`,
    )) as { rows: { content: string }[] };
    const codes = rows.map(({ content }) => /\b[0-9]{8}\b/.exec(content)?.[0]);
    const [code] = codes.filter((one) => one !== undefined);
    if (code === undefined) throw new Error(`No code was sent to ${account}`);
    return code;
  };
  return vi.waitFor(read, { timeout: 60_000, interval: 20 });
}

/** Makes a call by the method of its row. */
export function send(
  client: Client,
  method: 'GET' | 'POST',
  name: string,
  fields: object,
  sent: Sent,
): Promise<Received> {
  return method === 'GET'
    ? client.get(name, fields as Record<string, string>, sent)
    : client.post(name, fields, sent);
}
