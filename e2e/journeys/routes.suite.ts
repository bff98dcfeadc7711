import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { logIn, newAddress, openAccount, PASSWORD, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { eventually, lasting } from '../harness/eventually.ts';
import { edgesOf, widthsOf } from '../harness/measure.ts';
import { stage } from '../harness/stage.ts';
import { named } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { overflowOf } from './screens.suite.ts';

/** The routes as the specification lists them, not as the app does. */
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
/** Routes of ours that the specification does not name. */
const OURS_PUBLIC = '/verify /notMe /changes /withdrawalRules /transparency /statistics /quality';
const OURS = '/apiKeys /alerts /vip /setting/email /setting/security /setting/questions';
const FORMS = '/login /register /forgetpwd';

/** The addresses that are redirected, and their targets. */
const REDIRECTS: Readonly<Record<string, string>> = { '/asset': '/table1', '/person': '/setting' };

const list = (text: string) => text.split(' ');

/** Every address that shows a screen to a user with a session. */
export const SCREENS = [PUBLIC, OURS_PUBLIC, GUARDED, OURS]
  .flatMap(list)
  .filter((path) => !(path in REDIRECTS));
export const FORM_SCREENS = list(FORMS);

/** Where links may lead: to screens, and to the reference, which is a page of the server. */
const KNOWN = new Set([...SCREENS, ...FORM_SCREENS, ...Object.keys(REDIRECTS), '/docs']);

const DESKS = list('/deal /deal_c /deal_jg /preciousMetal /contractTransaction');
/** Those that begin elsewhere than the header: desks, and what is in the middle of nothing. */
const EDGELESS = [...DESKS, '/404', '/nobody/knows/this'];
/** Home is laid out by itself. */
const OWN_WIDTH = ['/', '/index'];

export function routeJourneys(): void {
  it('UI-906 UI-960 UI-001 UI-002 UI-005 UI-1090 a visitor sees every public screen, and the log-in instead of any other', () =>
    stage.visit({}, async (visit) => {
      await visit.open('/index');
      for (const path of [...list(PUBLIC), ...list(OURS_PUBLIC)])
        await expectScreen(visit, path, path);
      for (const path of FORM_SCREENS) {
        await expectScreen(visit, path, path);
        await expectEdges(visit, path);
      }
      for (const path of ['/404', '/nobody/knows/this']) {
        await expectScreen(visit, path, path);
        await visit.page.getByText(named(visit.say('coming.missing.title'))).waitFor();
      }
      for (const path of [...list(GUARDED), ...list(OURS)]) {
        await expectScreen(visit, path, '/login');
        expect(new URL(visit.page.url()).searchParams.get('to')).toBe(path);
      }
    }));

  it.each([{ language: 'en' }, { language: 'ar', theme: 'light' }] as const)(
    'UI-907 UI-960 UI-001 UI-006 UI-1084 UI-1090 UI-1091 UI-1086 every route shows a screen to a user with a session: $language',
    async (look) => {
      await stage.visit({ ...look, virtual: true }, async (visit) => {
        await visit.open('/index');
        for (const path of [...SCREENS, ...Object.keys(REDIRECTS)]) {
          await expectScreen(visit, path, REDIRECTS[path] ?? path);
          expect(await overflowOf(visit.page), path).toBe(0);
          await expectEdges(visit, path);
          // The journeys of the products look at them from left to right, in the dark.
          if (look.language === 'ar') expect(await violationsOf(visit.page), path).toEqual([]);
        }
      });
    },
  );

  it('UI-1204 UI-1205 from right to left the area says where one is, and values written the other way are whole', () =>
    stage.visit({ language: 'ar', virtual: true }, async (visit) => {
      const { page } = visit;
      for (const path of ['/authentication', '/smauth', '/sfyz']) {
        await visit.open(path);
        const here = page.locator('main [data-kit="head"], nav a[aria-current="page"]').first();
        await here.waitFor();
        const own = page.locator('nav a[href="/sfyz"][aria-current="page"]');
        await eventually(() => own.count(), path).toBe(1);
      }
      await visit.open('/alerts');
      const select = page.getByRole('combobox').first();
      const isBeside = await select.evaluate((field) => {
        const [box, arrow] = [field, field.nextElementSibling].map((one) =>
          one?.getBoundingClientRect(),
        );
        return (arrow?.left ?? 0) > ((box?.left ?? 0) + (box?.right ?? 0)) / 2;
      });
      expect(isBeside).toBe(true);
      await visit.open('/help');
      await page.locator('main li a bdi').first().waitFor();
    }));

  it('UI-908 the server serves the app at each of its addresses, with its content policy', async () => {
    for (const path of [...SCREENS, ...FORM_SCREENS, ...Object.keys(REDIRECTS)]) {
      const answer = await fetch(stage.address + path);
      expect(answer.status, path).toBe(200);
      expect(await answer.text(), path).toContain('id="root"');
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy, path).toContain("require-trusted-types-for 'script'");
      expect(policy, path).not.toMatch(/unsafe-|\*/);
    }
  });

  it('UI-006 a screen that is not built offers what works today: practising opens the trading page', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await register(visit, newAddress());
      await visit.open('/leverTransactions');
      await page.getByRole('button', { name: named(say('coming.virtual')) }).click();
      await visit.arrived('/deal');
      await page.getByRole('form', { name: named(say('desk.ticket.label')) }).waitFor();
    }));

  it('UI-909 UI-003 a visitor who wanted to trade returns to that market after the log-in', async () => {
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

/**
 * The screen begins where the header begins, and ends where it ends or before, on both sizes; it
 * has one of the kit's widths.
 */
async function expectEdges({ page }: Visit, path: string): Promise<void> {
  if (EDGELESS.includes(path)) return;
  for (const width of [1920, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    const { start, end } = await lasting(
      () => edgesOf(page),
      (edges) => Math.abs(edges.start) <= 1 && edges.end >= -1,
    );
    expect([Math.abs(start) <= 1, end >= -1], `${path} at ${width}: ${start}, ${end}`).toEqual([
      true,
      true,
    ]);
    if (!OWN_WIDTH.includes(path)) expect(await widthsOf(page), `${path} at ${width}`).toEqual([]);
  }
}

/** Navigates inside the app and checks that a screen is shown. */
async function expectScreen(visit: Visit, path: string, target: string): Promise<void> {
  const { page, say } = visit;
  await visit.follow(path, target);
  const main = page.getByRole('main');
  const shown = async () => ((await main.textContent()) ?? '').trim().length;
  await eventually(shown, path).toBeGreaterThan(40);
  expect(await page.getByText(say('shell.crash.title')).count(), path).toBe(0);
  await eventually(() => page.title(), path).toMatch(/\S+ · \S+/);
  await eventually(() => page.locator('h1').count(), path).toBe(1);
  const description = page.locator('meta[name=description]');
  await eventually(() => description.getAttribute('content'), path).toMatch(/\w{3}.*\.\W*$/);
  expect((await waysOf(page)).filter((way) => !KNOWN.has(way))).toEqual([]);
}

/** Where the links of the page lead; one that leads to where the reader is already, too. */
function waysOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('main a[href], footer a[href], header a[href]')]
    .filter((link) => link.host === location.host)
    .map((link) => {
      const leads = link.pathname !== location.pathname || link.search !== '' || link.hash !== '';
      const isPlace = link.closest('nav, header, footer') || link.hasAttribute('aria-current');
      return leads || isPlace ? link.pathname : 'nowhere: ' + link.outerHTML.slice(0, 120);
    })`);
}
