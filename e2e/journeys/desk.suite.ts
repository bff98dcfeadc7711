import { expect, it } from 'vitest';
import { practise } from '../harness/account.ts';
import { atDesk } from '../harness/at-desk.ts';
import { violationsOf } from '../harness/axe.ts';
import { middleOf, openChartMenu } from '../harness/chart-menu.ts';
import { Desk, exactTexts } from '../harness/desk.ts';
import { coming, eventually } from '../harness/eventually.ts';
import { units } from '../harness/money.ts';
import { stage } from '../harness/stage.ts';
import { named, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';

export function deskJourneys(): void {
  it('KIT-060 UI-915 arrows choose the side of an order, and Enter there sends nothing', () =>
    atDesk(async ({ page }, desk) => {
      await desk.choose('buy', 'limit');
      await desk.field('quantity').fill('0.01');
      await desk.preview();
      await desk.choice('desk.side.buy').focus();
      for (const [key, side] of [
        ['ArrowRight', 'sell'],
        ['ArrowLeft', 'buy'],
      ] as const) {
        await page.keyboard.press(key);
        await desk.submit(side).waitFor();
      }
      await page.keyboard.press('Enter');
      // Letters of a question would choose nothing.
      await page.keyboard.press('m');
      await eventually(() => desk.choice('desk.type.market').isChecked()).toBe(true);
    }));

  it('UI-915 an order is entered, sent and cancelled with the keyboard alone', () =>
    atDesk(async ({ page, say }, desk) => {
      const cancel = page.getByRole('button', { name: named(say('desk.table.cancel')) });
      const focused = () => page.evaluate<string>('document.activeElement?.value ?? ""');
      const inQuantity = page.locator('input:focus').and(desk.field('quantity'));
      await page.keyboard.press('m');
      await inQuantity.waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('l');
      // The first empty number field has the focus: the price is already filled in.
      await inQuantity.waitFor();
      await page.keyboard.type('0.01');
      expect(await desk.field('quantity').inputValue()).toBe('0.01');
      await page.keyboard.press('Shift+Tab');
      const price = units(await focused());
      const tick = units('0.01');
      await page.keyboard.press('ArrowDown');
      expect(units(await focused())).toBe(price - tick);
      // Steps of ten ticks.
      for (let i = 0; i < 3; i += 1) await page.keyboard.press('Shift+ArrowDown');
      expect(units(await focused())).toBe(price - 31n * tick);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(`${(price * 99n) / 100n / 10n ** 8n}`);
      await page.keyboard.press('Enter');
      const inPrice = page.locator('input:focus').and(desk.field('price'));
      const send = page.getByRole('button', { name: named(say('desk.confirm.send')) });
      const inDialog = send.and(page.locator(':focus'));
      await inDialog.waitFor();
      await page.keyboard.press('Escape');
      await inPrice.waitFor();
      await page.keyboard.press('Enter');
      await inDialog.waitFor();
      await page.keyboard.press('Enter');
      await inPrice.waitFor();
      await desk.turnTo('open');
      await eventually(() => desk.list('open').count()).toBe(1);
      await page.getByRole('tab', { name: say('desk.tabs.open') }).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('tab', { name: say('desk.tabs.history'), selected: true }).waitFor();
      await page.keyboard.press('ArrowLeft');
      await cancel.waitFor();
      const reached = cancel.and(page.locator(':focus'));
      for (let i = 0; i < 8 && (await reached.count()) === 0; i += 1)
        await page.keyboard.press('Tab');
      // Changing the order and leaving it as it is gives the focus back to the row.
      const change = page.getByRole('button', { name: named(say('desk.table.change')) });
      await page.keyboard.press('Shift+Tab');
      await change.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await change.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByText(named(say('desk.empty.open'))).waitFor();
    }));

  it('UI-979 UI-980 UI-981 UI-1065 the desk is arranged, enlarged, and hides balances, which a reload keeps', () =>
    atDesk(async (visit, desk) => {
      const { page, say } = visit;
      const panel = async (key: string) => {
        const box = await page.getByRole('region', { name: say(key), exact: true }).boundingBox();
        return box ?? { x: 0, y: 0, width: 0, height: 0 };
      };
      const choose = async (menu: string, item: string, role: 'menuitem' | 'menuitemradio') => {
        await page.getByRole('button', { name: say(menu), exact: true }).click();
        await page.getByRole(role, { name: named(say(item)) }).click();
        await page.keyboard.press('Escape');
      };
      const available = desk.form.locator('p').filter({ hasText: say('desk.ticket.available') });
      const look = async () => {
        const [book, chart] = [await panel('desk.panel.book'), await panel('panels.chart')];
        const rows = desk.rows('asks');
        return {
          bookFirst: book.x < chart.x,
          wideTables: (await panel('panels.account')).width > chart.width + 100,
          row: Math.round((await rows.first().boundingBox())?.height ?? 0),
          hidden: (await available.textContent())?.includes('••••'),
        };
      };
      const before = { bookFirst: false, wideTables: false, row: 20, hidden: false };
      await eventually(look).toEqual(before);
      const count = await desk.rows('asks').count();
      await choose('desk.layout.menu', 'desk.layout.pro', 'menuitemradio');
      await choose('shell.appearance.menu', 'shell.appearance.comfortable', 'menuitemradio');
      await desk.form.getByRole('button', { name: say('desk.table.hideBalances') }).click();
      const after = { bookFirst: true, wideTables: true, row: 24, hidden: true };
      await eventually(look).toEqual(after);
      await eventually(() => desk.rows('asks').count()).toBeLessThan(count);
      await desk.turnTo('balances');
      await page.getByLabel(say('desk.table.hideBelow')).selectOption('10');
      await page.reload();
      await desk.ready();
      await eventually(look).toEqual(after);
      await eventually(() => desk.list('balances').allInnerTexts()).toEqual([
        expect.stringMatching(/^USDT(\s*••••){4}\s*$/),
      ]);
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      const line = page.getByRole('separator', { name: say('desk.layout.bookWidth') });
      const width = () => line.getAttribute('aria-valuenow');
      const usual = await width();
      for (const back of [() => line.press('Home'), () => line.dblclick()]) {
        await line.press('ArrowRight');
        await eventually(width).not.toBe(usual);
        await back();
        await eventually(width).toBe(usual);
      }
      await choose('desk.layout.menu', 'desk.layout.reset', 'menuitem');
      await eventually(async () => (await look()).bookFirst).toBe(false);
      // The choice holds on pages of products too, in a visit that has not opened the desk.
      await page.goto(`${stage.address}/profit_index`);
      for (const path of ['/profit_index', '/preciousMetal']) {
        await visit.follow(path);
        await page.getByRole('main').getByText('••••').first().waitFor();
      }
    }));

  it('UI-916 two quick clicks send one order', () =>
    atDesk(async ({ page, say }, desk) => {
      await desk.choose('buy', 'limit');
      const best = await desk.best('bids');
      await desk.field('price').fill(`${(best * 98n) / 100n / 10n ** 8n}`);
      await desk.field('quantity').fill('0.01');
      await desk.preview();
      await desk.submit('buy').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: named(say('desk.confirm.send')) }).dblclick();
      await desk.turnTo('open');
      await eventually(() => desk.list('open').count()).toBe(1);
      await desk.turnTo('balances');
      await desk.turnTo('open');
      await eventually(() => desk.list('open').count()).toBe(1);
    }));

  it.each([
    { language: 'en', theme: 'dark' },
    { language: 'ar', theme: 'light' },
  ] as const)(
    'UI-926 UI-453 UI-454 UI-455 an OCO is placed, seen, and cancelled as one: $language',
    (look) => atDesk((visit, desk) => placeAndCancelOco(visit, desk), look),
  );

  it('UI-917 UI-982 UI-983 units are converted, and a refusal names its rule before anything is sent', () =>
    atDesk(async ({ page, say }, desk) => {
      await desk.choose('buy', 'limit');
      await desk.field('quantity').fill('5');
      const quantity = desk.field('quantity');
      await eventually(() => quantity.getAttribute('aria-invalid')).toBe('true');
      const short = say('desk.refusals.shortOfBalance', { limit: '', held: '' }).trim();
      await page.getByText(startingWith(short)).waitFor();
      await desk.field('quantity').fill('0.01');
      await desk.field('price').fill('0.001');
      await eventually(() => desk.field('price').getAttribute('aria-invalid')).toBe('true');
      await desk.field('price').press('Enter');
      expect(await page.getByRole('dialog').count()).toBe(0);
      // At this price a lot costs 0.6: 100 are 166 lots, which come to 99.6.
      await desk.field('price').fill('60000');
      await desk.field('total').fill('100');
      await desk.form.getByText(say('desk.ticket.rounded', { total: '99.60' })).waitFor();
      await eventually(() => quantity.inputValue()).toBe('0.00166');
      const unit = desk.form.getByLabel(say('desk.ticket.unit'));
      await unit.selectOption('lots');
      await eventually(() => quantity.inputValue()).toBe('166');
      await quantity.fill('200');
      await eventually(() => desk.field('total').inputValue()).toBe('120');
      await desk.form.getByText('0.002 BTC', { exact: true }).waitFor();
      await desk.choose('buy', 'market');
      await unit.selectOption('quote');
      await desk.field('amount').fill('960');
      await desk.form.getByText(/^≈ 0\.0\d+ BTC$/).waitFor();
      expect(await violationsOf(page)).toEqual([]);
    }));

  it('UI-924 UI-050 UI-950 the virtual account is labelled, reset, left, and come back to', () =>
    atDesk(async (visit, desk) => {
      const { page, say } = visit;
      const ribbon = page.getByRole('region', { name: named(say('shell.demo.ribbon')) });
      await desk.choose('buy', 'market');
      await desk.field('quantity').fill('0.01');
      await desk.preview();
      await desk.send('buy');
      await eventually(async () => (await desk.balance('BTC')).total).toBe(units('0.00999'));
      await ribbon.getByRole('button', { name: named(say('shell.demo.reset')) }).click();
      const question = page.getByRole('dialog');
      await question.getByRole('button', { name: named(say('shell.demo.resetDo')) }).click();
      await eventually(async () => (await desk.balance('USDT')).available).toBe(units('100000'));
      await eventually(async () => (await desk.balance('BTC')).total).toBe(0n);
      for (const path of ['/index', '/market', '/help', '/nowhere']) {
        await visit.follow(path);
        await ribbon.waitFor();
      }
      await visit.follow('/deal');
      await desk.choose('buy', 'market');
      await desk.field('quantity').fill('0.02');
      await desk.preview();
      await desk.send('buy');
      // The answer may be ahead of the balances.
      await eventually(async () => (await desk.balance('BTC')).total).toBe(units('0.01998'));
      const before = await desk.balance('USDT');
      await ribbon.getByRole('button', { name: named(say('shell.demo.exit')) }).click();
      await question.getByText(named(say('shell.demo.exitVisitor'))).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await question.getByRole('button', { name: named(say('shell.demo.exitDo')) }).click();
      await visit.arrived('/index');
      await ribbon.waitFor({ state: 'detached' });
      await visit.open('/deal');
      expect(new URL(page.url()).pathname).toBe('/login');
      // The browser has kept the key of the account: it is the same one, with what it had.
      await practise(visit);
      await desk.ready();
      await eventually(() => desk.balance('USDT')).toEqual(before);
    }));

  it('UI-456 UI-457 UI-458 a click takes a price, takes the maximum, or leads to a market', () =>
    atDesk(async (visit, desk) => {
      const { page, say } = visit;
      await desk.choose('buy', 'market');
      await desk.field('quantity').fill('0.01');
      await desk.preview();
      await desk.send('buy');
      await page.getByRole('tab', { name: say('desk.trades.title') }).click();
      const trades = page.getByRole('table', { name: named(say('desk.trades.title')) });
      const trade = trades.locator('tbody tr:not([data-empty]) td').first();
      await trade.click();
      const price = await trade.textContent();
      const typed = async () => units(await desk.field('price').inputValue());
      await eventually(typed).toBe(units(price ?? ''));
      const share = desk.form.getByRole('textbox', { name: named(say('desk.ticket.shareTyped')) });
      await desk.form.getByRole('button', { name: startingWith(say('desk.ticket.most')) }).click();
      await eventually(() => share.inputValue()).toBe('100');
      await desk.form.getByRole('button', { name: '25%' }).click();
      await eventually(() => share.inputValue()).toBe('25');
      const chart = page.getByRole('region', { name: named(say('panels.chart')) });
      const sell = page.getByRole('menuitem', { name: startingWith(say('chart.menu.sell')) });
      // The upper of the two overlapping canvases receives pointer events.
      await openChartMenu(page, sell, await middleOf(chart.locator('canvas').nth(1)));
      expect(await violationsOf(page)).toEqual([]);
      const wanted = units((await sell.textContent()) ?? '');
      await sell.click();
      await desk.submit('sell').waitFor();
      await eventually(typed).toBe(wanted);

      await visit.open('/deal?market=ETHUSDT&tab=fills');
      await desk.list('fills').first().waitFor();
      expect((await desk.cells('fills', 0))[say('desk.table.price')]).toMatch(/\.\d\d$/);
      await desk.list('fills').getByRole('link', { name: 'BTC/USDT' }).first().click();
      await page.waitForURL(({ searchParams }) => searchParams.get('market') === 'BTCUSDT');
      await page.getByRole('tab', { name: say('desk.tabs.fills'), selected: true }).waitFor();
    }));

  it('UI-918 the market is changed by typing its name, and the page follows', () =>
    atDesk(async (visit) => {
      const { page } = visit;
      await page.keyboard.press('/');
      await page.getByRole('dialog').getByRole('combobox').fill('eth');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.searchParams.get('market') === 'ETHUSDT');
      await new Desk(visit, 'ETH').ready();
      await eventually(() => page.title()).toMatch(/^[\d,.]+ ETH\/USDT/);
    }));
}

