import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { practise } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { goTo } from '../harness/console.ts';
import { Desk } from '../harness/desk.ts';
import type { Server } from '../harness/server.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as say, startingWith } from '../harness/texts.ts';
import { overflowOf } from './screens.suite.ts';

const REASON = 'Asked for by many';
const CONTRACT = 'PEPEUSDT-CFD';
const OPTION = 'PEPEUSDT-OPT';
const SIZES = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

/** Where the market of these journeys is listed: the second try of one has a server of its own. */
let listedOn: Server | null = null;

/** Staff of a trial, where one person may play both, and a customer. */
export function listingJourneys(): void {
  it('UI-1240 UI-1241 UI-1242 UI-1243 UI-1244 staff list an asset and its market and open it; a customer trades there and reads when it ends', async () => {
    const page = await stage.consolePage();
    await openMarkets(page);
    expect(await violationsOf(page)).toEqual([]);
    await listAsset(page);
    await listMarket(page);
    listedOn = stage.server;
    // Everybody sees it before it opens, and nobody can order.
    await stage.visit({}, async (visit) => {
      await visit.open('/market');
      const row = visit.page.getByRole('row').filter({ hasText: 'PEPE' });
      await row.getByText(visit.say('markets.preOpen')).waitFor();
      await visit.open('/changes');
      const listed = visit.page.getByRole('row').filter({ hasText: 'PEPEUSDT' });
      await listed.getByText(REASON).waitFor();
      expect(await violationsOf(visit.page)).toEqual([]);
    });
    await changeStage(page, 'open');
    await rowOf(page, 'PEPEUSDT').getByText(say('markets.trading')).waitFor();
    await stage.visit({ virtual: true }, async (visit) => {
      const desk = new Desk(visit, 'PEPE');
      await desk.open();
      await desk.choose('buy', 'market');
      await desk.field('quantity').fill('25');
      await desk.send('buy');
      await desk.turnTo('fills');
      await desk.list('fills').first().waitFor();
    });
    await changeStage(page, 'delisted');
    await rowOf(page, 'PEPEUSDT').getByText(say('parameters.stages.delisted')).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await stage.visit({ virtual: true }, async (visit) => {
      await visit.open('/deal?market=PEPEUSDT');
      await visit.page.getByText(startingWith(visit.say('desk.strip.ends'))).waitFor();
      expect(await violationsOf(visit.page)).toEqual([]);
    });
  });

  it('CFDS-116 CFDS-117 UI-1246 staff list a contract on the index of that market and open it; a customer reads all its terms first', async () => {
    const page = await stage.consolePage();
    const dialog = page.getByRole('dialog');
    await needMarket(page);
    await listOnIndex(page, 'contracts', CONTRACT, {
      field: 'maxLots',
      wrong: '0.001',
      right: '17',
    });
    await approve(page, 'publishListing', CONTRACT);
    await goTo(page, 'contracts.title');
    const row = rowOf(page, CONTRACT);
    await row.getByText(say('parameters.stages.preOpen')).waitFor();
    await stage.visit({}, async (visit) => {
      await visit.open('/changes');
      const listed = visit.page.getByRole('row').filter({ hasText: CONTRACT });
      await listed.getByText(`${visit.say('terms.fields.maxLots')}: 17`).waitFor();
      for (const size of SIZES) {
        await visit.page.setViewportSize(size);
        expect(await overflowOf(visit.page)).toBe(0);
      }
      expect(await violationsOf(visit.page)).toEqual([]);
      await visit.open('/login');
      await practise(visit);
      await visit.open(`/deal_c?market=${CONTRACT}`);
      await visit.page.getByText(named(visit.say('cfd.state.preOpen'))).waitFor();
    });
    await openMarkets(page);
    const product = named(say('markets.products.cfd'));
    await page.getByRole('radio', { name: product }).click({ force: true });
    const open = named(say('markets.listing.to.open'));
    await rowOf(page, CONTRACT).getByRole('button', { name: open }).click();
    await dialog.getByLabel(startingWith(say('parameters.reason'))).fill(REASON);
    await dialog.getByRole('button', { name: open }).click();
    await dialog.waitFor({ state: 'detached' });
    await approve(page, 'changeParameter', say('parameters.stages.open'));
    await goTo(page, 'contracts.title');
    await row.getByText(say('contracts.inSession')).waitFor();
    await stage.visit({ virtual: true }, async (visit) => {
      await visit.open(`/deal_c?market=${CONTRACT}`);
      await visit.page.getByText(named(visit.say('cfd.state.open'))).waitFor();
    });
  });

  it('OPTN-070 OPTN-071 UI-1247 staff list a market of options on that index and open it; a customer reads all its terms first', async () => {
    const page = await stage.consolePage();
    const dialog = page.getByRole('dialog');
    await needMarket(page);
    await listOnIndex(page, 'options', OPTION, { field: 'mostStake', wrong: '0.5', right: '4321' });
    await approve(page, 'publishListing', `${say('terms.fields.mostStake')}: 4,321`);
    await goTo(page, 'options.title');
    const row = rowOf(page, OPTION);
    await row.getByText(say('options.statuses.closed')).waitFor();
    await stage.visit({}, async (visit) => {
      await visit.open('/changes');
      const listed = visit.page.getByRole('row').filter({ hasText: OPTION });
      await listed.getByText(`${visit.say('terms.fields.mostStake')}: 4,321`).waitFor();
      await visit.open('/login');
      await practise(visit);
      await visit.open(`/deal_jg?market=${OPTION}`);
      await visit.page.getByText(named(visit.say('options.state.notSold'))).waitFor();
      const terms = visit.page.getByRole('region', { name: visit.say('options.published') });
      await terms.getByText('4,321').waitFor();
      for (const size of SIZES) {
        await visit.page.setViewportSize(size);
        expect(await overflowOf(visit.page)).toBe(0);
      }
      expect(await violationsOf(visit.page)).toEqual([]);
    });
    await row.getByRole('button', { name: named(say('terms.change')) }).click();
    await dialog.getByLabel(startingWith(say('terms.fields.status'))).selectOption('open');
    await dialog.getByText(named(say('terms.atOnce'))).waitFor();
    await dialog.getByLabel(startingWith(say('terms.reason'))).fill(REASON);
    await dialog.getByRole('button', { name: named(say('terms.propose')) }).click();
    await dialog.waitFor({ state: 'detached' });
    await approve(page, 'changeTerms', OPTION);
    await goTo(page, 'options.title');
    await row.getByText(say('options.statuses.open')).waitFor();
    await stage.visit({ virtual: true }, async (visit) => {
      await visit.open(`/deal_jg?market=${OPTION}`);
      await visit.page.getByText(named(visit.say('options.state.open'))).waitFor();
    });
  });
}

