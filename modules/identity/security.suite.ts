import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { type IdentityBench, PASSWORD, registerPerson } from './identity.suite.ts';
import { actionText } from './rules/step-up.ts';

/** What a browser of a person sends. */
export type Session = { token: string; cookie: string; browser: boolean };

export const digestOf = (action: string, fields: object) =>
  createHash('sha256').update(actionText(action, fields)).digest('hex');

/** The code that an app shows at the bench's time, or so many steps later. */
export function totpOf(bench: IdentityBench, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: bench.clock.now() + steps * 30_000 });
}

/** The code in the latest message that has one. */
export async function sentCode(bench: IdentityBench): Promise<string> {
  await bench.mailer.settled();
  const messages = await bench.outbox.latest(10);
  const codes = messages.map(({ content }) => /\b[0-9]{8}\b/.exec(content)?.[0]);
  return codes.find((code) => code !== undefined) ?? '00000000';
}

/** Proves an action; by password and code unless `proof` says how. Returns the answer. */
export async function prove(
  bench: IdentityBench,
  session: Session,
  action: string,
  fields: object = {},
  proof?: object,
) {
  const asking = { action, digest: digestOf(action, fields) };
  let asked = await bench.client.post('askStepUp', asking, session);
  if (asked.code === 3) {
    bench.clock.advance(asked.data.retryAfterMs);
    asked = await bench.client.post('askStepUp', asking, session);
  }
  if (asked.code !== 0) return asked;
  const { challengeId, codeId } = asked.data;
  const usual = async () => {
    const code = await sentCode(bench);
    return { method: 'code', password: PASSWORD, code, codeId };
  };
  const given = proof ?? (await usual());
  return bench.client.post('proveStepUp', { challengeId, ...given }, session);
}

/** Makes a call with the step-up that it needs. */
export async function callProved(
  bench: IdentityBench,
  session: Session,
  action: string,
  fields: object = {},
  proof?: object,
) {
  const proved = await prove(bench, session, action, fields, proof);
  if (proved.code !== 0) throw new Error(`Not proved: ${proved.text}`);
  return bench.client.post(action, { ...fields, stepUp: proved.data.stepUp }, session);
}

/** A person with an authenticator app; time has passed, so that the next code is unused. */
export async function personWithTotp(bench: IdentityBench, account: string) {
  const person = await registerPerson(bench, account);
  bench.clock.advance(61_000);
  const { data } = await callProved(bench, person, 'addTotp', { name: 'phone' });
  const confirmed = await bench.client.post(
    'confirmTotp',
    { totpId: data.totpId, totp: totpOf(bench, data.secret) },
    person,
  );
  bench.clock.advance(61_000);
  const secret: string = data.secret;
  const recoveryCodes: string[] = confirmed.data.recoveryCodes;
  /** The proof by the app's code of now; each step gives one. */
  const byTotp = () => {
    bench.clock.advance(30_000);
    return { method: 'totp', totp: totpOf(bench, secret) };
  };
  return { ...person, totpId: String(data.totpId), secret, recoveryCodes, byTotp };
}
