import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { logIn, newAddress, openAccount, PASSWORD, register } from '../harness/account.ts';
import { addAuthenticator } from '../harness/authenticator.ts';
import { violationsOf } from '../harness/axe.ts';
import { Program } from '../harness/calls.ts';
import { openChartMenu } from '../harness/chart-menu.ts';
import { Desk } from '../harness/desk.ts';
import { coming, eventually } from '../harness/eventually.ts';
import { faultsOf } from '../harness/measure.ts';
import { units } from '../harness/money.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { deliver, type Maker, type Notification } from './maker.ts';
import type { Provider } from './provider.ts';

export function outsideJourneys(maker: Maker, provider: Provider): void {
  it('UI-1251 UI-1252 an alert set from the menu of the chart fires, and notifies the browser that asked for it', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await maker.serve(page);
      // A browser of a first try may still be sent something.
      const before = maker.received.length;
      const received = () => maker.received.slice(before);
      await register(visit, newAddress());
      await visit.open('/news');
      await press(page, say('inbox.channels.start'));
      await page.getByText(say('inbox.channels.started')).waitFor();
      const stop = page.getByRole('button', { name: named(say('inbox.channels.stop')) });
      await stop.waitFor();
      expect(await violationsOf(page)).toEqual([]);

      const desk = new Desk(visit, 'BTC');
      await desk.open();
      await setAtChart(visit);
      const bell = page.getByRole('banner').getByRole('link', { name: /My messages: \d/ });
      await bell.waitFor({ timeout: 2 * 60_000 });
      await eventually(() => received().length).toBeGreaterThan(0);
      const [first = ''] = received();
      const { title, body, link } = JSON.parse(first) as Notification;
      expect([title, link]).toEqual(['Assay: Price alert', '/news']);
      expect(body).toMatch(/^A market has (risen|fallen) to your price\.$/);
      expect(await deliver(page, first)).toEqual([`${title} | ${body}`]);
      await visit.open('/alerts');
      await page
        .getByText(named(say('alerts.fired')))
        .first()
        .waitFor();

      // A browser that was switched off is sent nothing more.
      await visit.open('/news');
      await stop.click();
      await page.getByText(say('inbox.channels.stopped')).waitFor();
      await visit.open('/setting/security');
      await press(page, say('identity.freezes.freeze'));
      await page
        .getByText(startingWith(say('identity.freezes.kinds.selfFreeze')))
        .first()
        .waitFor();
      await visit.open('/news');
      await page.getByText('Withdrawals were stopped.').first().waitFor();
      expect(received().filter((one) => !one.includes(title))).toEqual([]);
    }));

  it('UI-1253 an outside provider is visited, what it signs is seen by staff, and approves with the document that the person gave', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await register(visit, newAddress());
      await visit.settled();
      await sendJunior(visit);
      const opened = coming(visit.context.waitForEvent('page'));
      await page.getByRole('link', { name: /^Check it at 127\.0\.0\.1:\d+ now$/ }).click();
      const other = await opened;
      await other.getByText(provider.hello).waitFor();
      expect(await other.evaluate('window.opener')).toBeNull();
      await other.close();
      const reference = provider.visitors.at(-1) ?? '';
      // What the provider learns is a number of a case.
      expect(reference).toMatch(/^\d+-[\w-]{43}$/);

      const event = { reference, result: 'passed' };
      const seen = (number: string) => ({ document: { country: 'PT', type: 2, number } });
      expect(
        await provider.send(stage.address, { ...event, ...seen('PT 1') }, 'x'.repeat(40)),
      ).toBe(401);
      expect(await provider.send(stage.address, { ...event, ...seen('PT 1') })).toBe(200);
      await visit.open('/smauth');
      await page.getByText(startingWith('The result of 127.0.0.1')).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(await faultsOf(page)).toEqual([]);
      const staff = await stage.outbox();
      await staff.getByRole('link', { name: named(staffSay('nav.verification')) }).click();
      await staff.getByRole('table').getByRole('button', { name: /#\d+/ }).first().click();
      await staff.getByText(startingWith(staffSay('verification.agrees.false'))).waitFor();
      expect(await violationsOf(staff)).toEqual([]);
      // Nobody of the staff has the case any more.
      await staff.keyboard.press('Escape');
      await staff.getByRole('table').getByText(staffSay('withdrawals.free')).waitFor();
      expect(await provider.send(stage.address, { ...event, ...seen('pt-47110816') })).toBe(200);
      await page
        .getByRole('banner')
        .getByRole('link', { name: /My messages: 1/ })
        .waitFor();
      await visit.open('/sfyz');
      await page.getByText(say('verification.status.approved')).first().waitFor();
    }));

  it('UI-1254 with the choice for trades on, an order from the desk asks for the second factor and is placed once', async () => {
    const email = newAddress();
    await openAccount(email);
    await stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await addAuthenticator(visit.context, page);
      await proveTrades(visit, email);
      const desk = new Desk(visit, 'BTC');
      await desk.open();
      await desk.choose('buy', 'limit');
      const price = ((await desk.best('bids')) * 98n) / 100n / 10n ** 8n;
      await desk.field('price').fill(String(price));
      await desk.field('quantity').fill('0.01');
      await desk.preview();
      const ask = async () => {
        await desk.submit('buy').click();
        await press(page.getByRole('dialog'), say('desk.confirm.send'));
        await page.getByText(say('identity.proof.passkeyText')).waitFor();
      };
      // What is not confirmed is not sent.
      await ask();
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByText(say('identity.proof.passkeyText')).waitFor({ state: 'detached' });
      await desk.turnTo('open');
      await page.getByText(named(say('desk.empty.open'))).waitFor();
      expect(units(await desk.field('quantity').inputValue())).toBe(units('0.01'));

      await ask();
      const placed: number[] = [];
      page.on('response', async (answer) => {
        if (!answer.url().endsWith('/web/placeOrder')) return;
        placed.push(((await answer.json()) as { code: number }).code);
      });
      await press(page.getByRole('dialog'), say('identity.proof.confirm'));
      await eventually(() => desk.list('open').count()).toBe(1);
      await eventually(() => placed).toEqual([0]);
      await eventually(async () => (await desk.balance('USDT')).held >= price * 10n ** 6n).toBe(
        true,
      );
      await page.reload();
      await desk.ready();
      await desk.turnTo('open');
      await eventually(() => desk.list('open').count()).toBe(1);
      // To cancel asks for nothing.
      await press(page, say('desk.table.cancel'));
      await page.getByText(named(say('desk.empty.open'))).waitFor();
    });
  });
}

