import { beforeAll, expect, it } from 'vitest';
import {
  Early,
  fillPasswords,
  fromAccountMenu,
  logIn,
  newAddress,
  openAccount,
  PASSWORD,
  proveAddress,
} from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { Desk } from '../harness/desk.ts';
import { coming, eventually } from '../harness/eventually.ts';
import { stage } from '../harness/stage.ts';
import { named, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';

const OTHER_PASSWORD = 'nine paper lanterns';
/** Stays between seven and eight minutes for the length of the journey. */
const NEAR_END_MS = 479_000;
/** The server's refusal of a log-in that needs a code (IDEN-022). */
const CODE_NEEDED = {
  ...{ code: 1, message: 'This account needs a code.', title: '', time: 0 },
  data: { refusal: 'codeNeeded', detail: {} },
};
const SIGNED_OUT = /logged out/;
const REFUSED = /status of 401/;

/** Journeys that need two codes request the first early. */
const early = { forgetful: new Early(openAccount), guessed: new Early(openAccount) };

export function sessionJourneys(): void {
  beforeAll(async () => {
    for (const person of [early.forgetful, early.guessed]) await person.open();
  });

  it('UI-910 UI-041 a log-in outlives a reload, and a log-out in one tab ends it in the other', async () => {
    const email = newAddress();
    await openAccount(email);
    // What a tab asked for just before the log-out is answered after it.
    await stage.visit({ expected: [REFUSED] }, async (visit) => {
      const { page, say } = visit;
      await visit.open('/login?to=/market');
      await logIn(visit, email, `${PASSWORD}!`);
      await page.getByRole('alert').waitFor();
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/market');
      await page.reload();
      await visit.settled();
      await account(visit).waitFor();

      const other = await visit.context.newPage();
      await visit.open('/help', other);
      await visit.open('/deal');
      // Home takes longer to be drawn than the session to be ended.
      const slow = await visit.context.newCDPSession(page);
      await slow.send('Emulation.setCPUThrottlingRate', { rate: 20 });
      // It is said for three seconds, on whichever screen.
      const said = coming(page.getByText(say('shell.account.signedOut')).waitFor());
      await fromAccountMenu(visit, 'shell.account.signOut');
      await said;
      await visit.arrived('/index');
      // To be slow the browser keeps its processor busy, and nothing else needs it.
      await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await other.getByRole('link', { name: named(say('shell.account.login')) }).waitFor();
      await visit.open('/deal');
      expect(new URL(page.url()).pathname).toBe('/login');
    });
  });

  it('UI-911 a forgotten password is replaced by a code, and the old one no longer works', async () => {
    const { email, untilNextCode } = await early.forgetful.take();
    await untilNextCode();
    await stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await visit.open('/login');
      await page.getByRole('link', { name: named(say('identity.login.forgot')) }).click();
      await page.getByLabel(named(say('identity.fields.email'))).fill(email);
      await proveAddress(visit, email);
      await fillPasswords(visit, 'identity.fields.newPassword', OTHER_PASSWORD);
      await page.getByRole('button', { name: named(say('identity.password.submit')) }).click();
      await visit.arrived('/login');
      await logIn(visit, email, PASSWORD);
      await page.getByRole('alert').waitFor();
      await logIn(visit, email, OTHER_PASSWORD);
      await visit.arrived('/index');
      await account(visit).waitFor();
    });
  });

  it('UI-121 a log-in asks for a code when the server does, and succeeds with it', async () => {
    const { email, untilNextCode } = await early.guessed.take();
    await untilNextCode();
    await stage.visit({}, async (visit) => {
      const { page, say } = visit;
      // The server asks only after twenty wrong passwords, which take an hour at least.
      await page.route('**/web/userLogin', (route) => route.fulfill({ json: CODE_NEEDED }), {
        times: 1,
      });
      await visit.open('/login?to=/market');
      const code = page.getByLabel(named(say('kit.sentCode')));
      expect(await code.count()).toBe(0);
      await logIn(visit, email, PASSWORD);
      await code.waitFor();
      await page.getByRole('alert').filter({ hasText: CODE_NEEDED.message }).waitFor();
      const submit = page.getByRole('button', { name: named(say('identity.login.submit')) });
      await submit.click();
      await page.getByText(named(say('identity.errors.codeUnsent'))).waitFor();
      await proveAddress(visit, email);
      const right = await code.inputValue();
      await code.fill(right === '00000000' ? '11111111' : '00000000');
      await submit.click();
      await eventually(() => code.getAttribute('aria-invalid')).toBe('true');
      await code.fill(right);
      await submit.click();
      await visit.arrived('/market');
      await account(visit).waitFor();
    });
  });

  it('UI-925 UI-044 a session that is about to end says so, and is renewed above the page', async () => {
    const email = newAddress();
    await openAccount(email);
    await stage.visit({}, async (visit) => {
      const { page, say } = visit;
      // A session lasts a day, so the server's answer is changed to one with an earlier end.
      await page.route('**/web/getSessions*', async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        for (const session of answer.data.sessions) session.expiresAt = Date.now() + NEAR_END_MS;
        await route.fulfill({ response, json: answer });
      });
      await visit.open('/login?to=/market');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/market');
      const text = startingWith(say('shell.ending.text_other', { count: 8 }));
      const notice = page.getByRole('status').filter({ hasText: text });
      await notice.waitFor();
      await notice.getByRole('button', { name: named(say('shell.ending.again')) }).click();
      await page.getByRole('dialog').waitFor();
      // Not earlier: an honest answer takes the notice away, and its button with it.
      await page.unrouteAll({ behavior: 'wait' });
      await logInAgain(visit, email);
      await notice.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toBe('/market');
      await account(visit).waitFor();
    });
  });

  it('UI-912 UI-033 a log-in after the end of a session keeps the form that is filled in', async () => {
    const email = newAddress();
    await openAccount(email);
    await stage.visit({ expected: [REFUSED] }, async (visit) => {
      const { page, say } = visit;
      await visit.open('/login?to=/deal');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/deal');
      await fromAccountMenu(visit, 'shell.account.openVirtual');
      const desk = new Desk(visit, 'BTC');
      const ribbon = page.getByRole('region', { name: named(say('shell.demo.ribbon')) });
      await ribbon.waitFor();
      await desk.ready();
      await desk.choose('buy', 'limit');
      await desk.field('price').fill('50000');
      await desk.field('quantity').fill('0.0123');
      // A browser's session needs its cookie as well as its token; the token alone is invalid.
      await visit.context.clearCookies();
      await desk.send('buy', 2000);
      expect(await violationsOf(page)).toEqual([]);
      await logInAgain(visit, email);
      expect(await desk.field('price').inputValue()).toBe('50000');
      expect(await desk.field('quantity').inputValue()).toBe('0.0123');
      await ribbon.waitFor();
      await desk.send('buy');
      await desk.turnTo('open');
      await eventually(() => desk.list('open').count()).toBe(1);
    });
  });

  it('UI-923 UI-032 a changed password ends the sessions of other browsers, which show it', async () => {
    const email = newAddress();
    const program = await openAccount(email);
    await stage.visit({ expected: [REFUSED] }, async (visit) => {
      const { page, say } = visit;
      await visit.open('/login?to=/market');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/market');
      await account(visit).waitFor();
      const change = { oldPassword: PASSWORD, password: OTHER_PASSWORD };
      await program.post('updatePassword', { ...change, passwordAgain: OTHER_PASSWORD });
      await page.getByRole('status').filter({ hasText: SIGNED_OUT }).waitFor();
      await page.getByRole('link', { name: named(say('shell.account.login')) }).waitFor();
    });
  });

  it("UI-913 UI-092 a visitor's favourites are added to those of the account at the log-in", async () => {
    const email = newAddress();
    const program = await openAccount(email);
    await program.post('addCollectCurrenct', { market: 'BTCUSDT', on: true });
    await stage.visit({}, async (visit) => {
      const { page } = visit;
      await visit.open('/market');
      await star(visit, 'ETH', false).click();
      await star(visit, 'SOL', false).click();
      await visit.open('/market?tab=favourites');
      await star(visit, 'ETH', true).waitFor();
      await eventually(() => page.locator('tbody tr').count()).toBe(2);
      await visit.open('/login?to=/market?tab=favourites');
      await logIn(visit, email, PASSWORD);
      await star(visit, 'BTC', true).waitFor();
      await eventually(() => page.locator('tbody tr').count()).toBe(3);
      await eventually(async () => (await program.get('getFavourites')).markets).toEqual(
        expect.arrayContaining(['BTCUSDT', 'ETHUSDT', 'SOLUSDT']),
      );
      await eventually(() => page.evaluate(`localStorage.getItem('assay.favourites')`)).toBeNull();
    });
  });

  it('UI-914 UI-012 language, direction and theme change without a reload and persist', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      const root = page.locator('html');
      const look = async () => [
        await root.getAttribute('lang'),
        await root.getAttribute('dir'),
        await root.getAttribute('data-mantine-color-scheme'),
      ];
      await visit.open('/market');
      await page.evaluate('window.sameDocument = true');
      await eventually(look).toEqual(['en', 'ltr', 'dark']);
      await page
        .getByRole('button', { name: say('shell.language.menu', { name: 'English' }) })
        .click();
      await page.getByRole('menuitemradio', { name: 'العربية' }).click();
      await eventually(look).toEqual(['ar', 'rtl', 'dark']);
      // A language without a text of its own shows the English one, so the button has this name.
      await page.getByRole('button', { name: say('shell.appearance.menu') }).click();
      await page.getByRole('menuitemradio', { name: named(say('shell.appearance.light')) }).click();
      await eventually(look).toEqual(['ar', 'rtl', 'light']);
      expect(await page.evaluate('window.sameDocument')).toBe(true);
      await page.reload();
      await visit.settled();
      await eventually(look).toEqual(['ar', 'rtl', 'light']);
    }));
}

/** Fills in the log-in above the page, which knows whose session it was. */
async function logInAgain({ page, say }: Visit, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const field = (key: string) => dialog.getByLabel(named(say(key)));
  const masked = await field('identity.fields.email').getAttribute('placeholder');
  expect(masked).toContain(email.slice(email.indexOf('@')));
  await field('identity.fields.email').fill(email);
  await field('identity.fields.password').fill(PASSWORD);
  await dialog.getByRole('button', { name: named(say('identity.login.submit')) }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** The star button of a market that is (`on`) or is not yet a favourite. */
function star({ page, say }: Visit, base: string, on: boolean) {
  const pair = `${base}/USDT`;
  return page.getByRole('button', {
    name: named(say(on ? 'markets.unstar' : 'markets.star', { pair })),
  });
}

/** The menu of the logged-in user. */
function account({ page, say }: Visit) {
  return page.getByRole('banner').getByRole('button', { name: say('shell.account.menu') });
}
