import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { logIn, newAddress, openAccount, PASSWORD } from '../harness/account.ts';
import { Program } from '../harness/calls.ts';
import { eventually } from '../harness/eventually.ts';
import { found, NOTHING, watch } from '../harness/injected.ts';
import { injections } from '../harness/injections.ts';
import { stage, work } from '../harness/stage.ts';
import { named, sayInConsole as staffSay } from '../harness/texts.ts';

/** Conversations of a hundred texts each; the other two hundred stand in what is shorter. */
const CONVERSATIONS = 8;
const A_PAGE = 100;
const OPEN_AT_ONCE = 3;
const MESSAGE_MAX = 2_000;
/** The last message of a conversation. */
const END = 'everythingwassent';
const DEVICE_MAX = 200;
const PATIENT = { timeout: 800_000 };

const TEXTS = injections((CONVERSATIONS + 2) * A_PAGE, 20_261_126);
const hundred = (at: number) => TEXTS.slice(at * A_PAGE, (at + 1) * A_PAGE);

export function injectionJourneys(): void {
  it('SECU-033 of 800 texts in conversations none runs, on either side', PATIENT, async () => {
    const writers = await conversations();
    for (const { email, tickets } of writers) {
      await stage.visit({}, async (visit) => {
        const { page } = visit;
        const asked = await watch(page, stage.address);
        await visit.open('/login');
        await logIn(visit, email, PASSWORD);
        await visit.arrived('/index');
        for (const ticket of tickets) {
          await visit.open(`/service?ticket=${ticket}`);
          await page.getByRole('log').getByText(END).waitFor();
          expect(await found(page), `conversation ${ticket}`).toEqual(NOTHING);
        }
        expect(asked).toEqual([]);
      });
    }
    const staff = await stage.outbox();
    const asked = await watch(staff, stage.address);
    for (const ticket of writers.flatMap(({ tickets }) => tickets)) {
      await staff.goto(`${stage.address}/console/support`);
      await staff
        .getByRole('row')
        .filter({ hasText: staffSay('withdrawals.free') })
        .first()
        .waitFor();
      await staff.keyboard.press('n');
      await staff.getByRole('log').getByText(END).waitFor();
      expect(await found(staff), `case ${ticket}`).toEqual(NOTHING);
      await staff.getByRole('button', { name: named(staffSay('support.close')) }).click();
      await staff.getByRole('log').waitFor({ state: 'detached' });
    }
    expect(asked).toEqual([]);
  });

  it(
    'SECU-033 of 200 texts in names of devices, reasons of staff and accounts of the house none runs',
    PATIENT,
    async () => {
      const email = newAddress();
      await openAccount(email);
      await devices(email, hundred(CONVERSATIONS).slice(0, A_PAGE / 2));
      const staff = await stage.outbox();
      await proposals(staff, hundred(CONVERSATIONS).slice(A_PAGE / 2));
      await payees(staff, hundred(CONVERSATIONS + 1));
      await statement(staff, hundred(CONVERSATIONS + 1).slice(0, A_PAGE / 2));
      await stage.visit({}, async (visit) => {
        const { page } = visit;
        const asked = await watch(page, stage.address);
        await visit.open('/login');
        await logIn(visit, email, PASSWORD);
        await visit.arrived('/index');
        for (const path of PERSONAL) {
          await visit.open(path);
          await visit.settled();
          expect(await found(page), path).toEqual(NOTHING);
        }
        expect(asked).toEqual([]);
      });
      const asked = await watch(staff, stage.address);
      for (const path of CONSOLE) {
        await staff.goto(`${stage.address}/console${path}`);
        await staff.getByRole('heading', { level: 1 }).waitFor();
        await eventually(() => staff.locator('.skeleton').count()).toBe(0);
        expect(await found(staff), path).toEqual(NOTHING);
      }
      expect(asked).toEqual([]);
    },
  );
}

/** Where a person finds devices, messages and the account's name. */
const PERSONAL = [...['/setting', '/setting?page=2'], ...['/deallog', '/deallog?page=2', '/news']];
const CONSOLE = [
  ...['/outbox', '/outbox?page=2'],
  ...['/approvals', '/approvals?page=2'],
  ...['/status?view=log', '/status?view=log&log.page=2', '/staff', '/bank'],
];

interface Writer {
  readonly email: string;
  readonly tickets: readonly number[];
}

