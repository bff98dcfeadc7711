import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, expect, it } from 'vitest';
import {
  Early,
  logIn,
  newAddress,
  openAccount,
  PASSWORD,
  proveAddress,
} from '../harness/account.ts';
import { addAuthenticator } from '../harness/authenticator.ts';
import { violationsOf } from '../harness/axe.ts';
import { coming, eventually } from '../harness/eventually.ts';
import { stage } from '../harness/stage.ts';
import { named, startingWith } from '../harness/texts.ts';
import { TOTP_STEP_MS, totpOf } from '../harness/totp.ts';
import type { Visit } from '../harness/visit.ts';

/** Journeys that need a code from a browser that nobody knows open their accounts early. */
const early = new Early(openAccount);
const forgetful = new Early(openAccount);

export function securityJourneys(): void {
  beforeAll(async () => {
    await early.open();
    await forgetful.open();
  });

  it('UI-1100 UI-1101 UI-1105 KEYS-019 an app is set up and asked for, also after a forgotten password', async () => {
    const { email, untilNextCode } = await early.take();
    await stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await visit.open('/login?to=/setting/security');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/setting/security');
      await page.getByText(say('identity.security.levels.dangerous')).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: named(say('identity.factors.addTotp')) }).click();
      await page.getByLabel(named(say('identity.factors.name'))).fill('my phone');
      await page.getByRole('button', { name: named(say('identity.register.continue')) }).click();
      await confirmByCode(visit, email);
      const secret = (await page.locator('code').first().textContent()) ?? '';
      expect(await violationsOf(page)).toEqual([]);
      const first = Date.now();
      await page.getByLabel(named(say('identity.proof.totpLabel'))).fill(totpOf(secret, first));
      await page.getByRole('button', { name: named(say('identity.proof.confirm')) }).click();
      const codes = page.locator('code').first();
      await eventually(() => codes.textContent()).toMatch(/^([0-9A-Z]{5}-[0-9A-Z]{5} ?){10}$/);
      const [recoveryCode = ''] = ((await codes.textContent()) ?? '').split(' ');
      await page.getByRole('button', { name: named(say('identity.factors.codesKept')) }).click();
      await page.getByRole('rowheader', { name: 'my phone' }).waitFor();

      // The transaction password, confirmed by the next code of the app.
      await visit.open('/bindmpwd');
      const pins = page.locator('input[type=password]');
      await pins.nth(0).fill('123456');
      await pins.nth(1).fill('123456');
      const save = page.getByRole('button', { name: named(say('identity.security.save')) });
      await save.click();
      await page.getByText(say('identity.tradePassword.common')).waitFor();
      await pins.nth(0).fill('739184');
      await pins.nth(1).fill('739184');
      await save.click();
      const app = page.getByLabel(named(say('identity.proof.totpLabel')));
      // A busy machine may have come to a step after the next one.
      await app.fill(totpOf(secret, Math.max(first + TOTP_STEP_MS, Date.now())));
      await page.getByRole('button', { name: named(say('identity.proof.confirm')) }).click();
      await page.getByText(say('identity.security.saved')).first().waitFor();

      await makeKey(visit, recoveryCode);

      const password = 'nine paper lanterns';
      await forgetSession(visit);
      await visit.open('/forgetpwd');
      await untilNextCode();
      await page.getByLabel(named(say('identity.fields.email'))).fill(email);
      await proveAddress(visit, email);
      await page.getByLabel(named(say('identity.fields.newPassword'))).fill(password);
      await page.getByLabel(named(say('identity.fields.again'))).fill(password);
      await page.getByRole('button', { name: named(say('identity.password.submit')) }).click();
      await visit.arrived('/login');
      await logIn(visit, email, password);
      await page.getByText(say('identity.proof.lead')).waitFor();
      await page.getByRole('radio', { name: say('identity.proof.recoveryCode') }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
    });
  });

  it('UI-1107 who has lost every factor announces by a code that they are given up, and reads from when', async () => {
    const { email, untilNextCode } = await forgetful.take();
    await stage.visit({}, async (visit) => {
      const { page, say } = visit;
      const press = (key: string) => page.getByRole('button', { name: named(say(key)) }).click();
      await visit.open('/login?to=/setting/security');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/setting/security');
      await press('identity.factors.addTotp');
      await page.getByLabel(named(say('identity.factors.name'))).fill('my phone');
      await press('identity.register.continue');
      await confirmByCode(visit, email);
      const secret = (await page.locator('code').first().textContent()) ?? '';
      const app = page.getByLabel(named(say('identity.proof.totpLabel')));
      await app.fill(totpOf(secret, Date.now()));
      await press('identity.proof.confirm');
      await press('identity.factors.codesKept');

      await forgetSession(visit);
      await untilNextCode();
      await visit.open('/login');
      await logIn(visit, email, PASSWORD);
      await press('lostFactors.open');
      await page.getByText(say('lostFactors.after')).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await press('lostFactors.send');
      await page.getByLabel(named(say('kit.sentCode'))).fill(await stage.codeFor(email));
      await press('identity.proof.confirm');
      await page.getByText(startingWith(say('lostFactors.announced'))).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await press('lostFactors.toLogin');
      await page.getByRole('button', { name: named(say('identity.login.submit')) }).waitFor();
    });
  });

  it('UI-1106 a wallet is bound, logs in by its signature, and another one does not', async () => {
    const email = newAddress();
    await openAccount(email);
    await stage.visit({}, async (visit) => {
      const { page, say } = visit;
      const press = (key: string) => page.getByRole('button', { name: named(say(key)) }).click();
      const useWallet = await addWallet(page);
      await visit.open('/login?to=/setting/security');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/setting/security');
      await press('identity.wallets.add');
      await confirmByCode(visit, email);
      const own = useWallet(0);
      await page
        .getByText(new RegExp(own.slice(0, 6), 'i'))
        .first()
        .waitFor();

      await forgetSession(visit);
      useWallet(1);
      await visit.open('/login?to=/setting/security');
      await press('identity.login.wallet');
      await page.getByText(/This wallet does not log in/).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      useWallet(0);
      await press('identity.login.wallet');
      await visit.arrived('/setting/security');
    });
  });

  it('UI-1213 the download is one file, with what trading and money left behind', async () => {
    const email = newAddress();
    await openAccount(email);
    await stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await visit.open('/login?to=/setting/security');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/setting/security');
      const download = coming(page.waitForEvent('download'));
      await page.getByRole('button', { name: named(say('identity.data.download')) }).click();
      await confirmByCode(visit, email);
      const file = await download;
      expect(file.suggestedFilename()).toBe('my-data.json');
      const read = JSON.parse(fs.readFileSync(await file.path(), 'utf8'));
      expect(read.data.profile.email).toBe(email);
      const { openOrders, orders, fills, statement } = read;
      expect({ openOrders, orders, fills, statement }).toEqual({
        ...{ openOrders: [], orders: [], fills: [], statement: [] },
      });
    });
  });

  it('UI-1102 UI-1103 UI-1104 a passkey logs in, a lock holds, and the link of a message freezes', async () => {
    const email = newAddress();
    await openAccount(email);
    await stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await addAuthenticator(visit.context, page);
      const open = async (path: string) => {
        await page.goto(stage.address + path);
        await visit.settled();
      };
      await open('/login?to=/setting/security');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/setting/security');
      await page.getByRole('button', { name: named(say('identity.factors.addPasskey')) }).click();
      await page.getByLabel(named(say('identity.factors.name'))).fill('my laptop');
      await page.getByRole('button', { name: named(say('identity.register.continue')) }).click();
      await confirmByCode(visit, email);
      await page.getByRole('button', { name: named(say('identity.factors.codesKept')) }).click();
      await page.getByRole('rowheader', { name: 'my laptop' }).waitFor();

      await forgetSession(visit);
      await open('/login?to=/setting/security');
      await page.getByRole('button', { name: named(say('identity.login.passkey')) }).click();
      await visit.arrived('/setting/security');

      const lock = page.getByRole('button', { name: named(say('identity.freezes.lock')) });
      await lock.click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: named(say('identity.freezes.lock')) })
        .click();
      await page.getByText(say('identity.proof.passkeyText')).waitFor();
      await page.getByRole('button', { name: named(say('identity.proof.confirm')) }).click();
      await page.getByText(say('identity.freezes.kinds.settingsLock')).waitFor();
      await page.getByRole('switch').nth(1).click();
      await page.getByRole('button', { name: named(say('identity.proof.confirm')) }).click();
      await page
        .getByText(/You have locked the security settings/)
        .first()
        .waitFor();
      expect(await page.getByRole('switch').nth(1).isChecked()).toBe(false);

      await open('/deallog');
      await page
        .getByRole('cell', {
          name: startingWith(say('accountLog.events.settingsLocked', { detail: '' })),
        })
        .waitFor();
      expect(await violationsOf(page)).toEqual([]);

      const outbox = await stage.outbox();
      const linked = /\/notMe\?link=\d+\.\d+\.[\w-]{43}/;
      // Which the outbox may not show yet.
      const message = outbox
        .getByRole('row')
        .filter({ hasText: email })
        .filter({ hasText: linked });
      const link = linked.exec((await message.first().textContent()) ?? '')?.[0] ?? '';
      await open(link);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: named(say('identity.notMe.action')) }).click();
      await page.getByText(say('identity.notMe.done')).waitFor();
    });
  });
}

