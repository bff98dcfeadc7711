import { createHash } from 'node:crypto';
import { openAccount, PASSWORD } from './account.ts';
import type { Answer, Program } from './calls.ts';
import { stage } from './stage.ts';
import { totpOf } from './totp.ts';

type Fields = Readonly<Record<string, string | number | boolean>>;

/** A person's program that proves what it does: at first by a code, then by recovery codes. */
export class Proving {
  readonly email: string;
  readonly program: Program;
  #codes: string[] = [];

  private constructor(email: string, program: Program) {
    this.email = email;
    this.program = program;
  }

  static async open(email: string): Promise<Proving> {
    return new Proving(email, await openAccount(email));
  }

  /** Sets an authenticator app up; the first is proved by a code, of which one a minute is sent. */
  async addApp(name: string): Promise<void> {
    const { totpId, secret } = await this.do('addTotp', { name });
    const totp = totpOf(String(secret), Date.now());
    const { recoveryCodes } = await this.program.post('confirmTotp', { totpId, totp });
    // The first factor comes with ten of them, others with none.
    if ((recoveryCodes as string[]).length > 0) this.#codes = recoveryCodes as string[];
  }

  /** Makes a call that needs a proof. */
  async do(action: string, fields: Fields): Promise<Answer> {
    return this.program.post(action, { ...fields, stepUp: await this.#prove(action, fields) });
  }

  async #prove(action: string, fields: Fields): Promise<string> {
    const asked = await this.program.post('askStepUp', {
      action,
      digest: digestOf(action, fields),
    });
    const proof = await this.#proofOf(String(asked.codeId));
    const { challengeId } = asked;
    return String((await this.program.post('proveStepUp', { challengeId, ...proof })).stepUp);
  }

  async #proofOf(codeId: string): Promise<Fields> {
    if (codeId !== '') {
      const code = await stage.codeFor(this.email);
      return { method: 'code', password: PASSWORD, codeId, code };
    }
    return { method: 'recoveryCode', recoveryCode: await this.recoveryCode() };
  }

  /** One that was not used yet; the last one makes ten others first. */
  async recoveryCode(): Promise<string> {
    const code = this.#codes.shift() ?? '';
    if (this.#codes.length > 0) return code;
    // Making others is proved by this one; the copy keeps that from asking for others again.
    this.#codes = [code, code];
    const { recoveryCodes } = await this.do('makeRecoveryCodes', {});
    const [first = '', ...others] = recoveryCodes as string[];
    this.#codes = others;
    return first;
  }
}

/** SHA-256 of an action's canonical text: its fields as text, by name. */
function digestOf(action: string, fields: Fields): string {
  const texts = Object.entries(fields)
    .map(([name, value]) => [name, String(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify({ action, fields: Object.fromEntries(texts) });
  return createHash('sha256').update(text).digest('hex');
}
