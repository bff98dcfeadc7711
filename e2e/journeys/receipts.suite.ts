import { expect, it } from 'vitest';
import { atDesk } from '../harness/at-desk.ts';
import { violationsOf } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { stage } from '../harness/stage.ts';
import { named } from '../harness/texts.ts';

/** What a customer can check of the log, and what the app checks for everybody. */
export function receiptJourneys(): void {
  it('LOAN-082 UI-962 UI-961 UI-935 UI-936 UI-937 a receipt is checked, and a head that contradicts is said for good', () =>
    atDesk(async (visit, desk) => {
      const { page, say } = visit;
      await desk.choose('buy', 'market');
      await desk.field('quantity').fill('0.01');
      await desk.preview();
      await desk.send('buy');
      await desk.turnTo('history');
      await desk
        .list('history')
        .getByRole('link', { name: say('orderStatus.filled') })
        .click();
      await visit.arrived('/verify');
      const receipt = page.getByRole('region', { name: say('receipts.receipt'), exact: true });
      const check = receipt.getByRole('button', { name: named(say('receipts.check')) });
      const inLog = page.getByText(named(say('receipts.inLog')));
      // The head that has the command is signed within a second or two.
      await eventually(async () => {
        await check.click();
        await page.waitForTimeout(200);
        return inLog.count();
      }).toBe(1);
      expect(await violationsOf(page)).toEqual([]);
      const hash = page.getByLabel(named(say('receipts.hash')));
      await hash.fill(
        (await hash.inputValue()).replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      );
      await check.click();
      await page.getByText(named(say('receipts.notInLog'))).waitFor();
      const coins = page.getByRole('region', { name: named(say('receipts.collateral.title')) });
      await coins.getByLabel(named(say('receipts.collateral.receipt'))).fill('{}');
      await coins.getByRole('button', { name: named(say('receipts.check')) }).click();
      await coins.getByText(named(say('receipts.notValid'))).waitFor();

      const alarm = page.getByRole('alert').filter({ hasText: say('receipts.alarm.title') });
      const kept = () => page.evaluate(`localStorage.getItem('assay.heads.demo')`);
      await eventually(kept).toContain('newest');
      expect(await alarm.count()).toBe(0);
      await page.route('**/web/getLogHead*', async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        answer.data.head.hash = 'ab'.repeat(32);
        await route.fulfill({ response, json: answer });
      });
      await visit.open('/market');
      await alarm.waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await alarm.getByRole('button', { name: named(say('receipts.alarm.copy')) }).click();
      await page.getByText(say('kit.copied'), { exact: true }).waitFor();
      const copied = JSON.parse(await page.evaluate('navigator.clipboard.readText()'));
      expect(copied.contradicts.head.hash).toBe('ab'.repeat(32));
      expect(copied.seen.head.seq).toBeGreaterThan(0);
      await page.unrouteAll({ behavior: 'wait' });
      // An honest head afterwards changes nothing.
      await visit.open('/deal');
      await alarm.getByRole('link').click();
      await visit.arrived('/verify');
      await page.getByText(named(say('receipts.contradicts'))).waitFor();
      await alarm.waitFor();
      await page.getByRole('button', { name: named(say('receipts.forget')) }).click();
      await alarm.waitFor({ state: 'detached' });
    }));

  it('UI-939 two heads of the ticks of an index that contradict each other are shown as evidence', () =>
    stage.visit({ virtual: true }, async (visit) => {
      const { page, say } = visit;
      await visit.open('/deal_c');
      const kept = () => page.evaluate(`localStorage.getItem('assay.tickHeads') ?? ''`);
      await eventually(kept).toContain('signature');
      const alarm = page.getByRole('alert').filter({ hasText: say('receipts.alarm.title') });
      expect(await alarm.count()).toBe(0);
      await page.route('**/web/getTickDays*', async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        answer.data.newest.hash = 'cd'.repeat(32);
        await route.fulfill({ response, json: answer });
      });
      await page.reload();
      await alarm.waitFor();
      await alarm.getByText(/-USDT/).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await alarm.getByRole('button', { name: named(say('receipts.alarm.copy')) }).click();
      await page.getByText(say('kit.copied'), { exact: true }).waitFor();
      const copied = JSON.parse(await page.evaluate('navigator.clipboard.readText()'));
      expect(copied.contradicts.head.hash).toBe('cd'.repeat(32));
      expect(copied.seen.head.signature).toMatch(/^[0-9a-f]{128}$/);
      await page.unrouteAll({ behavior: 'wait' });
    }));
}
