import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newAddress, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { Program } from '../harness/calls.ts';
import { eventually } from '../harness/eventually.ts';
import { found, LISTEN, NOTHING, watch } from '../harness/injected.ts';
import { injections } from '../harness/injections.ts';
import { stage, work } from '../harness/stage.ts';
import { named, sayInConsole as staffSay } from '../harness/texts.ts';

/** Texts of the operator: written in the console, read in the app. */
export function contentJourneys(): void {
  it('CONT-070 CONT-055 a notice is written, previewed and published in the console, and read in the app', async () => {
    const staff = await stage.outbox();
    await staff.getByRole('link', { name: named(staffSay('nav.content')) }).click();
    await staff.getByRole('button', { name: named(staffSay('content.new')) }).click();
    await staff.getByLabel(staffSay('content.newKey')).fill('new-market');
    await staff.getByRole('button', { name: named(staffSay('content.begin')) }).click();
    await staff.getByLabel(named(staffSay('content.heading'))).fill('A new market');
    await staff.getByLabel(named(staffSay('content.sentence'))).fill('It opens on Monday.');
    await staff.getByLabel(named(staffSay('content.text'))).fill('With **no** <i>fee</i>.');
    const preview = staff.getByRole('region', { name: staffSay('content.preview') });
    await preview.getByText('<i>fee</i>').waitFor();
    expect(await preview.locator('strong').textContent()).toBe('no');
    expect(await violationsOf(staff)).toEqual([]);
    await staff
      .getByRole('tabpanel')
      .getByRole('button', { name: named(staffSay('content.save')) })
      .click();
    await staff.getByText(staffSay('content.saved')).waitFor();
    await staff.getByRole('button', { name: named(staffSay('content.publish')) }).click();
    await staff.getByText(staffSay('content.published')).waitFor();
    await stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await visit.open('/index');
      await page.getByText(say('shell.footer.neverPay')).waitFor();
      await page.getByText(say('shell.footer.unnamed')).waitFor();
      const home = page.getByRole('region', { name: say('home.announcements') });
      await home.getByRole('link', { name: /A new market/ }).click();
      await visit.arrived('/notice');
      await page.getByText('<i>fee</i>').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await visit.open('/help');
      await page.getByRole('searchbox').fill('passkey recovery');
      await page.getByText(say('content.help.found_one', { count: 1 })).waitFor();
      await page.getByRole('main').getByRole('link').first().click();
      await visit.arrived('/helpDetail');
      await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await visit.open('/downLoad');
      await page.getByRole('img', { name: say('content.download.scan') }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
    });
  });

  it('CONT-071 who registered has accepted; a text of law is proposed, signed, announced, and asks again', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await register(visit, newAddress());
      await visit.open('/agreement');
      const accepted = page.getByText(/^You accepted this edition/);
      await accepted.waitFor();
      const staff = await stage.outbox();
      await changeLaw(staff);
      await visit.open('/market');
      await page.getByText(say('shell.agreement.announcedText')).waitFor();
      await page.getByRole('link', { name: say('shell.agreement.readNew') }).click();
      await visit.arrived('/agreement');
      await page.getByText('Now with a new sentence.').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: named(say('content.agreement.accept')) }).click();
      await accepted.waitFor();
      await visit.open('/changes');
      await page.getByText('plainer words').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      // Until its time comes the present one is shown, and names it.
      await visit.open('/agrt');
      await page.getByRole('link', { name: say('content.editions.read') }).click();
      await page.getByText('Now with a new sentence.').waitFor();
    }));

  it('CONT-081 the profile of a coin is edited in the console, and read from the list of markets', async () => {
    const staff = await stage.outbox();
    await staff.goto(`${stage.address}/console/content/coin-btc`);
    const text = staff.getByLabel(named(staffSay('content.text')));
    await text.fill('Digital gold, says the **operator**.');
    const preview = staff.getByRole('region', { name: staffSay('content.preview') });
    await preview.getByText('operator').waitFor();
    await staff
      .getByRole('tabpanel')
      .getByRole('button', { name: named(staffSay('content.save')) })
      .click();
    await staff.getByText(staffSay('content.saved')).waitFor();
    await staff.getByRole('button', { name: named(staffSay('content.publish')) }).click();
    await staff.getByText(staffSay('content.published')).waitFor();
    await stage.visit({ expected: [/status of 400/] }, async (visit) => {
      const { page, say } = visit;
      await visit.open('/market');
      await page.getByRole('link', { name: say('markets.aboutCoin', { name: 'Bitcoin' }) }).click();
      await visit.arrived('/text');
      await page.getByRole('heading', { level: 1, name: 'Bitcoin' }).waitFor();
      await page.getByText('Digital gold, says the').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page
        .getByRole('link', { name: say('content.coins.title') })
        .first()
        .click();
      await page
        .getByRole('main')
        .getByRole('link', { name: /Solana/ })
        .click();
      await page
        .getByRole('link', { name: named(say('content.coins.trade', { pair: 'SOL/USDT' })) })
        .click();
      // A visitor logs in first.
      await visit.arrived('/login');
      // A coin that nobody has written about.
      await visit.open('/text?id=coin-none');
      await page.getByRole('heading', { name: say('content.coins.gone') }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('link', { name: say('content.coins.markets') }).click();
      await visit.arrived('/market');
    });
  });

  it('CONT-080 of a thousand texts that try to run a script none does, wherever they are shown', async () => {
    const staff = await stage.outbox();
    const all = injections(PAYLOADS, 20_261_123);
    const pages = Array.from({ length: PAYLOADS / A_PAGE }, (_, at) =>
      all.slice(at * A_PAGE, (at + 1) * A_PAGE),
    );
    for (const [at, texts] of pages.entries()) await publish(staff, at, texts);
    await stage.visit({}, async (visit) => {
      const { page } = visit;
      const asked = await watch(page, stage.address);
      for (const [at, texts] of pages.entries()) {
        const path = at % 2 === 0 ? '/notice' : '/helpDetail';
        await visit.open(`${path}?id=injection-${at}`);
        await eventually(() => page.locator('article').textContent()).toContain(END);
        expect(await found(page), `page ${at}`).toEqual(NOTHING);
        expect(texts).toHaveLength(A_PAGE);
      }
      for (const path of ['/notice', '/help', '/index', '/text?id=1']) {
        await visit.open(path);
        expect(await found(page), path).toEqual(NOTHING);
      }
      expect(asked).toEqual([]);
    });
    await expectNoticed();
    for (const at of [0, 1]) {
      await staff.goto(`${stage.address}/console/content/injection-${at}`);
      await staff.getByText(END).last().waitFor();
      expect(await found(staff)).toEqual(NOTHING);
    }
    for (const at of pages.keys()) await work(staff, 'withdrawContent', { key: name(at) });
    const { items } = await new Program(stage.address).get('getTextsList', { search: END });
    expect(items).toEqual([]);
  });
}

