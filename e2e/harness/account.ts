import { expect } from 'vitest';
import { Program } from './calls.ts';
import { coming } from './eventually.ts';
import type { Server } from './server.ts';
import { stage } from './stage.ts';
import { named } from './texts.ts';
import type { Visit } from './visit.ts';

/** Long enough, and not a common password. */
export const PASSWORD = 'seven copper kettles';

let people = 0;

/** An address that is not registered yet. */
export function newAddress(): string {
  people += 1;
  return `person-${people}@example.org`;
}

/** Fills in both steps of /register with the code from the outbox; ends at the home screen. */
export async function register(visit: Visit, email: string): Promise<void> {
  const { page, say } = visit;
  await visit.open('/register');
  await chooseCountry(visit, 'PT');
  await page.getByLabel(named(say('identity.fields.email'))).fill(email);
  await proveAddress(visit, email);
  await page.getByRole('button', { name: named(say('identity.register.continue')) }).click();
  await fillPasswords(visit, 'identity.fields.password', PASSWORD);
  const invitation = page.getByLabel(named(say('identity.fields.invitationOptional')));
  expect(await invitation.inputValue()).toBe('');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: named(say('identity.register.submit')) }).click();
  await passOver(visit);
}

/** Passes over what protects a new account, by one touch; ends at the home screen. */
export async function passOver(visit: Visit): Promise<void> {
  const { page, say } = visit;
  await page.getByRole('button', { name: named(say('protection.skip')) }).click();
  await visit.arrived('/index');
}

/** Clicks into the field and types a country's name, which replaces the one that stands there. */
export async function chooseCountry({ page, say, options }: Visit, code: string): Promise<void> {
  const language = options.language ?? 'en';
  const name = new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;
  const field = page.getByRole('combobox', { name: say('kit.country') });
  await field.click();
  await field.pressSequentially(name);
  await page.getByRole('option', { name }).first().click();
}

/** Requests a code for the address in the form and types it in. */
export async function proveAddress({ page, say }: Visit, email: string): Promise<void> {
  const sent = coming(page.waitForResponse((response) => response.url().includes('/web/getCode')));
  await page.getByRole('button', { name: named(say('kit.sendCode')) }).click();
  await sent;
  const code = await stage.codeFor(email);
  await page.getByLabel(named(say('kit.sentCode'))).fill(code);
}

/** Fills in the same new password twice; `key` is the name of the first field. */
export async function fillPasswords(visit: Visit, key: string, password: string): Promise<void> {
  const { page, say } = visit;
  await page.getByLabel(named(say(key))).fill(password);
  await page.getByLabel(named(say('identity.fields.again'))).fill(password);
}

/** Fills in /login, once it has replaced the previous screen, and submits it. */
export async function logIn({ page, say }: Visit, email: string, password: string): Promise<void> {
  const submit = page.getByRole('button', { name: named(say('identity.login.submit')) });
  await submit.waitFor();
  await page.getByLabel(named(say('identity.fields.email'))).fill(email);
  await page.getByLabel(named(say('identity.fields.password'))).fill(password);
  await submit.click();
}

/** Opens a virtual account with the button beside the form; ends on the trading page. */
export async function practise(visit: Visit): Promise<void> {
  const { page, say } = visit;
  await page.getByRole('button', { name: named(say('identity.side.virtual')) }).click();
  await visit.arrived('/deal');
}

/** Opens an account with the same calls as the form, but without a browser. */
export async function openAccount(email: string, country = 'PT'): Promise<Program> {
  const program = new Program(stage.address);
  const who = { kind: 'email', account: email, country };
  const { codeId } = await program.post('getCode', { ...who, purpose: 'register' });
  const code = await stage.codeFor(email);
  const input = { password: PASSWORD, passwordAgain: PASSWORD, agreement: true };
  const { token } = await program.post('userRegister', { ...who, ...input, codeId, code });
  return new Program(stage.address, String(token));
}

/** An address gets one code a minute. */
const CODE_PAUSE_MS = 61_000;

/**
 * People whose accounts are opened before the first journey, so that a journey which needs a second
 * code need not wait for it.
 */
export class Early<T = unknown> {
  readonly #begin: (email: string) => Promise<T>;
  #opened: { email: string; opened: T; at: number; server: Server } | null = null;

  /** `begin` opens the account of an address. */
  constructor(begin: (email: string) => Promise<T>) {
    this.#begin = begin;
  }

  async open(): Promise<void> {
    const email = newAddress();
    const opened = await this.#begin(email);
    this.#opened = { email, opened, at: Date.now() + CODE_PAUSE_MS, server: stage.server };
  }

  /** Whoever was opened, for one try: another one, on a server of its own, has somebody else. */
  async take(): Promise<{ email: string; opened: T; untilNextCode: () => Promise<void> }> {
    if (this.#opened?.server !== stage.server) await this.open();
    const person = this.#opened;
    this.#opened = null;
    if (person === null) throw new Error('nobody was opened');
    const untilNextCode = async () => {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, person.at - Date.now())));
    };
    return { email: person.email, opened: person.opened, untilNextCode };
  }
}

/** Opens the account menu and chooses an entry by its key. */
export async function fromAccountMenu({ page, say }: Visit, key: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: say('shell.account.menu') })
    .click();
  await page.getByRole('menuitem', { name: named(say(key)) }).click();
}
