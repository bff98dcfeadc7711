import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newAddress, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { goTo } from '../harness/console.ts';
import { coming, eventually } from '../harness/eventually.ts';
import { faultsOf } from '../harness/measure.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';

export function verificationJourneys(): void {
  it('UI-1130 UI-1131 UI-1132 UI-1133 UI-1140 UI-1141 UI-1142 UI-1186 UI-1214 junior, senior and address verification, refused with a reason once', async () => {
    // A file that is no picture is refused by the server.
    const expected = [/status of 400/];
    await stage.visit({ expected }, async (visit) => {
      const { page, say } = visit;
      const email = newAddress();
      await register(visit, email);
      await visit.settled();
      await visit.follow('/sfyz');
      expect(await violationsOf(page)).toEqual([]);
      expect(await faultsOf(page)).toEqual([]);
      await page.getByText(say('verification.policy.trial')).first().waitFor();
      await sendJunior(visit);
      const staff = await openStaffPage();
      await approve(staff);
      await visit.follow('/sfyz');
      await page.getByText(say('verification.status.approved')).first().waitFor();
      await sendSenior(visit);
      await refuse(staff, 'front', 'unreadable');
      // The customer learns which picture and why, and sends that one again.
      await visit.follow('/sfyz');
      await visit.follow('/seniorauth');
      await page.getByText(say('verification.refusedTitle')).first().waitFor();
      await page.getByText(say('verification.reasons.unreadable')).first().waitFor();
      await eventually(() => page.getByText(say('verification.photo.stays')).count()).toBe(2);
      expect(await violationsOf(page)).toEqual([]);
      await upload(visit, 'front');
      await submit(visit);
      await page.getByText(say('verification.reviewTitle')).first().waitFor();
      await approve(staff);
      await visit.follow('/sfyz');
      await page.getByText(say('verification.status.approved')).nth(1).waitFor();
      await proveAddress(visit, staff);
      // Who looked: the staff members who opened the picture, and that one did who signed.
      const looks = page.getByRole('row').filter({ hasText: say('verification.slots.front') });
      await looks.filter({ hasText: say('verification.viewReasons.review') }).waitFor();
      await looks.filter({ hasText: say('verification.viewReasons.secondLook') }).waitFor();
      await visit.follow('/authentication');
      await page.getByText(say('verification.unlocks.senior.0')).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await stopAndAsk(visit, staff, email);
      await staff.getByRole('link', { name: named(staffSay('nav.outbox')) }).click();
    });
  });
}

const TOO_EARLY = 'The time that has to pass before is not over.';

/** The customer stops withdrawals; staff propose to lift that, and nobody can before its time. */
async function stopAndAsk(visit: Visit, staff: Page, email: string): Promise<void> {
  const { page, say } = visit;
  await visit.open('/setting/security');
  await page.getByRole('button', { name: named(say('identity.freezes.freeze')) }).click();
  await page.getByText(startingWith(say('identity.freezes.kinds.selfFreeze'))).waitFor();
  const press = (key: string) =>
    staff
      .getByRole('button', { name: named(staffSay(key)) })
      .last()
      .click();
  await goTo(staff, 'support.users');
  await staff.getByLabel(startingWith(staffSay('support.account'))).fill(email);
  await press('support.find');
  await staff.getByText(staffSay('support.limits.kinds.selfFreeze')).waitFor();
  await press('support.limits.ownFreeze');
  await staff.getByText(staffSay('support.limits.does.ownFreeze')).waitFor();
  expect(await violationsOf(staff)).toEqual([]);
  await press('support.limits.ownFreeze');
  await staff.getByText(staffSay('staff.missing')).waitFor();
  await staff.getByLabel(named(staffSay('support.limits.note'))).fill('Compared on a call.');
  await press('support.limits.ownFreeze');
  await staff.getByText(staffSay('parameters.prepared')).first().waitFor();
  await goTo(staff, 'approvals.title');
  await staff.getByText(staffSay('approvals.commands.liftOwnFreeze')).first().click();
  const approve = staff.getByRole('button', {
    name: named(staffSay('approvals.verdicts.approve')),
  });
  await approve.click();
  await staff.getByText(staffSay('approvals.exactly')).waitFor();
  await approve.last().click();
  await staff.getByText(TOO_EARLY).waitFor();
  // The question closes once the list has come again, and gives way to what it was about.
  await eventually(async () => {
    await staff.keyboard.press('Escape');
    return staff.getByRole('dialog').count();
  }).toBe(0);
  await visit.open('/deallog');
  await page.getByText(say('accountLog.events.freezeLiftAsked')).first().waitFor();
}

/** Where somebody lives: a bill that is too old is refused, and another one approved. */
async function proveAddress(visit: Visit, staff: Page): Promise<void> {
  const { page, say } = visit;
  await visit.follow('/dzrz');
  await submit(visit);
  await page.getByText(say('verification.errors.address')).first().waitFor();
  const address = page.getByLabel(named(say('verification.fields.address')));
  await address.fill('Rua Nova 1\nLisboa');
  await submit(visit);
  await page.getByText(say('verification.errors.bill')).first().waitFor();
  await upload(visit, 'bill');
  expect(await violationsOf(page)).toEqual([]);
  await submit(visit);
  await page.getByText(say('verification.reviewTitle')).first().waitFor();
  await refuse(staff, 'bill', 'outOfDate');
  await visit.follow('/sfyz');
  await visit.follow('/dzrz');
  await page.getByText(say('verification.reasons.outOfDate')).first().waitFor();
  await eventually(() => address.inputValue()).toBe('Rua Nova 1, Lisboa');
  await upload(visit, 'bill');
  await submit(visit);
  await page.getByText(say('verification.reviewTitle')).first().waitFor();
  await approve(staff);
  await visit.follow('/sfyz');
  await page.getByText(say('verification.status.approved')).nth(2).waitFor();
}