async function placeAndCancelOco({ page, say }: Visit, desk: Desk): Promise<void> {
  await desk.choose('buy', 'oco');
  const whole = (price: bigint) => `${price / 10n ** 8n}`;
  const best = await desk.best('bids');
  const [below, above] = [whole((best * 98n) / 100n), whole((best * 102n) / 100n)];
  await desk.field('limitPrice').fill(above);
  await eventually(() => desk.field('limitPrice').getAttribute('aria-invalid')).toBe('true');
  expect(await violationsOf(page)).toEqual([]);
  await desk.field('limitPrice').fill(below);
  await desk.field('trigger').fill(above);
  await desk.field('quantity').fill('0.01');
  await desk.preview();
  await desk.submit('buy').click();
  const lines = page.getByRole('dialog').locator('dl > div');
  await lines.filter({ hasText: say('desk.ticket.stopPrice') }).waitFor();
  const [held = ''] = await exactTexts(
    lines.filter({ hasText: say('desk.preview.held') }).locator('dd'),
  );
  expect(await violationsOf(page)).toEqual([]);
  await desk.confirm('placeOco');

  await eventually(async () => (await desk.balance('USDT')).held).toBe(units(held));
  await desk.turnTo('open');
  await eventually(() => desk.list('open').count()).toBe(2);
  const stop = await desk.cells('open', 0);
  expect(stop[say('desk.table.trigger')]).toMatch(/≥/);
  const marked = desk.list('open').filter({ hasText: say('desk.type.oco') });
  expect(await marked.count()).toBe(2);
  expect(await page.getByRole('button', { name: named(say('desk.table.change')) }).count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  const both = page.getByRole('button', { name: named(say('desk.table.cancelBoth')) });
  // It is said for three seconds, from about the moment at which the list is empty.
  const said = coming(page.getByText(named(say('desk.toast.canceledBoth'))).waitFor());
  await both.first().click();
  await said;
  await page.getByText(named(say('desk.empty.open'))).waitFor();
  await desk.turnTo('history');
  await eventually(() => desk.list('history').count()).toBe(2);
  expect((await desk.cells('history', 0))[say('desk.table.trigger')]).toMatch(/≥/);
  expect(await violationsOf(page)).toEqual([]);
  await eventually(async () => (await desk.balance('USDT')).held).toBe(0n);
}