/**
 * Leaves the browser without a session, as one of somebody else. No page is open meanwhile, which
 * could ask for something without its cookie.
 */
async function forgetSession({ page, context }: Visit): Promise<void> {
  await page.evaluate('localStorage.clear()');
  await page.goto('about:blank');
  await context.clearCookies();
}

/** Gives the browser a wallet (EIP-1193) with two accounts; returns what chooses one of them. */
async function addWallet(page: Page): Promise<(which: 0 | 1) => string> {
  const accounts = [
    privateKeyToAccount(generatePrivateKey()),
    privateKeyToAccount(generatePrivateKey()),
  ];
  let chosen = accounts[0];
  await page.exposeFunction(
    'askWallet',
    (method: string, params: readonly `0x${string}`[] = []) => {
      if (method === 'eth_requestAccounts') return [chosen?.address.toLowerCase()];
      if (method === 'personal_sign')
        return chosen?.signMessage({ message: { raw: params[0] ?? '0x' } });
      throw new Error(`the wallet does not know ${method}`);
    },
  );
  await page.addInitScript(
    'globalThis.ethereum = { request: ({ method, params }) => askWallet(method, params) }',
  );
  return (which) => {
    chosen = accounts[which];
    return chosen?.address ?? '';
  };
}

/** Confirms an action by the password and the code that was sent. */
export async function confirmByCode(visit: Visit, email: string): Promise<void> {
  const { page, say } = visit;
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel(named(say('identity.fields.password'))).fill(PASSWORD);
  await dialog.getByLabel(named(say('kit.sentCode'))).fill(await stage.codeFor(email));
  await dialog.getByRole('button', { name: named(say('identity.proof.confirm')) }).click();
}

/** An API key for an address that is typed as the server does not spell it. */
async function makeKey(visit: Visit, recoveryCode: string): Promise<void> {
  const { page, say } = visit;
  await visit.open('/apiKeys');
  const press = (key: string) =>
    page
      .getByRole('button', { name: named(say(key)) })
      .first()
      .click();
  await press('apiKeys.create');
  await page.getByLabel(named(say('apiKeys.fields.label'))).fill('My bot ');
  await page.getByLabel(named(say('apiKeys.fields.ips'))).fill(' 203.0.113.7;');
  await press('apiKeys.form.create');
  await page.getByRole('radio', { name: named(say('identity.proof.recoveryCode')) }).click();
  const code = { name: named(say('identity.proof.recoveryLabel')) };
  await page.getByRole('textbox', code).fill(recoveryCode);
  await press('identity.proof.confirm');
  await page.getByText(named(say('apiKeys.made.title'))).waitFor();
}
