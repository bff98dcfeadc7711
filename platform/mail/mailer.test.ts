import { createServer as createWebServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settableClock } from '../clock.ts';
import { type Log, silentLog } from '../log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createMailer, type MailerOptions } from './mailer.ts';
import { mailMigrations, Outbox } from './outbox.ts';

let database: TestDatabase;
let outbox: Outbox;
const clock = settableClock(1_767_225_600_000);

beforeAll(async () => {
  database = await createTestDatabase(mailMigrations());
  outbox = new Outbox(database);
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('truncate outgoing_message'));

const message = {
  kind: 'email' as const,
  recipient: 'anna@example.com',
  subject: 'Assay: your verification code',
  content: 'Your verification code is 123456.',
};

function mailer(more: Partial<MailerOptions>) {
  const from = 'Assay <no-reply@localhost>';
  const usual = { outbox, log: silentLog, smtpUrl: '', from, clock, showInLog: false };
  return createMailer({ ...usual, ...more });
}

describe('mail', () => {
  it('IDEN-060 without a mail server keeps messages in the outbox, and shows them in the log', async () => {
    const lines: string[] = [];
    const log = { info: (_fields: object, text: string) => lines.push(text) } as unknown as Log;
    const quiet = mailer({});
    const shown = mailer({ log, showInLog: true });
    quiet.send(message);
    shown.send({ ...message, content: 'code 654321' });
    await Promise.all([quiet.settled(), shown.settled()]);
    await quiet.deliver();
    const kept = await outbox.latest(10);
    expect(kept.map(({ content, sentAt, tries }) => [content, sentAt, tries])).toEqual(
      expect.arrayContaining([
        [message.content, null, 0],
        ['code 654321', null, 0],
      ]),
    );
    expect(lines).toEqual(['message not sent, no way to send it is set up: code 654321']);
    clock.advance(25 * 60 * 60 * 1000);
    await quiet.deliver();
    expect(await outbox.latest(10)).toEqual([]);
    await Promise.all([quiet.stop(), shown.stop()]);
  });

  it('IDEN-061 OPSX-133 sends by SMTP, labelled in a trial, and keeps no code that was sent', async () => {
    const smtp = await startSmtp();
    const sender = mailer({ smtpUrl: smtp.url, label: 'This is a trial.' });
    sender.send(message);
    sender.send({ ...message, kind: 'sms', recipient: '+4915123456789' });
    await sender.settled();
    await sender.deliver();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]).toContain('To: anna@example.com');
    expect(smtp.received[0]).toContain('From: Assay <no-reply@localhost>');
    expect(smtp.received[0]).toMatch(
      /\r\nThis is a trial\.\r\n\r\nYour verification code is 123456\./,
    );
    const stored = await outbox.latest(10);
    expect(stored.find(({ kind }) => kind === 'email')).toMatchObject({ content: '', tries: 1 });
    expect(stored.find(({ kind }) => kind === 'sms')).toMatchObject({ sentAt: null });
    await sender.deliver();
    expect(smtp.received).toHaveLength(1);
    await sender.stop();
    smtp.stop();
  });

  it('IDEN-062 tries again, later and later, when the mail server refuses or is away', async () => {
    const smtp = await startSmtp();
    smtp.refuse = true;
    const sender = mailer({ smtpUrl: smtp.url });
    sender.send(message);
    await sender.settled();
    await sender.deliver();
    const [failed] = await outbox.latest(1);
    expect(failed).toMatchObject({ tries: 1, sentAt: null, content: message.content });
    expect(failed!.fault).toContain('450');
    await sender.deliver();
    expect((await outbox.latest(1))[0]!.tries).toBe(1);
    clock.advance(2000);
    await sender.deliver();
    expect((await outbox.latest(1))[0]!.tries).toBe(2);
    smtp.refuse = false;
    clock.advance(4000);
    await sender.deliver();
    expect(smtp.received).toHaveLength(1);
    await sender.stop();
    smtp.stop();
  });

  it('IDEN-122 sends to phones by a template, again, within the cap, and keeps the report', async () => {
    const got: string[] = [];
    let status = 500;
    const gateway = createWebServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        got.push(`${request.url} ${request.headers.authorization} ${body}`);
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    const { port } = gateway.address() as { port: number };
    const sms = {
      url: `http://127.0.0.1:${port}/send?ref={id}`,
      ...{ body: '{"to":"{to}","text":"{text}"}', authorization: 'Bearer x' },
      ...{ dailyMax: 1, reportKey: 'report key' },
    };
    const sender = mailer({ sms });
    const phone = { ...message, kind: 'sms' as const, recipient: '+4915123456789' };
    sender.send({ ...phone, content: 'say "hi", {to}' });
    await sender.settled();
    await sender.deliver();
    const [failed] = await outbox.latest(1);
    expect(failed).toMatchObject({ tries: 1, sentAt: null, fault: 'the gateway answered 500' });
    status = 200;
    clock.advance(2000);
    await sender.deliver();
    const { messageId } = failed!;
    const asked = `/send?ref=${messageId} Bearer x {"to":"+4915123456789","text":"say \\"hi\\", {to}"}`;
    expect(got).toEqual([asked, asked]);
    sender.send(phone);
    await sender.settled();
    await sender.deliver();
    expect(got).toHaveLength(2);
    expect((await outbox.latest(1))[0]!.fault).toBe('the cap of the day is reached');
    expect(await sender.report('wrong key!', messageId, 'delivered')).toBe(false);
    expect(await sender.report('report key', messageId, 'delivered')).toBe(true);
    const [, reported] = await outbox.latest(2);
    expect(reported).toMatchObject({ report: 'delivered', content: '' });
    await sender.stop();
    gateway.close();
  });

  it('IDEN-063 lets no line break of a text become a header', async () => {
    const smtp = await startSmtp();
    const sender = mailer({ smtpUrl: smtp.url });
    sender.send({ ...message, subject: 'x\r\nBcc: evil@example.com' });
    await sender.settled();
    await sender.deliver();
    expect(smtp.received.join()).not.toMatch(/^Bcc:/m);
    await sender.stop();
    smtp.stop();
  });
});

/** The parts of a mail server that a sender depends on. */
async function startSmtp() {
  const state = { received: [] as string[], refuse: false };
  const serve = (socket: Socket) => {
    let buffer = '';
    let inData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 test');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      buffer += chunk;
      for (;;) {
        const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + (inData ? 5 : 2));
        if (inData) {
          state.received.push(text);
          inData = false;
          say('250 taken');
        } else if (/^RCPT/i.test(text) && state.refuse) say('450 busy');
        else if (/^DATA/i.test(text)) {
          inData = true;
          say('354 go on');
        } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n');
        else say('250 fine');
      }
    });
  };
  const server: Server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => server.close(),
  });
}
