import { expect, it } from 'vitest';
import { logIn, newAddress, openAccount, PASSWORD, practise } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { agree, goTo } from '../harness/console.ts';
import {
  choose,
  closeNow,
  exact,
  exactOf,
  fourFifths,
  toContractAccount,
  turnTo,
} from '../harness/contracts.ts';
import { eventually } from '../harness/eventually.ts';
import { expectDeskInView, isInView } from '../harness/in-view.ts';
import { units } from '../harness/money.ts';
import { proved } from '../harness/proved.ts';
import { scriptsKb } from '../harness/scripts.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import { misfits, smallTargets } from '../harness/touch.ts';
import { convertedTrade, expectHeldAsShown } from '../harness/yen.ts';
import { overflowOf } from './screens.suite.ts';

/** A desk and any other page (UI-1083), in kB by gzip. */
const DESK_KB = 350;
const PAGE_KB = 230;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1366, height: 768 };
/** Jumps until the price has gone far enough against a position of a hundred times its margin. */
const JUMPS = 25;

/** Contracts: by day, where they are forbidden, when they go wrong, and on a weekend. */
export function cfdJourneys(): void {
  it('CFDS-074 CFDS-077 CFDS-147 UI-1330 UI-1474 UI-1331 UI-1332 UI-1333 UI-1336 UI-1337 UI-1338 UI-1340 UI-1341 UI-1501 a metal is found from home, traded with take profit and stop loss, all is closed, and its receipt computed again', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await visit.open('/login');
      await practise(visit);
      await toContractAccount(visit, '50000');
      await visit.open('/index');
      await page
        .getByRole('link', { name: named(say('shell.nav.market')) })
        .first()
        .click();
      await page.getByRole('tab', { name: named(say('markets.tabs.contracts')) }).click();
      await page
        .getByRole('link', { name: startingWith('XAU') })
        .first()
        .click();
      await visit.arrived('/preciousMetal');
      await page.getByRole('tab', { name: startingWith(say('cfd.positions')) }).waitFor();
      await page.locator('canvas').first().waitFor();
      // Most of the desk is its chart.
      const wide = () =>
        page.evaluate(
          'Math.max(...[...document.querySelectorAll("canvas")].map((one) => one.clientWidth))',
        );
      await eventually(wide).toBeGreaterThan((page.viewportSize()?.width ?? 0) / 3);
      const buy = page.getByRole('button', { name: named(say('cfd.buy')) });
      await expectDeskInView(visit, buy);
      expect(await scriptsKb(page)).toBeLessThanOrEqual(DESK_KB);
      const lesson = page.getByRole('region', { name: named(say('lesson.title')) });
      await lesson.getByText(named(say('cfd.lesson.orderText'))).waitFor();

      const calculator = page.getByRole('region', { name: named(say('cfd.calculator.title')) });
      const calculate = (key: string, text: string) =>
        calculator.getByRole('textbox', { name: say(`cfd.calculator.${key}`) }).fill(text);
      const typed = { lots: '0.5', leverage: '20', entry: '2000', exit: '2010.5' };
      for (const [key, text] of Object.entries(typed)) await calculate(key, text);
      // 50 ounces: a twentieth of 100,000, and 10.5 dollars each.
      for (const figure of ['5,000.00', '525.00']) await calculator.getByText(figure).waitFor();

      const lots = page.getByRole('textbox', { name: say('cfd.lots') });
      await buy.click();
      // At the field, and again beside the button.
      const wrong = async (key: string) => {
        const text = page.getByText(named(say(key)));
        for (const one of [text.first(), text.last()]) await one.waitFor();
        await eventually(() => text.count()).toBe(2);
      };
      await wrong('cfd.problem.noLots');
      await lots.fill('90');
      await wrong('cfd.problem.badLots');
      await lots.fill('5');
      await wrong('cfd.problem.insufficientBalance');
      await page.getByText(named(say('cfd.overMargin'))).waitFor();
      expect(await violationsOf(page)).toEqual([]);

      // Of an order with a price of its own the engine holds exactly what was shown.
      await choose(visit, 'cfd.kinds.limit');
      await lots.fill('0.37');
      await page.getByRole('textbox', { name: say('cfd.price') }).fill('1000.01');
      const shown = await exactOf(visit, 'cfd.margin');
      await buy.click();
      await page.getByText(named(say('cfd.waits'))).waitFor();
      await turnTo(visit, 'pending');
      const waiting = page.getByRole('table', { name: named(say('cfd.pending')) });
      const held = waiting.getByRole('row').nth(1).locator('[title$="USDT"]').first();
      await eventually(async () => exact(await held.getAttribute('title'))).toBe(shown);
      await waiting.getByRole('button', { name: named(say('cfd.cancel')) }).click();
      await page.getByText(named(say('cfd.noOrders'))).waitFor();
      await turnTo(visit, 'positions');

      await choose(visit, 'cfd.kinds.market');
      await lots.fill('0.1');
      await page.getByText(named(say('cfd.bounds'))).click();
      await page.getByRole('textbox', { name: named(say('cfd.takeProfit')) }).fill('9000');
      await page.getByRole('textbox', { name: named(say('cfd.stopLoss')) }).fill('1000');
      await buy.click();
      const open = page.getByRole('table', { name: named(say('cfd.positions')) });
      await open.getByText(startingWith(say('cfd.long'))).waitFor();
      const closes = open.getByRole('button', { name: named(say('cfd.close.one')) });
      await eventually(() => isInView(closes)).toBe(true);
      expect(await violationsOf(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await overflowOf(page)).toBe(0);
      await page.setViewportSize(DESKTOP);
      expect(await overflowOf(page)).toBe(0);

      await open.getByRole('button', { name: named(say('cfd.protect.open')) }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: named(say('cfd.takeProfit')) }).fill('8000');
      await dialog.getByRole('button', { name: named(say('cfd.protect.save')) }).click();
      await open.getByText('8,000').first().waitFor();

      await visit.open('/all');
      await page.getByRole('tab', { name: named(say('orders.tabs.trade')) }).click();
      await page
        .getByRole('cell', { name: named(say('orders.products.cfd')) })
        .first()
        .waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await visit.open('/lt');
      await page.getByRole('button', { name: named(say('cfd.close.all')) }).click();
      await dialog.getByRole('button', { name: named(say('cfd.close.do')) }).click();
      await page.getByText(named(say('cfd.noPositions'))).waitFor();
      await page
        .getByText(named(say('cfd.whys.request')))
        .first()
        .waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page
        .getByRole('link', { name: named(say('cfd.verify')) })
        .first()
        .click();
      await proved(visit, 'contract');
      await convertedTrade(visit);

      // Ordered, protected and closed: what is left is to be read.
      await visit.open('/preciousMetal');
      await eventually(() => lesson.locator('[data-state="done"]').count()).toBe(3);
      await page.setViewportSize(PHONE);
      expect(await overflowOf(page)).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
      await page.setViewportSize(DESKTOP);
      await lesson.getByRole('button', { name: named(say('lesson.read')) }).click();
      await lesson.getByText(named(say('lesson.over'))).waitFor();
      await lesson.getByRole('button', { name: named(say('lesson.hide')) }).click();
      await page.reload();
      const again = page.getByRole('button', { name: named(say('lesson.show')) });
      await again.waitFor();
      expect(await lesson.count()).toBe(0);
      await again.click();
      await lesson.waitFor();
      await visit.open('/dealList');
      await page
        .getByText(named(say('orders.closed')))
        .first()
        .waitFor();
      await page.setViewportSize(PHONE);
      expect(await overflowOf(page)).toBe(0);
      await page.setViewportSize(DESKTOP);
      await page.getByRole('link', { name: named(say('cfd.quality')) }).click();
      await visit.arrived('/quality');
      const executed = page.getByRole('table', { name: named(say('quality.fills')) });
      await eventually(async () => {
        await page.reload();
        await executed.waitFor();
        return executed.getByText('XAUUSD-CFD').count();
      }).toBeGreaterThan(1);
      expect(await scriptsKb(page)).toBeLessThanOrEqual(PAGE_KB);
      expect(await violationsOf(page)).toEqual([]);
      for (const size of [PHONE, DESKTOP]) {
        await page.setViewportSize(size);
        expect(await overflowOf(page)).toBe(0);
      }
      // Anybody reads that of all, without a log-in.
      await page.getByRole('radio', { name: named(say('quality.all')) }).click({ force: true });
      await executed.getByText('XAUUSD-CFD').first().waitFor();
    }));

  it('UI-1475 on a phone both sides stand at the lower edge and open the ticket as a sheet, of contracts and of delivery contracts', () =>
    stage.visit({ ...PHONE, touch: true, virtual: true }, async (visit) => {
      const { page, say } = visit;
      await toContractAccount(visit, '1000');
      const edge = page.locator('[data-panel=trade]');
      const sheet = page.getByRole('dialog');
      const field = (key: string) => sheet.getByRole('textbox', { name: say(key) });
      const opened = async (key: string) => {
        await edge.getByRole('button', { name: named(say(key)) }).tap();
        await sheet.getByRole('radio', { name: named(say(key)), checked: true }).waitFor();
      };
      const sent = async (key: string) => {
        expect([await smallTargets(page), await violationsOf(page)]).toEqual([[], []]);
        const send = sheet.getByRole('button', { name: named(say(key)) });
        await eventually(() => isInView(send)).toBe(true);
        await send.tap();
        await sheet.waitFor({ state: 'detached' });
      };
      await visit.open('/deal_c');
      await edge.waitFor();
      const top = async (panel: string) =>
        (await page.locator(`[data-panel=${panel}]`).boundingBox())?.y ?? 0;
      expect(await top('chart')).toBeLessThan(await top('bottom'));
      await opened('cfd.sides.buy');
      await field('cfd.lots').fill('0.01');
      // What was typed is there when it is opened again, with the side that is chosen now.
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
      await opened('cfd.sides.sell');
      expect(await field('cfd.lots').inputValue()).toBe('0.01');
      await sent('cfd.sell');
      const list = page.locator('[data-panel=bottom]');
      await list
        .getByText(startingWith(say('cfd.short')))
        .first()
        .waitFor();
      expect(await misfits(page)).toEqual([]);
      await page.setViewportSize({ width: 768, height: 1024 });
      expect(await misfits(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      await visit.open('/deal_jg');
      await opened('options.directions.down');
      await field('options.stake').fill('10');
      await sheet.getByText(named(say('options.signed'))).waitFor();
      await sent('options.buyDown');
      await list.getByRole('timer').waitFor();
      expect(await misfits(page)).toEqual([]);
    }));

  it('CFDS-114 CFDS-115 staff read the exposure of a contract and change its terms: in favour at once; against customers it is announced to everybody, and withdrawn', async () => {
    const page = await stage.consolePage();
    const table = page.getByRole('table', { name: named(staffSay('contracts.exposure')) });
    const dialog = page.getByRole('dialog');
    const field = (key: string) => dialog.getByLabel(startingWith(staffSay(key)));
    const opened = async () => {
      await goTo(page, 'contracts.title');
      await table.getByText('XAUUSD-CFD').first().click();
      await dialog.getByText(named(staffSay('contracts.hours'))).waitFor();
    };
    const change = async (key: string, value: string, effect: string) => {
      await opened();
      await dialog.getByRole('button', { name: named(staffSay('terms.change')) }).click();
      await field(key).fill(value);
      await dialog.getByText(named(staffSay(effect))).waitFor();
      await field('terms.reason').fill('Calmer times');
      expect(await violationsOf(page)).toEqual([]);
      await dialog.getByRole('button', { name: named(staffSay('terms.propose')) }).click();
      await dialog.waitFor({ state: 'detached' });
      await agree(page, 'changeTerms', value);
    };
    await goTo(page, 'contracts.title');
    await table.getByText('XAUUSD-CFD').first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await change('terms.fields.spread', '0.29', 'terms.atOnce');
    await eventually(async () => {
      await opened();
      const text = await dialog.textContent();
      await page.keyboard.press('Escape');
      return text;
    }).toContain('0.29');
    await change('terms.fields.maxLots', '9', 'terms.announced');
    await goTo(page, 'contracts.title');
    await stage.visit({}, async (visit) => {
      await visit.open('/changes');
      const log = visit.page.getByRole('table', { name: named(visit.say('terms.title')) });
      const announced = log.getByRole('row').filter({ hasText: 'XAUUSD-CFD' }).first();
      await announced.getByText(visit.say('content.changes.announced')).waitFor();
      expect(await violationsOf(visit.page)).toEqual([]);
      await visit.page.setViewportSize(PHONE);
      expect(await overflowOf(visit.page)).toBe(0);
      await visit.open('/login');
      await practise(visit);
      await visit.open('/preciousMetal?market=XAUUSD-CFD');
      await visit.page.getByText(visit.say('terms.fields.maxLots')).first().waitFor();
      expect(await overflowOf(visit.page)).toBe(0);
    });
    await page
      .getByRole('button', { name: named(staffSay('terms.withdraw')) })
      .first()
      .click();
    await field('terms.reason').fill('A mistake');
    await dialog.getByRole('button', { name: named(staffSay('terms.propose')) }).click();
    await dialog.waitFor({ state: 'detached' });
    await agree(page, 'withdrawTerms');
    await goTo(page, 'contracts.title');
    await page
      .getByText(named(staffSay('terms.withdrawn')))
      .first()
      .waitFor();
  });

  it('UI-1520 staff prepare hours of a day, another signs, and everybody reads them in the log and beside the contract', async () => {
    const page = await stage.consolePage();
    const dialog = page.getByRole('dialog');
    const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await goTo(page, 'contracts.title');
    await page.getByRole('button', { name: named(staffSay('calendars.change')) }).click();
    await dialog.getByRole('combobox').selectOption('metals');
    const days = dialog.locator('textarea').first();
    await days.fill(`${date} noon`);
    await dialog.locator('textarea').last().fill('Day of mourning');
    await dialog.getByRole('button', { name: named(staffSay('terms.propose')) }).click();
    await dialog.getByText(staffSay('calendars.wrong')).waitFor();
    await days.fill(`${date} 03:00-04:30`);
    await dialog.getByText('→ 03:00-04:30').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: named(staffSay('terms.propose')) }).click();
    await dialog.waitFor({ state: 'detached' });
    await agree(page, 'changeCalendar', '03:00-04:30');
    await goTo(page, 'contracts.title');
    const table = page.getByRole('table', { name: named(staffSay('calendars.title')) });
    await table.getByText('→ 03:00-04:30').waitFor();
    await stage.visit({}, async (visit) => {
      await visit.open('/changes');
      const log = visit.page.getByRole('table', {
        name: named(visit.say('content.changes.hours.title')),
      });
      await log.getByText('03:00-04:30').first().waitFor();
      expect(await violationsOf(visit.page)).toEqual([]);
      await visit.open('/login');
      await practise(visit);
      await visit.open('/preciousMetal?market=XAUUSD-CFD');
      await visit.page.getByText('03:00-04:30').first().waitFor();
      await visit.page.setViewportSize(PHONE);
      expect(await overflowOf(visit.page)).toBe(0);
    });
  });

  it('LEDG-047 two of staff put capital into the account that gains of contracts are paid of', async () => {
    const page = await stage.consolePage();
    const capital = async () => {
      await goTo(page, 'contracts.title');
      const label = page.getByText(named(staffSay('contracts.capital')));
      return units((await label.locator('xpath=following::dd[1]').textContent()) ?? '');
    };
    await goTo(page, 'contracts.title');
    await page.getByText('XAUUSD-CFD').first().waitFor();
    const before = await capital();
    await goTo(page, 'nav.status');
    await page.getByRole('tab', { name: named(staffSay('house.title')) }).click();
    await page.getByRole('button', { name: named(staffSay('house.fund')) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(startingWith(staffSay('house.account'))).selectOption('house:cfd');
    await dialog.getByLabel(startingWith(staffSay('house.fundAmount'))).fill('123456');
    await dialog.getByLabel(startingWith(staffSay('house.fundReason'))).fill('More room');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: named(staffSay('house.fundPropose')) }).click();
    await dialog.waitFor({ state: 'detached' });
    await agree(page, 'declareCapital', 'house:cfd');
    await eventually(capital).toBe(before + units('123456'));
  });

  it('UI-1335 UI-1342 where a class is not offered the ticket says so; elsewhere the leverage is that of the policy', async () => {
    const email = newAddress();
    await openAccount(email, 'GB');
    await stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await visit.open('/deal_c');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/deal_c');
      await page.getByText(named(say('cfd.forbidden.title'))).waitFor();
      await page.getByText(say('cfd.risk.coolingOff')).waitFor();
      const buy = page.getByRole('button', { name: named(say('cfd.buy')) });
      expect(await buy.count()).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('tab', { name: named(say('markets.groups.metals')) }).click();
      await buy.waitFor();
      const steps = page.getByRole('combobox', { name: named(say('cfd.leverage')) });
      const most = async () => (await steps.getByRole('option').allTextContents()).at(-1);
      await eventually(most).toBe(say('cfd.times', { n: 20 }));
      // The home page says what this country leaves of it at most: that of major currencies.
      await visit.open('/index');
      await page.getByText(named(say('homeProducts.contractsUpTo', { n: 30 }))).waitFor();
      await visit.open('/preciousMetal');
      await buy.waitFor();
      await page.getByRole('tab', { name: named(say('markets.groups.crypto')) }).click();
      await page.getByRole('button', { name: named(say('cfd.forbidden.action')) }).click();
      await buy.waitFor();
    });
  });

  it('UI-1339 CFDS-126 an account whose margin is used up is closed out, its history says at which price, and its receipt why', () =>
    stage.visit({ virtual: true }, async (visit) => {
      const { page, say } = visit;
      await toContractAccount(visit, '1000');
      await visit.open('/deal_c');
      const liquidated = page.getByText(named(say('cfd.whys.closeOut'))).first();
      const open = page.getByRole('table', { name: named(say('cfd.positions')) });
      const long = open.getByText(startingWith(say('cfd.long')));
      await page.getByRole('combobox', { name: named(say('cfd.leverage')) }).selectOption('100');
      for (let jump = 0; jump < JUMPS; jump += 1) {
        // Each time a fresh position: what an old one has won is far from being lost.
        // On a busy machine it may be closed out only now, before it can be closed.
        if ((await long.count()) > 0) {
          await closeNow(visit).catch(() => page.keyboard.press('Escape'));
        }
        await page.getByText(named(say('cfd.noPositions'))).waitFor();
        await page.getByRole('textbox', { name: say('cfd.lots') }).fill(await fourFifths(visit));
        await page.getByRole('button', { name: named(say('cfd.buy')) }).click();
        await long.waitFor();
        stage.server.signal('SIGUSR2');
        // Two ticks at least, and what follows from them.
        await page.waitForTimeout(6_000);
        await turnTo(visit, 'history');
        if ((await liquidated.count()) > 0) break;
        await turnTo(visit, 'positions');
      }
      await turnTo(visit, 'history');
      await liquidated.waitFor();
      expect(await violationsOf(page)).toEqual([]);
      const row = page.getByRole('row').filter({ has: liquidated }).first();
      await row.getByRole('link', { name: named(say('cfd.verify')) }).click();
      const receipt = await proved(visit, 'contract');
      await page.getByLabel(named(say('receipts.contract.receipt'))).fill(receipt);
      const own = page.getByRole('region', { name: named(say('receipts.contract.title')) });
      await own.getByRole('button', { name: named(say('receipts.check')) }).click();
      await own.getByText(named(say('receipts.contract.account.equity'))).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await visit.open('/dealList');
      await page
        .getByText(named(say('orders.liquidated')))
        .first()
        .waitFor();
    }));

  it('UI-1334 CFDS-144 on a weekend metals are closed: nothing is sent at market, it says when they open, and an order in yen holds what was shown', () =>
    stage.visit({ virtual: true }, async (visit) => {
      const { page, say } = visit;
      stage.server.signal('SIGWINCH');
      await visit.open('/preciousMetal');
      await page
        .getByText(startingWith(say('cfd.state.opensAt')))
        .first()
        .waitFor();
      const buy = page.getByRole('button', { name: named(say('cfd.buy')) });
      await page.getByText(named(say('cfd.closedNote'))).waitFor();
      await eventually(() => buy.isDisabled()).toBe(true);
      await choose(visit, 'cfd.kinds.limit');
      await eventually(() => buy.isDisabled()).toBe(false);
      expect(await violationsOf(page)).toEqual([]);
      await expectHeldAsShown(visit);
    }));
}
