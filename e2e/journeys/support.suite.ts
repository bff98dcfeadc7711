import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newAddress, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { coming } from '../harness/eventually.ts';
import { faultsOf } from '../harness/measure.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';

const QUESTION = 'My withdrawal shows another name, see the picture.';
const ADDRESS = 'Send it to 0x52908400098527886E0F7030069857D2E4169EE7';
const COMMENT = 'Quick, and to the point.';
const ANSWER = 'That is the name of your passkey. Is all well now?';

export function supportJourneys(): void {
  it('IDEN-203 UI-1160 UI-1161 UI-1162 UI-1163 UI-1250 UI-1170 UI-1171 UI-1172 UI-1183 UI-1184 a customer and staff write to each other, and the customer sees what staff saw', async () => {
    await stage.visit({}, async (visit) => {
      const { page, say } = visit;
      const email = newAddress();
      await register(visit, email);
      await visit.settled();
      await visit.follow('/service');
      await begin(visit);

      const staff = await stage.consolePage();
      await staff.getByRole('link', { name: named(staffSay('support.title')) }).click();
      await staff
        .getByRole('row')
        .filter({ hasText: staffSay('withdrawals.free') })
        .waitFor();
      expect(await violationsOf(staff)).toEqual([]);
      // By the keyboard: the one who waits longest.
      await staff.keyboard.press('n');
      await log(staff).getByText(QUESTION).waitFor();
      await staff.getByRole('button', { name: staffSay('support.open', { number: 1 }) }).click();
      await staff.getByRole('img', { name: staffSay('support.picture', { number: 1 }) }).waitFor();
      await log(page)
        .getByText(named(say('support.read')))
        .waitFor();

      // What staff type is seen, and what they must not write is refused with what it was.
      // It is seen for some seconds only: who looks after the answer may come too late.
      await Promise.all([page.getByText(say('support.typing')).waitFor(), answer(staff, ADDRESS)]);
      await staff.getByText(ADDRESS.slice(11)).nth(1).waitFor();
      expect(await violationsOf(staff)).toEqual([]);
      await answer(staff, ANSWER);
      await log(page).getByText(ANSWER).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(await faultsOf(page)).toEqual([]);

      // While the customer is away an answer waits, and is there when they come back.
      await visit.context.setOffline(true);
      await page.getByText(say('support.offline')).waitFor();
      await answer(staff, 'Are you still there?');
      await log(staff).getByText('Are you still there?').waitFor();
      await visit.context.setOffline(false);
      await log(page).getByText('Are you still there?').waitFor();
      await write(page, say('support.text'), 'Yes, thank you!');
      await log(staff).getByText('Yes, thank you!').waitFor();

      const open = await visit.context.newPage();
      await visit.open('/deallog', open);
      await unmask(staff, email);
      // Without a reload.
      await open.getByText(/^Member \d+ of our staff saw your e-mail address in full/).waitFor();
      await open.close();
      await end(staff, visit);
      await visit.follow('/deallog');
      await freeze(staff, visit, email);
      await visit.follow('/news');
      await page
        .getByText(/saw a part of your data in full/)
        .first()
        .waitFor();
      await staff.getByRole('link', { name: named(staffSay('nav.outbox')) }).click();
    });
  });
}

const log = (page: Page): Locator => page.getByRole('log');

/** The first message, with a picture of the page itself. */
async function begin({ page, say }: Visit): Promise<void> {
  const submit = page.getByRole('button', { name: named(say('support.begin')) });
  await submit.click();
  await page.getByText(say('support.required')).first().waitFor();
  await page.getByLabel(named(say('support.text'))).fill(QUESTION);
  await page.getByRole('button', { name: say('support.attach') }).click();
  const place = page.getByRole('group', { name: say('support.picture', { number: 1 }) });
  const buffer = await page.screenshot({ type: 'jpeg', quality: 80 });
  const sent = coming(page.waitForResponse((reply) => reply.url().includes('uploadSupportFile')));
  const file = { name: 'page.jpg', mimeType: 'image/jpeg', buffer };
  await place.locator('input[type=file]').first().setInputFiles(file);
  expect((await sent).status()).toBe(200);
  expect(await violationsOf(page)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  await submit.click();
  await log(page).getByText(QUESTION).waitFor();
  await page.getByRole('button', { name: say('support.show', { number: 1 }) }).click();
  await page.getByRole('img', { name: say('support.picture', { number: 1 }) }).waitFor();
}

async function write(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(named(label));
  await field.fill(text);
  await field.press('Enter');
}

const answer = (staff: Page, text: string) => write(staff, staffSay('support.answer'), text);

/** The address is masked until it is shown, for a reason. */
async function unmask(staff: Page, email: string): Promise<void> {
  expect(await staff.getByText(email).count()).toBe(0);
  await staff.getByRole('button', { name: named(staffSay('support.unmask')) }).click();
  await staff.getByText(email).waitFor();
  await staff.getByText(staffSay('support.unmaskNote', { left: 19 })).waitFor();
}

/** Whose data have the countries of addresses. */
const SOURCE = { name: 'DB-IP' } as const;

/** Staff stop withdrawals, and the customer reads why; they lift it, and end what is open. */
async function freeze(staff: Page, visit: Visit, email: string): Promise<void> {
  const { page, say } = visit;
  const press = (key: string) =>
    staff
      .getByRole('button', { name: named(staffSay(key)) })
      .last()
      .click();
  await staff.getByRole('link', { name: named(staffSay('support.users')) }).click();
  await staff.getByLabel(startingWith(staffSay('support.account'))).fill(email);
  await press('support.find');
  await staff.getByRole('link', SOURCE).waitFor();
  await press('support.limits.freeze');
  await staff.getByText(staffSay('support.limits.does.freeze')).waitFor();
  await press('support.limits.freeze');
  await staff.getByText(staffSay('support.limits.kinds.staffFreeze')).waitFor();
  expect(await violationsOf(staff)).toEqual([]);
  await visit.open('/setting/security');
  await page.getByText(startingWith(say('identity.freezes.kinds.staffFreeze'))).waitFor();
  await press('support.limits.unfreeze');
  await staff.getByLabel(named(staffSay('support.limits.note'))).fill('It was the customer.');
  await press('support.limits.unfreeze');
  await staff.getByText(staffSay('support.limits.none')).waitFor();
  await visit.open('/deallog');
  const reason = say('accountLog.reasons.takeover');
  await page.getByText(say('accountLog.events.staffFrozen', { reason })).waitFor();
  await page.getByRole('link', SOURCE).waitFor();
}

/** Staff end it; the customer rates it, and staff read that without whose it is. */
async function end(staff: Page, { page, say }: Visit): Promise<void> {
  await staff.getByRole('button', { name: named(staffSay('support.close')) }).click();
  await staff.getByText(staffSay('support.nothing')).waitFor();
  await page.getByRole('radio', { name: named(say('support.stars.4')) }).click();
  await page.getByLabel(named(say('support.comment'))).fill(COMMENT);
  await page.getByRole('button', { name: named(say('support.sendRating')) }).click();
  await page.getByText(say('support.rated', { rating: say('support.stars.4') })).waitFor();
  const part = staff.getByRole('region', { name: named(staffSay('support.ratings.title')) });
  await part.getByRole('button', { name: named(staffSay('support.ratings.read')) }).click();
  await part.getByText(COMMENT).waitFor();
  await part.getByText(staffSay('support.ratings.stars', { rating: 4 })).waitFor();
  expect(await violationsOf(staff)).toEqual([]);
}
