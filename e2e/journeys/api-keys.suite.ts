import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { fromAccountMenu, logIn, newAddress, openAccount, PASSWORD } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { stage } from '../harness/stage.ts';
import { named } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { UNANSWERED } from './outage.suite.ts';

const WRONG_PASSWORD = 'nine paper lanterns';

export function apiKeyJourneys(): void {
  it('KEYS-050 KEYS-051 KEYS-052 KEYS-053 a key is created, its secret shown once and copied, and the key revoked', async () => {
    const email = newAddress();
    const program = await openAccount(email);
    await stage.visit({}, async (visit) => {
      const { page, say, context } = visit;
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await visit.open('/login?to=/market');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/market');
      await fromAccountMenu(visit, 'apiKeys.title');
      await visit.arrived('/apiKeys');
      await page.getByText(named(say('apiKeys.empty.title'))).waitFor();
      expect(await violationsOf(page)).toEqual([]);

      // The form reports missing input and the server invalid input, each beside its field.
      const dialog = await openForm(visit);
      const submit = button(dialog, say('apiKeys.form.create'));
      await submit.click();
      await dialog.getByText(named(say('apiKeys.errors.labelEmpty'))).waitFor();
      await dialog.getByText(named(say('identity.errors.passwordEmpty'))).waitFor();
      const field = (key: string) => dialog.getByLabel(named(say(`apiKeys.fields.${key}`)));
      await field('label').and(page.locator(':focus')).waitFor();
      await field('label').fill('My bot');
      await field('ips').fill('10.0.0.1/8');
      await submit.click();
      await dialog.getByText(named(say('apiKeys.errors.addressRange'))).waitFor();
      await field('ips').fill('203.0.113.7');
      await dialog.getByRole('radio', { name: named(say('apiKeys.permissions.trade')) }).click();
      await field('password').fill(WRONG_PASSWORD);
      await submit.click();
      await dialog.getByText('The password is wrong.').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await field('password').fill(PASSWORD);
      await submit.click();

      // The dialog cannot be closed before the user confirms having stored the secret.
      await dialog.getByText(named(say('apiKeys.made.title'))).waitFor();
      const done = button(dialog, say('apiKeys.made.done'));
      const [name, secret] = await dialog.getByRole('code').allTextContents();
      expect([name, secret]).toEqual(Array(2).fill(expect.stringMatching(/^[A-Za-z0-9]{64}$/)));
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      expect(await done.isDisabled()).toBe(true);
      const clipboard = () => page.evaluate('navigator.clipboard.readText()');
      await button(dialog, say('kit.copy', { name: say('apiKeys.made.secret') })).click();
      await eventually(clipboard).toBe(secret);
      await button(dialog, say('kit.copy', { name: say('apiKeys.made.key') })).click();
      await eventually(clipboard).toBe(name);
      await dialog.getByRole('checkbox').check();
      await done.click();
      await dialog.waitFor({ state: 'hidden' });

      // The key is in the list, without its secret, on the screen and in the server's answer.
      const row = page.getByRole('row').filter({ hasText: 'My bot' });
      await row.getByText('203.0.113.7').waitFor();
      await row.getByText(`${name?.slice(0, 6)}…${name?.slice(-4)}`).waitFor();
      expect(await row.getByText(say('apiKeys.demoKey')).count()).toBe(0);
      expect(await page.content()).not.toContain(secret);
      expect(await violationsOf(page)).toEqual([]);
      const listed = JSON.stringify(await program.get('getApiKeys'));
      expect([listed.includes(name ?? ''), listed.includes(secret ?? '')]).toEqual([true, false]);

      // Fewer rights require no password, more rights do.
      await button(row, say('apiKeys.table.edit', { label: 'My bot' })).click();
      await field('label').fill('My other bot');
      expect(await field('password').count()).toBe(0);
      await field('ips').fill('203.0.113.7 203.0.113.8');
      await field('password').waitFor();
      await field('ips').fill('203.0.113.7');
      await field('password').waitFor({ state: 'hidden' });
      await button(dialog, say('apiKeys.form.save')).click();
      const label = { label: 'My other bot' };
      await button(page, say('apiKeys.table.revoke', label)).click();
      await dialog.getByText(named(say('apiKeys.revoke.title', label))).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await button(dialog, say('apiKeys.revoke.confirm')).click();
      await page.getByText(named(say('apiKeys.empty.title'))).waitFor();
      expect(await program.get('getApiKeys')).toEqual({ apiKeys: [] });
    });
  });

  it('KEYS-050 KEYS-053 KEYS-054 loading, failed and offline lists look different, and demo keys are labelled', () =>
    stage.visit({ expected: [...UNANSWERED, /ERR_FAILED/], virtual: true }, async (visit) => {
      const { page, say, context } = visit;
      await visit.open('/deal');
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/web/getApiKeys?*', async (route) => {
        await held;
        await route.abort();
      });
      await fromAccountMenu(visit, 'apiKeys.title');
      const table = page.getByRole('table', { name: named(say('apiKeys.title')) });
      await eventually(() => table.getAttribute('aria-busy')).toBe('true');
      expect(await violationsOf(page)).toEqual([]);
      answer();
      const again = button(page.getByRole('alert'), say('kit.retry'));
      await again.waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await context.setOffline(true);
      // The page may know by itself that it is offline, before anybody asks.
      await again.click({ timeout: 2_000 }).catch(() => undefined);
      await page.getByText(named(say('apiKeys.offline.title'))).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.unroute('**/web/getApiKeys?*');
      await context.setOffline(false);
      await page.getByText(named(say('apiKeys.empty.title'))).waitFor();

      // The form does not ask visitors for a password, because they have none.
      await page.getByText(named(say('apiKeys.demoText'))).waitFor();
      const dialog = await openForm(visit);
      await dialog.getByText(named(say('apiKeys.form.createDemoTitle'))).waitFor();
      await dialog.getByLabel(named(say('apiKeys.fields.label'))).fill('Practice');
      await button(dialog, say('apiKeys.form.create')).click();
      await dialog.getByRole('checkbox').check();
      await button(dialog, say('apiKeys.made.done')).click();
      const row = page.getByRole('row').filter({ hasText: 'Practice' });
      await row.getByText(named(say('apiKeys.demoKey'))).waitFor();

      // The answer of an account whose password was reset, which a visitor cannot do.
      await page.route('**/web/getApiKeys?*', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        for (const apiKey of json.data.apiKeys) {
          Object.assign(apiKey, { revokedAt: apiKey.createdAt, revokedWhy: 'passwordReset' });
        }
        await route.fulfill({ response, json });
      });
      await page.reload();
      await row.getByText(named(say('apiKeys.table.revokedWhys.passwordReset'))).waitFor();
      expect(await row.getByRole('button').count()).toBe(1);
      await page.getByText(named(say('apiKeys.count', { count: 0, most: 30 }))).waitFor();
      expect(await violationsOf(page)).toEqual([]);
    }));
}

async function openForm({ page, say }: Visit): Promise<Locator> {
  await button(page.getByRole('main'), say('apiKeys.create')).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

function button(within: Pick<Locator, 'getByRole'>, name: string): Locator {
  return within.getByRole('button', { name: named(name) });
}