/** One document verifies one person, so each has another number. */
let documents = 0;

export async function sendJunior(visit: Visit): Promise<void> {
  const { page, say } = visit;
  documents += 1;
  const number = `PT 4711-${String(documents).padStart(4, '0')}`;
  await visit.follow('/smauth');
  await submit(visit);
  for (const error of ['nationality', 'type', 'name', 'number']) {
    await page
      .getByText(say(`verification.errors.${error}`))
      .first()
      .waitFor();
  }
  expect(await violationsOf(page)).toEqual([]);
  const country = page.getByRole('combobox', { name: say('verification.fields.country') });
  await country.click();
  await country.pressSequentially('Portugal');
  await page.getByRole('option', { name: 'Portugal' }).first().click();
  // The short list first, the other kinds for who has none of these.
  await eventually(() => page.getByRole('radio').count()).toBe(3);
  await page.getByRole('button', { name: say('verification.form.moreKinds') }).click();
  await eventually(() => page.getByRole('radio').count()).toBe(5);
  await page.getByText(named(say('verification.types.residencePermit'))).click();
  await page.getByLabel(named(say('verification.fields.name'))).fill('Ana Sousa');
  await page.getByLabel(named(say('verification.fields.number'))).fill(number);
  await submit(visit);
  await page.getByText(say('verification.reviewTitle')).first().waitFor();
}

async function sendSenior(visit: Visit): Promise<void> {
  const { page, say } = visit;
  await visit.follow('/seniorauth');
  await submit(visit);
  await page.getByText(say('verification.errors.photos')).first().waitFor();
  const front = page.getByRole('group', { name: say('verification.slots.front') });
  const wrong = Buffer.from('no picture at all');
  const file = { name: 'front.jpg', mimeType: 'image/jpeg', buffer: wrong };
  await front.locator('input[type=file]').first().setInputFiles(file);
  await page.getByText('The picture must be a JPG, JPEG or PNG file.').waitFor();
  await page.getByRole('button', { name: startingWith('Remove front.jpg') }).click();
  for (const slot of ['front', 'back', 'signature']) await upload(visit, slot);
  expect(await violationsOf(page)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  await submit(visit);
  await page.getByText(say('verification.reviewTitle')).first().waitFor();
}

/** Sends a picture of the page itself: a real JPEG of a camera's kind. */
async function upload({ page, say }: Visit, slot: string): Promise<void> {
  const name = say(`verification.slots.${slot}`);
  const replace = page.getByRole('button', { name: say('verification.photo.replace') }).first();
  const place = page.getByRole('group', { name });
  await place.or(replace).first().waitFor();
  if ((await place.count()) === 0) await replace.click();
  const buffer = await page.screenshot({ type: 'jpeg', quality: 80 });
  const sent = coming(
    page.waitForResponse((answer) => answer.url().includes('uploadVerificationPhoto')),
  );
  const file = { name: `${slot}.jpg`, mimeType: 'image/jpeg', buffer };
  await place.locator('input[type=file]').first().setInputFiles(file);
  expect((await sent).status()).toBe(200);
}

async function submit({ page, say }: Visit): Promise<void> {
  await page.getByRole('button', { name: named(say('verification.form.submit')) }).click();
}

export async function openStaffPage(): Promise<Page> {
  const staff = await stage.consolePage();
  await staff.getByRole('link', { name: named(staffSay('nav.verification')) }).click();
  return staff;
}

/** Opens the case that waits longest, which claims it. */
async function openCase(staff: Page): Promise<void> {
  await staff.getByRole('table').getByRole('button', { name: /#\d+/ }).first().click();
  await staff.getByRole('heading', { level: 1, name: /#\d+/ }).waitFor();
  await staff.getByText('PT 4711').first().waitFor();
}

/** By the keyboard: A, and Enter on the button that has the focus. */
export async function approve(staff: Page): Promise<void> {
  await openCase(staff);
  expect(await violationsOf(staff)).toEqual([]);
  await staff.keyboard.press('a');
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('button', { name: named(staffSay('verification.approve')) }).click();
  await staff.getByText(staffSay('verification.nothing')).waitFor();
}

async function refuse(staff: Page, slot: string, reason: string): Promise<void> {
  await openCase(staff);
  await staff.keyboard.press('1');
  const picture = staff.getByRole('img', { name: staffSay(`verification.fields.${slot}`) });
  await picture.waitFor();
  await staff.keyboard.press('+');
  expect(await violationsOf(staff)).toEqual([]);
  await staff.keyboard.press('r');
  const field = staff.getByLabel(named(staffSay(`verification.fields.${slot}`)));
  await field.and(staff.locator('select')).selectOption(reason);
  await staff.getByRole('button', { name: staffSay('verification.prepare') }).click();
  // In a trial the same person may decide too, and reads that this is only so there.
  await openCase(staff);
  await staff.getByText(staffSay('verification.bothTrial')).waitFor();
  // Whoever signs looks again, beside the reasons.
  await staff.keyboard.press('1');
  await picture.waitFor();
  await staff.getByRole('button', { name: staffSay('verification.confirm') }).click();
  await staff.getByText(staffSay('verification.nothing')).waitFor();
}
