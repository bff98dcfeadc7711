import { createHash, randomUUID } from 'node:crypto';
import { actionText } from '@assay/modules/identity/rules';
import type { Received } from '@assay/platform/testing/client';
import { pause } from '../kill9/child.ts';
import type { House } from './house.ts';

const PASSWORD = 'seven copper kettles';
const PIN = '271845';
const CODE = /\b[0-9]{8}\b/;
const PATIENCE_MS = 60_000;

/** A campaign asks faster than a chain pays: what it has, and what waits, are bounded. */
const EXPECTED = new Set(['insufficientBalance', 'tooManyWithdrawals', 'planChanged']);

/** A customer by the calls of the app, who goes on when the server was killed under them. */
export class Person {
  userId = 0;
  #token = '';
  readonly #account: string;

  constructor(
    readonly house: House,
    name: string,
  ) {
    this.#account = `${name}@example.org`;
  }

  /** Registered, verified, with a trade password, and an address on the chain. */
  async comeIn(chainId: number): Promise<string> {
    const who = { kind: 'email', account: this.#account };
    await this.#forgetCodes();
    const { codeId } = await this.#must('getCode', { ...who, purpose: 'register' });
    const code = await this.#code();
    const password = { password: PASSWORD, passwordAgain: PASSWORD };
    const given = { ...who, ...password, country: 'PT', agreement: true, codeId, code };
    const { token, userId } = await this.#must('userRegister', given);
    this.#token = String(token);
    this.userId = Number(userId);
    await this.house.rows(
      `insert into verification_case (user_id, level, status, country, document_type, document_key,
         key_id, wrapped_key, sealed, submitted_at, deadline_at, decided_at)
       values ($1, 'junior', 'approved', 'PT', 1, sha256(convert_to($2, 'UTF8')), '', '', '', 0, 0, 0)`,
      [this.userId, this.#account],
    );
    const pin = { password: PIN, passwordAgain: PIN };
    await this.#must('saveTpwd', { ...pin, ...(await this.#proof('saveTpwd', pin)) });
    const { data: rules } = await this.house.client.get('getWithdrawalRules');
    await this.#must('readWithdrawalRules', { version: rules.version, digest: rules.digest });
    const { address } = await this.#must('getDepositAddress', { chainId });
    return String(address);
  }

  post(name: string, fields: object): Promise<Received | null> {
    return this.house.client.post(name, fields, { token: this.#token }).catch(() => null);
  }

  /** Asks for money to leave; the number of the withdrawal, or null where nobody knows. */
  async withdraw(amount: string, chainId: number, address: string): Promise<number | null> {
    const data = await this.#proved('requestWithdrawal', {
      ...{ asset: 'USDT', amount, chainId, address, memo: '', kind: 'ordinary' },
      ...{ recipient: '', provider: '', tradePassword: PIN },
    });
    return data === null ? null : Number(data.withdrawal.withdrawalId);
  }

  /** Takes out an amount by a plan; the numbers of its parts, as far as anybody knows. */
  async leave(amount: string, chainId: number, address: string): Promise<number[]> {
    const where = {
      ...{ asset: 'USDT', amount, chainId, address },
      ...{ memo: '', recipient: '', provider: '' },
    };
    const query = { ...where, chainId: String(chainId) };
    const { client } = this.house;
    const plan = await client.get('planExit', query, { token: this.#token }).catch(() => null);
    if (plan?.code !== 0 || plan.data.parts.length === 0) return [];
    const accepted = { ...where, digest: plan.data.digest, tradePassword: PIN };
    const data = await this.#proved('acceptExitPlan', accepted);
    const taken = (data?.taken ?? []) as { withdrawal: { withdrawalId: number } }[];
    return taken.map(({ withdrawal }) => withdrawal.withdrawalId);
  }

  /** The answer to a request that needs a proof; null: nobody knows it, or it may be refused. */
  async #proved(name: string, fields: object) {
    const proof = await this.#proof(name, fields).catch(() => null);
    if (proof === null) return null;
    const answer = await this.post(name, { ...fields, ...proof, cid: randomUUID() });
    if (answer === null || answer.code > 1) return null;
    if (answer.code === 0) return answer.data;
    if (EXPECTED.has(answer.data.refusal)) return null;
    throw new Error(`${name}: ${answer.text}`);
  }

  /** The proof of one exact action, by the code that is sent. */
  async #proof(action: string, fields: object): Promise<{ stepUp: string }> {
    await this.#forgetCodes();
    const digest = createHash('sha256').update(actionText(action, fields)).digest('hex');
    const { challengeId, codeId } = await this.#must('askStepUp', { action, digest });
    const code = await this.#code();
    const proof = { challengeId, codeId, code, method: 'code', password: PASSWORD };
    const { stepUp } = await this.#must('proveStepUp', proof);
    return { stepUp: String(stepUp) };
  }

  /** One a minute is sent, and so many a day: earlier ones become older than that. */
  async #forgetCodes(): Promise<void> {
    // In one order, so that two people do not wait for each other.
    await this.house.rows(
      `update verification_code c set created_at = c.created_at - 90000000
       from (select code_id from verification_code where created_at > $1
             order by code_id for update) young where young.code_id = c.code_id`,
      [Date.now() - 86_400_000],
    );
    const own = 'delete from outgoing_message where recipient = $1';
    await this.house.rows(own, [this.#account]);
  }

  async #code(): Promise<string> {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      const of = 'select content from outgoing_message where recipient = $1';
      const found = await this.house.rows<{ content: string }>(of, [this.#account]);
      const code = found.map(({ content }) => CODE.exec(content)?.[0]).find((one) => one);
      if (code !== undefined) return code;
      await pause(20);
    }
    throw new Error('no code was sent');
  }

  async #must(name: string, fields: object): Promise<Record<string, unknown>> {
    const answer = await this.post(name, fields);
    if (answer?.code !== 0) throw new Error(`${name}: ${answer?.text ?? 'no answer'}`);
    return answer.data;
  }
}
