import { expect, it } from 'vitest';
import { newAddress } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { Program } from '../harness/calls.ts';
import { followInConsole, goTo } from '../harness/console.ts';
import { eventually } from '../harness/eventually.ts';
import { faultsOf, widthsOf } from '../harness/measure.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole, textsOf } from '../harness/texts.ts';
import { overflowOf } from './screens.suite.ts';

export function consoleJourneys(): void {
  it.each([{ theme: 'dark' }, { theme: 'light' }] as const)(
    "UI-919 UI-022 the console's entry has no violation, and lets nobody in without a link: $theme",
    async (look) => {
      await stage.visit(look, async ({ page }) => {
        await page.goto(`${stage.server.consoleAddress}/console/status`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await page.getByRole('table').count()).toBe(0);
        expect(await violationsOf(page)).toEqual([]);
        await page.getByRole('radio', { name: named(sayInConsole('enter.ways.link')) }).click();
        const link = page.getByRole('textbox', { name: named(sayInConsole('enter.link')) });
        await link.fill('x'.repeat(43));
        await page.getByRole('button', { name: sayInConsole('enter.submit') }).click();
        await eventually(() => link.getAttribute('aria-invalid')).toBe('true');
        expect(await violationsOf(page)).toEqual([]);
      });
    },
  );

  it('UI-920 KIT-022 UI-022 OPSX-133 the console shows the code that was sent and the state of the engines', async () => {
    const account = newAddress();
    const input = { kind: 'email', account, country: 'PT', purpose: 'register' };
    await new Program(stage.address).post('getCode', input);
    expect(await stage.codeFor(account)).toMatch(/^\d{8}$/);
    const page = await stage.consolePage();
    await page.getByTitle('The money of this server is made up.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const links = page.getByRole('navigation').getByRole('link');
    await links.nth(1).click();
    await page.getByRole('table').getByRole('row').nth(1).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    // At the smallest window both engines and the heads of the lists are in view.
    await page.setViewportSize({ width: 1366, height: 768 });
    const lowest = async () => {
      const tabs = await page.getByRole('tablist').boundingBox();
      return (tabs?.y ?? 768) + (tabs?.height ?? 0);
    };
    await eventually(lowest).toBeLessThan(768);
    expect(await faultsOf(page)).toEqual([]);
    await links.first().click();
    await page.getByText(account).first().waitFor();
  });

  it('UI-1090 UI-1091 every page of the console has its width and no violation, in the dark theme too', async () => {
    const page = await stage.consolePage();
    const links = page.getByRole('navigation').locator('a');
    await links.first().waitFor();
    // The journeys of staff are in the light theme, which is that of this browser.
    const html = page.locator('html');
    const dark = page.getByRole('button', { name: named(sayInConsole('theme.dark')) });
    if ((await html.getAttribute('data-mantine-color-scheme')) !== 'dark') await dark.click();
    await eventually(() => html.getAttribute('data-mantine-color-scheme')).toBe('dark');
    const places: number[] = [];
    for (const link of await links.all()) {
      const href = (await link.getAttribute('href')) ?? '';
      await followInConsole(page, link, href);
      for (const width of [1920, 1366]) {
        await page.setViewportSize({ width, height: 768 });
        expect(await widthsOf(page), `${href} at ${width}`).toEqual([]);
        expect(await overflowOf(page), `${href} at ${width}`).toBe(0);
        places.push(Math.round((await page.locator('main h1').boundingBox())?.x ?? 0));
      }
      expect(await violationsOf(page), href).toEqual([]);
    }
    expect(places.length).toBeGreaterThan(40);
    expect(new Set(places).size).toBe(1);
    await page.getByRole('button', { name: named(sayInConsole('theme.light')) }).click();
  });

  it('UI-1225 a page of the console stays until the code of the next is there, and says when it is not', async () => {
    const page = await stage.consolePage();
    const title = page.locator('main h1');
    let fail: () => void = () => undefined;
    const failing = new Promise<void>((resolve) => {
      fail = resolve;
    });
    const code = /\/parameters-[\w-]+\.js$/;
    await page.route(code, async (route) => {
      await failing;
      await route.abort();
    });
    await page.goto(`${stage.server.consoleAddress}/console/bank`);
    await eventually(() => title.textContent()).toBe(sayInConsole('purchases.bank'));
    await goTo(page, 'parameters.title');
    await page.waitForURL('**/console/parameters');
    expect(await title.textContent()).toBe(sayInConsole('purchases.bank'));
    expect(await page.locator('main .skeleton').count()).toBe(0);
    fail();
    await page.getByRole('alert').getByText(textsOf('en')('kit.failed')).waitFor();
    await goTo(page, 'markets.title');
    await eventually(() => title.textContent()).toBe(sayInConsole('markets.title'));
    await page.unroute(code);
  });
}