async function openMarkets(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: named(say('markets.title')) }).click();
  await page.getByRole('table').first().waitFor();
}

async function needMarket(page: Page): Promise<void> {
  if (listedOn === stage.server) return;
  await openMarkets(page);
  await listAsset(page);
  await listMarket(page);
  await changeStage(page, 'open');
  listedOn = stage.server;
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();

/** What is wrong stands at its field, whether the form finds it or the server. */
async function listAsset(page: Page): Promise<void> {
  await page.getByRole('button', { name: named(say('markets.listing.asset')) }).click();
  const dialog = page.getByRole('dialog');
  const code = dialog.getByLabel(startingWith(say('markets.listing.symbol')));
  await code.fill('pepe');
  await dialog.getByLabel(startingWith(say('markets.listing.name'))).fill('Pepe');
  await dialog.getByLabel(startingWith(say('parameters.reason'))).fill(REASON);
  await propose(page);
  await dialog.getByText(say('markets.listing.code')).waitFor();
  await code.fill('BTC');
  await propose(page);
  await dialog.getByText(say('markets.listing.listed')).waitFor();
  await code.fill('PEPE');
  await propose(page);
  await dialog.waitFor({ state: 'detached' });
  await approve(page, 'publishListing', 'PEPE');
  await openMarkets(page);
  await rowOf(page, 'Pepe').waitFor();
}

async function listMarket(page: Page): Promise<void> {
  await page.getByRole('button', { name: named(say('markets.listing.market')) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(startingWith(say('markets.listing.base'))).selectOption('PEPE');
  const field = (name: string) =>
    dialog.getByLabel(startingWith(say(`markets.listing.fields.${name}`)));
  await field('tickSize').fill('0.00001');
  await field('stepSize').fill('0.00001');
  await dialog.getByLabel(startingWith(say('parameters.reason'))).fill(REASON);
  await propose(page);
  await dialog.getByText(say('markets.listing.wrong')).first().waitFor();
  await field('tickSize').fill('0.0001');
  await field('stepSize').fill('0.01');
  // What customers will meet, from the same rules.
  await dialog.getByText('PEPE-USDT').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await propose(page);
  await dialog.waitFor({ state: 'detached' });
  await approve(page, 'publishListing', '0.0001');
  await openMarkets(page);
  await rowOf(page, 'PEPEUSDT').getByText(say('parameters.stages.preOpen')).waitFor();
}

/** Proposes a product on the index of that market, with one term that does not fit at first. */
async function listOnIndex(
  page: Page,
  product: 'contracts' | 'options',
  symbol: string,
  term: { field: string; wrong: string; right: string },
): Promise<void> {
  await goTo(page, `${product}.title`);
  await page.getByRole('button', { name: named(say(`${product}.list.title`)) }).click();
  const dialog = page.getByRole('dialog');
  const index = dialog.getByLabel(startingWith(say('markets.listing.onIndex')));
  await index.selectOption('PEPE-USDT');
  await dialog.getByText(symbol).waitFor();
  const field = dialog.getByLabel(startingWith(say(`terms.fields.${term.field}`)));
  await field.fill(term.wrong);
  await dialog.getByLabel(startingWith(say('terms.reason'))).fill(REASON);
  await propose(page);
  await dialog.getByText(say('markets.listing.wrong')).first().waitFor();
  await field.fill(term.right);
  expect(await violationsOf(page)).toEqual([]);
  await propose(page);
  await dialog.waitFor({ state: 'detached' });
}

async function changeStage(page: Page, to: 'open' | 'delisted'): Promise<void> {
  await openMarkets(page);
  const action = named(say(`markets.listing.to.${to}`));
  await rowOf(page, 'PEPEUSDT').getByRole('button', { name: action }).click();
  const dialog = page.getByRole('dialog');
  if (to === 'delisted') await dialog.getByText(say('markets.bids')).first().waitFor();
  await dialog.getByLabel(startingWith(say('parameters.reason'))).fill(REASON);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: action }).click();
  await dialog.waitFor({ state: 'detached' });
  await approve(page, 'changeParameter', say(`parameters.stages.${to}`));
  await openMarkets(page);
}

async function propose(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: named(say('staff.propose')) }).click();
}

/** Signs what waits, once it shows what exactly would run. */
async function approve(page: Page, type: string, shown: string): Promise<void> {
  await page.getByRole('link', { name: named(say('approvals.title')) }).click();
  await page.getByText(type).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(shown).first().waitFor();
  const button = dialog.getByRole('button', { name: named(say('approvals.verdicts.approve')) });
  await button.click();
  // The second button is there once it says what exactly is signed.
  await page.getByText(say('approvals.exactly')).waitFor();
  await button.last().click();
  await page.getByText(say('approvals.empty')).waitFor();
}