const PAYLOADS = 1_000;
/** The last line of each of those texts. */
const END = 'everythingwasdrawn';
const A_PAGE = 100;
const name = (at: number) => `injection-${at}`;

/** What the journey looks for is seen where it is. */
function expectNoticed(): Promise<void> {
  return stage.visit({ expected: [/elsewhere\.example/] }, async (visit) => {
    const { page } = visit;
    await page.addInitScript(LISTEN);
    await visit.open('/notice');
    await page.evaluate(`
      window.ran = 1;
      document.querySelector('main').append(document.createElement('iframe'));
      fetch('https://elsewhere.example/').catch(() => undefined);
    `);
    const reports = [expect.stringContaining('connect-src')];
    await eventually(() => found(page)).toEqual({ ran: true, reports, inserted: 1 });
  });
}

/** A hundred texts in the body, and one each in title and sentence, which lists show. */
async function publish(staff: Page, at: number, texts: readonly string[]): Promise<void> {
  const key = name(at);
  await work(staff, 'addContentItem', { key, kind: at % 2 === 0 ? 'notice' : 'help' });
  const short = (text = '') => text.replaceAll(/\p{Cc}/gu, ' ').slice(0, 100);
  const text = `${texts.join('\n\n')}\n\n${END}`;
  const written = { title: short(texts[0]), lead: short(texts[1]), text };
  const saved = await work(staff, 'saveContentText', {
    ...{ key, revision: 0, language: 'en', ...written },
  });
  await work(staff, 'publishContent', { key, revision: saved.revision });
}

/** In a trial one person may play both; each step is made all the same. */
async function changeLaw(staff: Page): Promise<void> {
  await staff.goto(`${stage.address}/console/content/3`);
  await staff.getByLabel(named(staffSay('content.sentence'))).fill('Now with a new sentence.');
  await staff
    .getByRole('tabpanel')
    .getByRole('button', { name: named(staffSay('content.save')) })
    .click();
  await staff.getByText(staffSay('content.takesTwo')).waitFor();
  await staff.getByLabel(named(staffSay('content.proposeWhy'))).fill('plainer words');
  await staff.getByRole('button', { name: named(staffSay('content.propose')) }).click();
  await staff.getByText(staffSay('content.proposed')).waitFor();
  await staff.getByRole('link', { name: named(staffSay('approvals.title')) }).click();
  await staff
    .getByRole('table')
    .getByRole('button', { name: /publishLaw/ })
    .first()
    .click();
  const approve = { name: named(staffSay('approvals.verdicts.approve')) };
  const press = staff.getByRole('dialog').getByRole('button', approve);
  // A key before the proposal is shown is of the list.
  await press.waitFor();
  await staff.keyboard.press('a');
  await staff.getByText(staffSay('approvals.exactly')).waitFor();
  await press.last().click();
  const law = new Program(stage.address);
  await eventually(async () => (await law.get('getText', { id: '3' })).next).not.toBeNull();
}