const press = (where: Pick<Page, 'getByRole'>, name: string) =>
  where
    .getByRole('button', { name: named(name) })
    .last()
    .click();

/** Junior verification with a passport. */
async function sendJunior(visit: Visit): Promise<void> {
  const { page, say } = visit;
  await visit.follow('/smauth');
  const country = page.getByRole('combobox', { name: say('verification.fields.country') });
  await country.click();
  await country.pressSequentially('Portugal');
  await page.getByRole('option', { name: 'Portugal' }).first().click();
  await page.getByText(named(say('verification.types.passport'))).click();
  await page.getByLabel(named(say('verification.fields.name'))).fill('Ana Sousa');
  await page.getByLabel(named(say('verification.fields.number'))).fill('PT 4711-0816');
  await press(page, say('verification.form.submit'));
  await page.getByText(say('verification.reviewTitle')).first().waitFor();
}

/** A passkey, and the choice that each order is proved. */
async function proveTrades(visit: Visit, email: string): Promise<void> {
  const { page, say } = visit;
  await visit.open('/login?to=/setting/security');
  await logIn(visit, email, PASSWORD);
  await visit.arrived('/setting/security');
  await press(page, say('identity.factors.addPasskey'));
  await page.getByLabel(named(say('identity.factors.name'))).fill('my laptop');
  await press(page, say('identity.register.continue'));
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel(named(say('identity.fields.password'))).fill(PASSWORD);
  await dialog.getByLabel(named(say('kit.sentCode'))).fill(await stage.codeFor(email));
  await press(dialog as unknown as Page, say('identity.proof.confirm'));
  await press(page, say('identity.factors.codesKept'));
  await page.getByRole('rowheader', { name: 'my laptop' }).waitFor();
  const choice = page.getByRole('switch', { name: named(say('identity.guards.trade')) });
  await choice.click();
  await press(page, say('identity.proof.confirm'));
  await eventually(() => choice.isChecked()).toBe(true);
}

/**
 * Sets alerts at the prices of the chart next above and next below the market's: simulated prices
 * never stand still, so they soon come to one of them. Where the price was faster, it is set again.
 */
async function setAtChart({ page, say }: Visit): Promise<void> {
  const chart = page.getByRole('region', { name: startingWith(say('chart.label').slice(0, 9)) });
  // The shortest candles, so that a line of the picture is little of a price.
  await page.getByRole('radio', { name: '1m', exact: true }).click();
  await chart.locator('canvas').first().waitFor();
  const box = await chart.boundingBox();
  if (box === null) throw new Error('there is no chart');
  const item = page.getByRole('menuitem', { name: startingWith(say('chart.menu.alert')) });
  const program = new Program(stage.address);
  const isAbove = async (y: number) => {
    await openChartMenu(page, item, { x: box.x + box.width * 0.5, y });
    const { markets } = await program.get('getmarketList');
    const { index } = (markets as { market: string; index: string }[]).find(
      ({ market }) => market === 'BTCUSDT',
    ) as { index: string };
    return units((await item.textContent()) ?? '') > units(index);
  };
  for (const wanted of [true, false]) {
    for (let kind = ''; kind !== (wanted ? 'above' : 'below'); ) {
      // Prices fall from the top of the chart to its bottom.
      let [above, below] = [box.y + 1, box.y + box.height * 0.7];
      while (below - above > 1) {
        const middle = (above + below) / 2;
        if (await isAbove(middle)) above = middle;
        else below = middle;
        await page.keyboard.press('Escape');
      }
      await isAbove(wanted ? above : below);
      const answered = coming(page.waitForResponse('**/web/addAlert'));
      await item.click();
      // The price may have passed the line: then it waits on the other side, or not at all.
      const { data } = (await (await answered).json()) as { data?: { kind?: string } };
      kind = data?.kind ?? '';
    }
  }
  await page.getByText(say('chart.menu.alertSet')).first().waitFor();
}
