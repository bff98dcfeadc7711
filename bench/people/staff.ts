import { ask, call, dataOf, type From, tokenOf } from '../reads/ask.ts';
import type { BenchServer } from '../server.ts';

const FROM = '192.0.2.10';
const PASSWORD = 'seven copper kettles';

/** A member of staff of the trial, and people whom they have verified to the first level. */
export class Staff {
  readonly #from: From;
  /** Both halves of the session. */
  readonly #session: Readonly<Record<string, string>>;

  private constructor(from: From, session: Readonly<Record<string, string>>) {
    this.#from = from;
    this.#session = session;
  }

  /** Enters by the one-time link that the server printed. */
  static async enter({ address, consoleLink }: BenchServer): Promise<Staff> {
    const from = { port: Number(new URL(address).port), ip: FROM };
    const link = /[A-Za-z0-9_-]{43}$/.exec(consoleLink)?.[0] ?? '';
    const path = '/web/operatorEnter';
    const entered = await ask(from, { method: 'POST', path, form: `link=${link}` });
    const { token } = dataOf('operatorEnter', entered);
    return new Staff(from, { ...tokenOf(token), cookie: entered.cookie });
  }

  /** Registers a person who may send the pictures of the second level; returns the session. */
  async verifiedPerson(i: number): Promise<{ readonly token: string; readonly account: string }> {
    const from = { ...this.#from, ip: `192.0.${3 + i}.10` };
    const account = `person-${i}@example.org`;
    const { codeId } = await call(
      from,
      'getCode',
      `kind=email&account=${account}&purpose=register`,
    );
    const code = await this.#codeFor(account);
    const { token } = await call(
      from,
      'userRegister',
      `kind=email&account=${account}&country=PT&codeId=${codeId}&code=${code}` +
        `&password=${PASSWORD}&passwordAgain=${PASSWORD}&agreement=true`,
    );
    await call(from, 'setNameAuth', `country=PT&type=2&name=Ana+Sousa&number=AB${1000 + i}`, token);
    const { cases } = await this.#get('getVerificationQueue');
    const caseId = cases[0].caseId;
    await this.#post('claimVerification', `caseId=${caseId}`);
    await this.#post('approveVerification', `caseId=${caseId}`);
    return { token, account };
  }

  async #codeFor(account: string): Promise<string> {
    for (;;) {
      const { messages } = await this.#get('getOutbox');
      const sent = messages.find(({ recipient }: { recipient: string }) => recipient === account);
      const code = /\b\d{8}\b/.exec(sent?.content ?? '')?.[0];
      if (code !== undefined) return code;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #get(name: string) {
    const path = `/web/${name}`;
    return dataOf(name, await ask(this.#from, { path, headers: this.#session }));
  }

  async #post(name: string, form: string): Promise<void> {
    const request = { method: 'POST', path: `/web/${name}`, form, headers: this.#session };
    dataOf(name, await ask(this.#from, request));
  }
}
