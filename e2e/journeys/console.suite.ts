import { expect, it } from 'vitest';
import { newAddress } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { Program } from '../harness/calls.ts';
import { eventually } from '../harness/eventually.ts';
import { faultsOf } from '../harness/measure.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole } from '../harness/texts.ts';

export function consoleJourneys(): void {
  it.each([{ theme: 'dark' }, { theme: 'light' }] as const)(
    "UI-919 UI-022 the console's entry has no violation, and lets nobody in without a link: $theme",
    async (look) => {
      await stage.visit(look, async ({ page }) => {
        await page.goto(`${stage.server.consoleAddress}/console/status`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await page.getByRole('table').count()).toBe(0);
        expect(await violationsOf(page)).toEqual([]);
        await page
          .getByText(named(sayInConsole('enter.ways.link')))
          .first()
          .click();
        await page.getByRole('textbox').fill('x'.repeat(43));
        await page.getByRole('button', { name: sayInConsole('enter.submit') }).click();
        await eventually(() => page.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
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
    const [outbox, status] = await page.getByRole('navigation').getByRole('link').all();
    await status?.click();
    await page.getByRole('table').getByRole('row').nth(1).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    // At the smallest window both engines and the heads of the lists are in view.
    await page.setViewportSize({ width: 1366, height: 768 });
    const tabs = await page.getByRole('tablist').boundingBox();
    expect((tabs?.y ?? 768) + (tabs?.height ?? 0)).toBeLessThan(768);
    expect(await faultsOf(page)).toEqual([]);
    await outbox?.click();
    await page.getByText(account).first().waitFor();
  });
}
