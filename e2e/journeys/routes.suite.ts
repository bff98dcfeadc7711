import { expect, it } from 'vitest';
import { logIn, newAddress, openAccount, PASSWORD, practise } from '../harness/account.ts';
import { stage } from '../harness/stage.ts';
import type { Visit } from '../harness/visit.ts';
import { named } from '../harness/words.ts';
import { tooWide } from './screens.suite.ts';

/** The routes of the specification as it lists them, not read from the app. */
const PUBLIC =
  '/ /index /market /text /downLoad /help /helpDetail /about /agrt /bannerDetail /notice ' +
  '/security /benefits /benefitsDetail /signRule /404 /nobody/knows/this';
const GUARDED =
  '/currency /currencyRecord /repayment /repayment2 /subscription /subscribe /deal /deal_c ' +
  '/deal_jg /lt /jgcc /all /dealList /positionList /preciousMetal /contractTransaction ' +
  '/leverTransactions /profit_index /profit_wdtg /profit_buy /recharge /money /sign /bindmpwd ' +
  '/bindphone /agreement /asset /table1 /table2 /record /transfer /address /person /setting ' +
  '/deallog /tbjl /subscriptionList /cbjl /kjmbSelect /kjmb /credit /receive /sfyz /smauth ' +
  '/seniorauth /dzrz /mypromotion /authentication /service /news /newsDetail';
/** What the specification does not name. */
const OURS = '/apiKeys';
const FORMS = '/login /register /forgetpwd';

/** Where an address leads instead. */
const LEADS_TO: Readonly<Record<string, string>> = { '/asset': '/table1', '/person': '/setting' };

const list = (text: string) => text.split(' ');

export function routeJourneys(): void {
  it('UI-906 UI-001 UI-002 UI-005 a visitor sees every public screen, and the log-in instead of the others', () =>
    stage.visit({}, async (visit) => {
      await visit.open('/index');
      for (const path of [...list(PUBLIC), ...list(FORMS)]) await expectScreen(visit, path, path);
      for (const path of ['/404', '/nobody/knows/this']) {
        await expectScreen(visit, path, path);
        await visit.page.getByText(named(visit.say('coming.missing.title'))).waitFor();
      }
      for (const path of [...list(GUARDED), OURS]) {
        await expectScreen(visit, path, '/login');
        expect(new URL(visit.page.url()).searchParams.get('to')).toBe(path);
      }
    }));

  it.each([{ language: 'en' }, { language: 'ar' }] as const)(
    'UI-907 UI-001 UI-006 every route answers somebody with a session with a screen: $language',
    async (look) => {
      await stage.visit(look, async (visit) => {
        await visit.open('/login');
        await practise(visit);
        await visit.settled();
        for (const path of [...list(PUBLIC), ...list(GUARDED), OURS]) {
          await expectScreen(visit, path, LEADS_TO[path] ?? path);
          expect(await tooWide(visit.page), path).toBe(0);
        }
      });
    },
  );

  it('UI-908 the server answers every address of the app with the app, under its policy', async () => {
    for (const path of [...list(PUBLIC), ...list(GUARDED), OURS, ...list(FORMS)]) {
      const answer = await fetch(stage.address + path);
      expect(answer.status, path).toBe(200);
      expect(await answer.text(), path).toContain('id="root"');
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy, path).toContain("require-trusted-types-for 'script'");
      expect(policy, path).not.toMatch(/unsafe-|\*/);
    }
  });

  it('UI-006 a screen to come leads to what works today: practising opens the trading page', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await visit.open('/about');
      await page.getByRole('button', { name: named(say('coming.virtual')) }).click();
      await visit.arrived('/deal');
      await page.getByRole('form', { name: named(say('desk.ticket.label')) }).waitFor();
    }));

  it('UI-909 UI-003 a visitor who wanted to trade comes back to that market after the log-in', async () => {
    const email = newAddress();
    await openAccount(email);
    await stage.visit({}, async (visit) => {
      const { page } = visit;
      await visit.open('/deal?market=ETHUSDT');
      expect(new URL(page.url()).pathname).toBe('/login');
      await page.getByText(named(visit.say('identity.login.needed'))).waitFor();
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/deal');
      expect(new URL(page.url()).search).toBe('?market=ETHUSDT');
      await page.getByRole('form', { name: named(visit.say('desk.ticket.label')) }).waitFor();
    });
  });
}

/** Follows an address inside the app and looks whether a screen stands there. */
async function expectScreen(visit: Visit, path: string, target: string): Promise<void> {
  const { page, say } = visit;
  await visit.follow(path, target);
  const main = page.getByRole('main');
  expect(((await main.textContent()) ?? '').trim().length, path).toBeGreaterThan(40);
  expect(await page.getByText(say('shell.crash.title')).count(), path).toBe(0);
  expect(await page.title(), path).toMatch(/\S+ · \S+/);
}
