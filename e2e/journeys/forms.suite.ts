import { expect, it } from 'vitest';
import { chooseCountry, fillPasswords, PASSWORD, passOver } from '../harness/account.ts';
import { eventually } from '../harness/eventually.ts';
import { stage } from '../harness/stage.ts';
import { named, startingWith } from '../harness/texts.ts';

const PHONE = '912345678';
/** Long enough, and one of those that are tried first. */
const COMMON = 'football2020';

export function formJourneys(): void {
  it('UI-120 an empty log-in form shows what is missing and sends no request', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await visit.open('/login');
      await page.getByRole('button', { name: named(say('identity.login.submit')) }).click();
      await page.getByText(named(say('identity.errors.accountEmpty'))).waitFor();
      await page.getByText(named(say('identity.errors.passwordEmpty'))).waitFor();
      expect(requested.filter((url) => url.includes('/web/userLogin'))).toEqual([]);
    }));

  it('UI-1048 what is no e-mail address is marked before a code is asked for, and a guessed country named', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await visit.open('/register');
      const guessed = page.getByText(named(say('identity.fields.countryGuessed')));
      await guessed.waitFor();
      const email = page.getByLabel(named(say('identity.fields.email')));
      await email.fill('somebody.example.org');
      await page.getByRole('button', { name: named(say('kit.sendCode')) }).click();
      await page.getByText(named(say('identity.errors.email'))).waitFor();
      expect(await email.getAttribute('aria-invalid')).toBe('true');
      expect(requested.filter((url) => url.includes('/web/getCode'))).toEqual([]);
      await chooseCountry(visit, 'PT');
      await guessed.waitFor({ state: 'detached' });
      await page.getByText(named(say('identity.fields.countryNote'))).waitFor();
    }));

  it('UI-130 UI-131 UI-951 UI-1200 UI-1540 a registration by phone shows at each step what is missing', () =>
    stage.visit({ expected: [/status of 400/] }, async (visit) => {
      const { page, say } = visit;
      await page.clock.install();
      await visit.open('/register');
      const go = page.getByRole('button', { name: named(say('identity.register.continue')) });
      const send = page.getByRole('button', { name: named(say('kit.sendCode')) });
      const shown = (key: string) => page.getByText(named(say(key))).waitFor();
      await chooseCountry(visit, 'PT');
      await page.getByLabel(named(say('identity.fields.email'))).fill('somebody@example.org');
      await page.getByRole('radio', { name: named(say('identity.kinds.phone')) }).click();
      const phone = page.getByLabel(named(say('identity.fields.phone')));
      expect(await phone.inputValue()).toBe('');
      await go.click();
      await shown('identity.errors.phoneEmpty');
      await shown('identity.errors.codeUnsent');
      await page.getByLabel(named(say('identity.fields.phone'))).fill('12');
      await send.click();
      await shown('identity.errors.phone');
      await page.getByLabel(named(say('identity.fields.phone'))).fill(PHONE);
      await send.click();

      // The server's pause is counted down; then the button is enabled again.
      const wait = page.getByRole('button', { name: /^\d+ s$/ });
      await wait.waitFor();
      expect(await wait.isDisabled()).toBe(true);
      const digits = page.getByLabel(named(say('kit.sentCode')));
      await digits.and(page.locator(':focus')).waitFor();
      const code = await stage.codeFor(`+351${PHONE}`);
      await page.clock.fastForward('01:01');
      const again = page.getByRole('button', { name: named(say('kit.sendAgain')) });
      await eventually(() => again.isEnabled()).toBe(true);
      await digits.fill(code);
      await go.click();

      const open = page.getByRole('button', { name: named(say('identity.register.submit')) });
      await page.getByLabel(named(say('identity.fields.password'))).fill('short');
      await open.click();
      await page.getByText(say('identity.errors.passwordShort', { count: 10 })).waitFor();
      await shown('identity.errors.passwordsDiffer');
      await shown('identity.errors.agreement');
      // What only the server knows of a field stands there too, until it is edited.
      await fillPasswords(visit, 'identity.fields.password', COMMON);
      await page.getByRole('checkbox').check();
      await open.click();
      await shown('identity.errors.passwordCommon');
      const password = page.getByLabel(named(say('identity.fields.password')));
      expect(await password.and(page.locator(':focus')).getAttribute('aria-invalid')).toBe('true');
      await fillPasswords(visit, 'identity.fields.password', PASSWORD);
      expect(await password.getAttribute('aria-invalid')).toBeNull();
      await open.click();
      for (const key of ['tradePassword', 'factor', 'verification']) {
        await page.getByRole('link', { name: startingWith(say(`protection.${key}`)) }).waitFor();
      }
      await passOver(visit);
      await page.getByRole('banner').getByText('+35***5678').waitFor();
    }));
}
