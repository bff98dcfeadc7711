import { expect, it } from 'vitest';
import { newAddress, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { Program } from '../harness/calls.ts';
import { coming, eventually } from '../harness/eventually.ts';
import { stage } from '../harness/stage.ts';
import { named } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';

/** Messages to people, and the prices that they wait for. */
export function inboxJourneys(): void {
  it('ALRT-040 UI-1201 an alert is set, fires by a tick, and its message is counted, found and read', () =>
    stage.visit({}, async (visit) => {
      const { page } = visit;
      await register(visit, newAddress());
      await visit.open('/alerts');
      await setAlert(visit, 'above', 1.000_1);
      await setAlert(visit, 'below', 0.999_9);
      expect(await violationsOf(page)).toEqual([]);
      const bell = page.getByRole('banner').getByRole('link', { name: /My messages: \d/ });
      await bell.click();
      await visit.arrived('/news');
      await page
        .getByRole('button', { name: /Your alert was set at/ })
        .first()
        .click();
      await visit.arrived('/newsDetail');
      await page.getByText(/Your alert was set at/).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await visit.open('/news');
      await page.getByRole('switch').or(page.getByRole('checkbox')).first().waitFor();
      expect(await violationsOf(page)).toEqual([]);
    }));
}

/**
 * Sets an alert so near the price that one above and one below are soon reached: simulated prices
 * never stand still. Where the price was faster than the form, the form is sent once more.
 */
async function setAlert({ page, say }: Visit, kind: string, factor: number): Promise<void> {
  const program = new Program(stage.address);
  for (;;) {
    const { markets } = await program.get('getmarketList');
    const { market, index } = (markets as { market: string; index: string }[])[0]!;
    const choices = page.getByRole('combobox');
    await choices.nth(0).selectOption(market);
    await choices.nth(1).selectOption(kind);
    const level = (Number(index) * factor).toFixed(2);
    await page.getByRole('textbox', { name: say('alerts.price') }).fill(level);
    const answered = coming(page.waitForResponse('**/web/addAlert'));
    await page.getByRole('button', { name: named(say('alerts.do')) }).click();
    const { code } = (await (await answered).json()) as { code: number };
    if (code === 0) break;
    await page.getByText('The price is there already.').waitFor();
  }
  await page.getByText(say('alerts.set')).last().waitFor();
  const level = page.getByRole('textbox', { name: say('alerts.price') });
  // The text may be that of the alert before.
  await eventually(async () => [
    await level.inputValue(),
    await level.getAttribute('aria-invalid'),
  ]).toEqual(['', null]);
}