/** As few messages as hold a hundred texts. */
async function conversations(): Promise<Writer[]> {
  const writers: { email: string; tickets: number[]; program: Program }[] = [];
  for (let at = 0; at < CONVERSATIONS; at += 1) {
    if (at % OPEN_AT_ONCE === 0) {
      const email = newAddress();
      writers.push({ email, tickets: [], program: await openAccount(email) });
    }
    const writer = writers.at(-1);
    if (writer === undefined) throw new Error('nobody writes');
    const [first = '', ...others] = packed(hundred(at), MESSAGE_MAX);
    const { ticketId } = await writer.program.post('openSupport', { topic: 'other', text: first });
    for (const text of [...others, END]) {
      await writer.program.post('sendSupport', { ticketId, text });
    }
    writer.tickets.push(Number(ticketId));
  }
  return writers;
}

function packed(texts: readonly string[], most: number): string[] {
  const messages: string[] = [];
  for (const text of texts) {
    // Control characters are refused in a message, and a list has one line.
    const clean = text.replaceAll(/\p{Cc}/gu, ' ').trim();
    const longer = `${messages.at(-1) ?? ''}\n${clean}`;
    if (messages.length > 0 && longer.length <= most) messages[messages.length - 1] = longer;
    else messages.push(clean);
  }
  return messages;
}

/** Logs in from programs, each of which says that it is some of these texts. */
async function devices(account: string, texts: readonly string[]): Promise<void> {
  const plain = texts.map((text) => text.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, DEVICE_MAX));
  for (const names of packed(plain, DEVICE_MAX)) {
    const program = new Program(stage.address, undefined, names.replaceAll('\n', ' '));
    await program.post('userLogin', { account, password: PASSWORD });
  }
}

/** Proposals with their reasons. What staff say to customers cannot have such texts (SUPP-050). */
async function proposals(staff: Page, reasons: readonly string[]): Promise<void> {
  for (const [at, reason] of reasons.entries()) {
    const body = { parameter: 'supportOpen', subject: '', value: (at % 2) + 4 };
    const command = { realm: 'real', type: 'changeParameter', body };
    const text = reason
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 400);
    const proposalId = crypto.randomUUID();
    await work(staff, 'prepareProposal', { proposalId, ...command, reason: text });
  }
}

/** Accounts that customers pay to, proposed and approved: their names, addresses and reasons. */
async function payees(staff: Page, texts: readonly string[]): Promise<void> {
  const clean = texts.map((text) => text.replaceAll(/\p{Cc}/gu, ' ').trim());
  for (let at = 0; at < clean.length; at += 4) {
    const [holder = '', bankName = '', bankAddress = '', reason = ''] = clean
      .slice(at, at + 4)
      .sort((a, b) => a.length - b.length);
    const body = {
      ...{ currency: 'EUR', account: `TEST${1_000 + at}`, bic: '' },
      ...{ holder: holder.slice(0, 70).trim(), bankName: bankName.slice(0, 70).trim() },
      bankAddress: bankAddress.slice(0, 140).trim(),
    };
    const proposalId = crypto.randomUUID();
    const { digest } = await work(staff, 'prepareProposal', {
      ...{ proposalId, realm: 'real', type: 'setPayee', body, reason: reason.slice(0, 400).trim() },
    });
    await work(staff, 'decideProposal', { proposalId, verdict: 'approve', digest });
  }
}

/** A statement of one of these accounts: the names of who paid, what they wrote, and the file's. */
async function statement(staff: Page, texts: readonly string[]): Promise<void> {
  const clean = texts.map((text) => text.replaceAll(/[\p{Cc}\t]/gu, ' ').trim());
  const lines = clean.map((text, at) => {
    const quoted = `"${text.replaceAll('"', '""')}"`;
    return ['2026-11-26', '10.00', quoted, quoted, `E-${at}`].join(';');
  });
  const query = new URLSearchParams({
    ...{ fileName: clean[0] ?? '', account: 'TEST1000', currency: 'EUR', separator: 'semicolon' },
    ...{ dayColumn: '1', amountColumn: '2', payerColumn: '3', remittanceColumn: '4' },
    entryColumn: '5',
  });
  const answer = await staff.evaluate(`fetch('/web/importStatement?${query}', {
    method: 'POST',
    headers: {
      'content-type': 'text/csv',
      'x-token': sessionStorage.getItem('assay.operator'),
    },
    body: ${JSON.stringify(`day;amount;payer;text;entry\n${lines.join('\n')}\n`)},
  }).then((response) => response.json())`);
  expect(answer).toMatchObject({ code: 0, data: { added: lines.length } });
}
