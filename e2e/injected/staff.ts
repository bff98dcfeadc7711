import type { Page } from 'playwright-core';
import type { Program } from '../harness/calls.ts';
import { lookUp, stage, work } from '../harness/stage.ts';
import { named, sayInConsole as say } from '../harness/texts.ts';
import { totpOf } from '../harness/totp.ts';
import { SPOKEN, TEXTS } from './texts.ts';

const MESSAGE_MAX = 2_000;
const APPEAL_MAX = 1_800;
const HOUR = 3_600_000;

/** One prepares, and decides too, which only a trial allows. */
export async function agreed(staff: Page, type: string, body: object): Promise<void> {
  const proposalId = crypto.randomUUID();
  const about = { proposalId, realm: 'real', type, body, reason: 'as asked' };
  const { digest } = await work(staff, 'prepareProposal', about);
  await work(staff, 'decideProposal', { proposalId, verdict: 'approve', digest });
}

/** Conversations with answers, notes and ratings; the number of one that stays open. */
export async function conversation(program: Program, staff: Page): Promise<number> {
  for (let at = 0; at < 4; at += 1) {
    await work(staff, 'saveCannedAnswer', {
      title: SPOKEN.next(80),
      text: SPOKEN.next(MESSAGE_MAX),
    });
  }
  const open = async (name: string, more: object = {}) =>
    Number((await program.post(name, { text: TEXTS.next(APPEAL_MAX), ...more })).ticketId);
  const rated = await open('openSupport', { topic: 'other' });
  await work(staff, 'claimSupport', { ticketId: rated });
  await work(staff, 'closeSupportCase', { ticketId: rated });
  await program.post('rateSupport', { ticketId: rated, rating: 4, text: TEXTS.next(500) });
  const answered = await open('appealCreditScore');
  await work(staff, 'claimSupport', { ticketId: answered });
  for (let at = 0; at < 8; at += 1) {
    await work(staff, 'answerSupport', { ticketId: answered, text: SPOKEN.next(MESSAGE_MAX) });
  }
  for (let at = 0; at < 16; at += 1) {
    await program.post('sendSupport', { ticketId: answered, text: SPOKEN.next(MESSAGE_MAX) });
  }
  await work(staff, 'handOverSupport', { ticketId: answered, note: TEXTS.next(500) });
  return answered;
}

/** Somebody asks to be let into a project of a new coin, and is not. */
export async function project(program: Program, staff: Page): Promise<number> {
  const now = Date.now();
  await agreed(staff, 'publishLaunch', {
    ...{ symbol: 'TIDE', about: 'A coin of a journey.', website: 'https://example.com/' },
    ...{ documents: [], issued: '1000', supply: '1000', cap: '100', most: '100', lot: '1' },
    ...{ price: '7.77', opensAt: now - 60_000, closesAt: now + HOUR, listsAt: now + 2 * HOUR },
    releases: [{ days: 0, sharePpm: 1_000_000 }],
    withdrawable: true,
    eligibility: { tier: 'none', countries: [], review: true },
  });
  const { projects } = await lookUp(staff, 'getLaunches');
  const { launchId } = (projects as { launchId: number; price: string }[]).find(
    ({ price }) => price === '7.77',
  ) ?? { launchId: 0 };
  await program.post('applyNewcoins', { launchId });
  const { userId } = await program.get('getInfo');
  await work(staff, 'claimLaunchApplication', { launchId, userId });
  await agreed(staff, 'refuseLaunchApplication', { launchId, userId, reason: TEXTS.next(300) });
  return launchId;
}

/** Members who only read come, name their ways in, and are ended with a reason. */
export async function colleagues(staff: Page, look: (one: Page) => Promise<void>): Promise<void> {
  for (const name of [nameApp, namePasskey]) {
    await agreed(staff, 'inviteStaff', { name: TEXTS.next(80), roles: ['auditor'] });
    const { members } = await lookUp(staff, 'getStaff');
    const { operatorId } = (members as { operatorId: number }[]).at(-1) ?? { operatorId: 0 };
    const { link } = await work(staff, 'makeStaffLink', { operatorId });
    const one = await stage.member(`${stage.address}/console/#${link}`);
    await one.locator('nav a').first().waitFor({ state: 'attached' });
    await name(one);
    await look(one);
    await one.context().close();
    await work(staff, 'endStaff', { operatorId, reason: TEXTS.next(500) });
  }
}

async function nameApp(one: Page): Promise<void> {
  const { totpId, secret } = await work(one, 'addOperatorTotp', { name: TEXTS.next(40) });
  await work(one, 'confirmOperatorTotp', { totpId, totp: totpOf(String(secret), Date.now()) });
}

/** By the screen, on which the browser asks its authenticator. */
async function namePasskey(one: Page): Promise<void> {
  await one.goto(`${stage.address}/console/access`);
  await one.getByRole('button', { name: named(say('access.addPasskey')) }).click();
  const dialog = one.getByRole('dialog');
  await dialog.getByRole('textbox').fill(TEXTS.next(40));
  await dialog.getByRole('button', { name: named(say('access.goOn')) }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Staff stop withdrawals of somebody, and say why no longer. */
export async function unfreeze(program: Program, staff: Page): Promise<void> {
  const { userId } = await program.get('getInfo');
  await work(staff, 'freezeCustomer', { userId, reason: 'takeover', hours: 1 });
  await work(staff, 'unfreezeCustomer', { userId, note: TEXTS.next(500) });
}

/** The name of the site, as everybody sees it; '' for its own. */
export async function nameSite(staff: Page, siteName: string): Promise<void> {
  const { draft, revision } = await lookUp(staff, 'getContentItem', { key: 'site' });
  const { look } = draft as { look: object };
  const none = { siteName: '', logo: '', accentDark: '', accentLight: '', contact: '' };
  const change = { key: 'site', revision, look: { ...none, ...look, siteName } };
  const saved = await work(staff, 'saveContentPlace', change);
  await work(staff, 'publishContent', { key: 'site', revision: saved.revision });
}

/** Stops a market and withdrawals, for all to read why; or ends that. */
export async function stops(staff: Page, call = 'startEmergencyStop'): Promise<void> {
  for (const subject of ['withdrawals', 'market:BTCUSDT']) {
    const reason = call === 'startEmergencyStop' ? { reason: TEXTS.next(500) } : {};
    await work(staff, call, { realm: 'real', subject, ...reason });
  }
}
