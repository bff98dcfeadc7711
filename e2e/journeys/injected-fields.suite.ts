import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { Early, logIn, PASSWORD } from '../harness/account.ts';
import { addAuthenticator } from '../harness/authenticator.ts';
import { eventually } from '../harness/eventually.ts';
import { found, NOTHING, watch } from '../harness/injected.ts';
import { Proving } from '../harness/proving.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { borrow, buy, missing, sendUnknown, withdraw } from '../injected/money.ts';
import { ownNames, verify } from '../injected/person.ts';
import { colleagues, conversation, nameSite, project, stops, unfreeze } from '../injected/staff.ts';
import { SPOKEN, TEXTS } from '../injected/texts.ts';

const PATIENT = { timeout: 900_000 };

/** Every other field into which somebody can write such a text, and every screen that shows it. */
export function injectedFieldJourneys(): void {
  const early = new Early(Proving.open);
  beforeAll(() => early.open());

  it(
    'SECU-035 of a thousand texts in every other field of a person and of staff none runs',
    PATIENT,
    () =>
      stage.visit({}, async (visit) => {
        const { opened: person, untilNextCode } = await early.take();
        const { page } = visit;
        await addAuthenticator(visit.context, page);
        const asked = await watch(page, stage.address);
        const staff = await stage.outbox();
        const askedOfStaff = await watch(staff, stage.address);
        await visit.open('/login');
        await logIn(visit, person.email, PASSWORD);
        await visit.arrived('/index');
        await seesOwn(visit, person, staff, untilNextCode);
        await stops(staff);
        await nameSite(staff, TEXTS.next(40));
        for (const path of ['/deal', '/money']) await isQuiet(visit, path);
        for (const path of ['/markets', '/content/site']) await isQuietAtWork(staff, path);
        await nameSite(staff, '');
        await stops(staff, 'endEmergencyStop');
        expect(asked).toEqual([]);
        expect(askedOfStaff).toEqual([]);
        expect(TEXTS.used.size + SPOKEN.used.size).toBeGreaterThan(1_000);
      }),
  );
}

/** All of it is written first, and then each screen is looked at. */
async function seesOwn(
  visit: Visit,
  person: Proving,
  staff: Page,
  untilNextCode: () => Promise<void>,
): Promise<void> {
  const { program } = person;
  const picture = await visit.page.screenshot({ type: 'jpeg' });
  await sendUnknown(program);
  const ticket = await conversation(program, staff);
  await verify(program, staff, picture, () => isQuietAtWork(staff, '/verification', '#'));
  const launchId = await project(program, staff);
  await colleagues(staff, (one) => isQuietAtWork(one, '/access'));
  const { purchaseId, disputeId } = await buy(program, staff);
  await unfreeze(program, staff);
  await untilNextCode();
  await ownNames(person);
  await namePasskey(visit, person);
  const [byChain, byBank] = await withdraw(person);
  await borrow(person, staff, picture);
  await missing(program, picture);
  for (const path of [
    ...['/setting/security', '/apiKeys', '/receive', '/address', '/smauth', '/dzrz'],
    ...[`/service?ticket=${ticket}`, `/kjmb?id=${purchaseId}`, `/subscribe?id=${launchId}`],
    ...[`/service?ticket=${disputeId}`, `/tbjl?id=${byBank}`],
  ]) {
    await isQuiet(visit, path);
  }
  await isQuiet(visit, '/cbjl', 'TRON');
  await isSearched(visit);
  for (const [path = '', row = ''] of [
    ...[['/outbox'], ['/status?view=log'], ['/staff'], ['/proofs'], ['/loans'], ['/recoveries']],
    ...[['/purchases', 'QB-'], ...[byChain, byBank].map((id) => ['/withdrawals', `#${id}`])],
  ]) {
    await isQuietAtWork(staff, path, row);
  }
  await isQuietInSupport(staff);
}

/** A passkey by the screen, on which the browser asks its authenticator. */
async function namePasskey(visit: Visit, person: Proving): Promise<void> {
  const { page, say } = visit;
  const name = TEXTS.next(40);
  const press = (key: string) => page.getByRole('button', { name: named(say(key)) }).click();
  await visit.open('/setting/security');
  await press('identity.factors.addPasskey');
  await page.getByLabel(named(say('identity.factors.name'))).fill(name);
  await press('identity.register.continue');
  await page.getByRole('radio', { name: named(say('identity.proof.recoveryCode')) }).click();
  const code = { name: named(say('identity.proof.recoveryLabel')) };
  await page.getByRole('textbox', code).fill(await person.recoveryCode());
  await press('identity.proof.confirm');
  await page.getByRole('rowheader').filter({ hasText: name }).waitFor();
}

/** Opens a screen of the app, and the first `row` of this text: texts are there, none ran. */
async function isQuiet(visit: Visit, path: string, row = ''): Promise<void> {
  await visit.open(path);
  await visit.settled();
  await isSeen(visit.page, path, row);
}

/** The same of the console. */
async function isQuietAtWork(staff: Page, path: string, row = ''): Promise<void> {
  await staff.goto(`${stage.address}/console${path}`);
  await staff.getByRole('heading', { level: 1 }).waitFor();
  await eventually(() => staff.locator('.skeleton').count()).toBe(0);
  await isSeen(staff, path, row);
}

async function isSeen(page: Page, path: string, row: string): Promise<void> {
  if (row !== '') {
    const cells = page.getByRole('row').filter({ hasText: row });
    await cells.getByRole('button').or(cells.getByRole('link')).first().click();
  }
  await eventually(() => shownOn(page)).toBeGreaterThan(0);
  expect(await found(page), path).toEqual(NOTHING);
}

/** What customers thought, which is read on demand, and a conversation with the note about it. */
async function isQuietInSupport(staff: Page): Promise<void> {
  await isQuietAtWork(staff, '/support');
  await staff.getByRole('button', { name: named(staffSay('support.ratings.read')) }).click();
  await staff
    .getByText(staffSay('support.ratings.stars', { rating: 4 }))
    .first()
    .waitFor();
  expect(await found(staff)).toEqual(NOTHING);
  await staff.keyboard.press('n');
  await staff.getByText(staffSay('support.note'), { exact: true }).waitFor();
  expect(await found(staff)).toEqual(NOTHING);
}

/** What is typed there is asked for at every letter. */
async function isSearched(visit: Visit): Promise<void> {
  const { page } = visit;
  await visit.open('/help');
  for (let at = 0; at < 5; at += 1) {
    await page.getByRole('searchbox').fill(TEXTS.next(60));
    await visit.settled();
    expect(await found(page)).toEqual(NOTHING);
  }
}

/** How many texts can be read there, also in fields. */
const shownOn = (page: Page) =>
  page.evaluate<number>(`[document.body.innerText,
    ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)]
      .join().match(/ran=1/g)?.length ?? 0`);
