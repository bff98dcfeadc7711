import { expect, it } from 'vitest';
import { violationsOf } from '../harness/axe.ts';
import { toContractAccount } from '../harness/contracts.ts';
import { proved } from '../harness/proved.ts';
import { stage } from '../harness/stage.ts';
import { named } from '../harness/texts.ts';

/** A delivery contract whose prices were not recorded when it was to be settled. */
export function voidOptionJourney(): void {
  it('OPTN-086 an option without prices is void: everything is back, and its receipt says why', () =>
    stage.visit({ virtual: true }, async (visit) => {
      const { page, say } = visit;
      await toContractAccount(visit, '100');
      await visit.open('/deal_jg');
      await page.getByRole('textbox', { name: say('options.stake') }).fill('10');
      await page.getByText(named(say('options.signed'))).waitFor();
      await page.getByRole('button', { name: named(say('options.buyUp')) }).click();
      await page.getByRole('timer', { name: named(say('options.head.left')) }).waitFor();
      // Six hours in which nothing was recorded: its window is in them.
      stage.server.signal('SIGUSR2');
      await visit.open('/jgcc');
      const ended = page.getByRole('row').filter({ hasText: say('options.results.void') });
      await ended.waitFor({ timeout: 2 * 60_000 });
      expect(await violationsOf(page)).toEqual([]);
      await ended.getByRole('link', { name: named(say('options.verify')) }).click();
      const { settlement } = JSON.parse(await proved(visit, 'option'));
      expect(settlement.result).toBe('void');
      await visit.open('/transfer?asset=USDT&from=contract');
      await page
        .getByText(/\b100\.00\b|\b100\b/)
        .first()
        .waitFor();
    }));
}
