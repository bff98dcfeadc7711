import { timingSafeEqual } from 'node:crypto';
import { createTransport, type Transporter } from 'nodemailer';
import { type Clock, systemClock } from '../clock.ts';
import { sleep } from '../db/files.ts';
import type { Log } from '../log.ts';
import type { Message, MessageKind, Outbox } from './outbox.ts';
import { type SmsTemplate, sendSms } from './sms.ts';

/** Sends texts to people, later and in order; the caller neither waits nor gets the outcome. */
export interface Mailer {
  /**
   * Accepts a message and returns at once: the time that a request takes must not reveal whether a
   * mail was sent (ASVS 5.0 §6.3.8).
   */
  send(message: Message): void;
  /** Sends what is due now; for the timer and for tests. */
  deliver(): Promise<void>;
  /**
   * Keeps what the gateway of phones reports of a message, if it has the key that it was given;
   * false when it has not, or there is no such message.
   */
  report(key: string, messageId: number, status: string): Promise<boolean>;
  /** Resolves when every message passed to `send` is in the table. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export interface SmsOptions extends SmsTemplate {
  /** More messages in 24 hours wait: each costs money. */
  readonly dailyMax: number;
  /** What delivery reports are sent with; empty: they are not taken. */
  readonly reportKey: string;
}

export interface MailerOptions {
  readonly outbox: Outbox;
  readonly log: Log;
  /** smtp:// or smtps:// address; empty: messages stay in the outbox and are shown in the log. */
  readonly smtpUrl: string;
  readonly from: string;
  /** How messages to phones go out; without it they stay in the outbox. */
  readonly sms?: SmsOptions;
  /** The first line of every mail; none when it is empty. */
  readonly label?: string;
  readonly clock?: Clock;
  /** Show messages that cannot be sent in the log: for a developer's machine only. */
  readonly showInLog: boolean;
}

/** Storing begins well after the request was answered, so that it does not slow the answer. */
const AFTER_ANSWER_MS = 20;
const DELIVER_EVERY_MS = 2000;
const BATCH = 20;
/** Messages to phones wait so long when the cap of the day is reached. */
const CAPPED_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A try that takes longer counts as failed, and another server may take the message. */
const TRY_MS = 60_000;
const SMTP_TIMEOUT_MS = 20_000;
const FORGET_EVERY_MS = 60 * 60 * 1000;
const KEEP_MS = 24 * 60 * 60 * 1000;
/** Messages not yet stored: bounded, so that memory does not fill while the database is down. */
const WAITING_MAX = 1000;

export function createMailer(options: MailerOptions): Mailer {
  return new OutboxMailer(options);
}

class OutboxMailer implements Mailer {
  readonly #options: MailerOptions;
  readonly #clock: Clock;
  readonly #transport: Transporter | null;
  readonly #timer: NodeJS.Timeout;
  #storing: Promise<void> = Promise.resolve();
  #waiting = 0;
  #forgetAt = 0;
  #delivering: Promise<void> | null = null;

  constructor(options: MailerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#transport = options.smtpUrl === '' ? null : smtpTransport(options.smtpUrl);
    this.#timer = setInterval(() => void this.deliver(), DELIVER_EVERY_MS);
    this.#timer.unref();
  }

  send(message: Message): void {
    if (this.#waiting >= WAITING_MAX) {
      this.#options.log.error({ kind: message.kind }, 'a message was dropped: too many wait');
      return;
    }
    this.#waiting += 1;
    const rested = sleep(AFTER_ANSWER_MS);
    this.#storing = this.#storing.then(() => rested).then(() => this.#store(message));
  }

  deliver(): Promise<void> {
    this.#delivering ??= this.#deliverDue().finally(() => {
      this.#delivering = null;
    });
    return this.#delivering;
  }

  async report(key: string, messageId: number, status: string): Promise<boolean> {
    const expected = this.#options.sms?.reportKey ?? '';
    if (expected === '' || !sameText(key, expected)) return false;
    return this.#options.outbox.reported(messageId, status);
  }

  settled(): Promise<void> {
    return this.#storing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#storing;
    await this.#delivering;
    this.#transport?.close();
  }

  async #store(message: Message): Promise<void> {
    const { outbox, log, showInLog } = this.#options;
    try {
      await outbox.add(message, this.#clock.now());
      if (showInLog && !this.#kinds().includes(message.kind)) {
        const { kind, recipient, content } = message;
        log.info({ kind, recipient }, `message not sent, no way to send it is set up: ${content}`);
      }
    } catch (err) {
      log.error({ err, kind: message.kind }, 'a message could not be stored');
    } finally {
      this.#waiting -= 1;
    }
  }

  async #deliverDue(): Promise<void> {
    const { outbox, log } = this.#options;
    const now = this.#clock.now();
    try {
      if (now >= this.#forgetAt) {
        this.#forgetAt = now + FORGET_EVERY_MS;
        await outbox.forgetBefore(now - KEEP_MS);
      }
      const kinds = this.#kinds();
      if (kinds.length === 0) return;
      for (const message of await outbox.take(kinds, BATCH, now, now + TRY_MS)) {
        await this.#try(message.messageId, message, message.tries);
      }
    } catch (err) {
      log.warn({ err }, 'messages could not be delivered');
    }
  }

  /** What can be sent here. */
  #kinds(): MessageKind[] {
    const kinds: MessageKind[] = this.#transport === null ? [] : ['email'];
    return this.#options.sms === undefined ? kinds : [...kinds, 'sms'];
  }

  async #isCapped(): Promise<boolean> {
    const { outbox, sms } = this.#options;
    const sent = await outbox.sentSince('sms', this.#clock.now() - DAY_MS);
    return sent >= (sms?.dailyMax ?? 0);
  }

  async #hand(messageId: number, { kind, recipient, subject, content }: Message): Promise<void> {
    const { from, sms, label = '' } = this.#options;
    if (kind === 'sms') {
      await sendSms(sms!, { to: recipient, text: content, id: String(messageId) });
      return;
    }
    const text = label === '' ? content : `${label}\n\n${content}`;
    await this.#transport!.sendMail({ from, to: recipient, subject, text });
  }

  async #try(messageId: number, message: Message, tries: number): Promise<void> {
    const { outbox, log } = this.#options;
    try {
      if (message.kind === 'sms' && (await this.#isCapped())) {
        log.error({ messageId }, 'the cap of the day for messages to phones is reached');
        const later = this.#clock.now() + CAPPED_MS;
        await outbox.failed(messageId, 'the cap of the day is reached', later);
        return;
      }
      await this.#hand(messageId, message);
      await outbox.sent(messageId, this.#clock.now());
    } catch (err) {
      log.warn({ err, messageId, tries }, 'a message was not accepted');
      // 2, 4, 8 … seconds: a code is useless after five minutes, but a warning is not.
      const nextTryAt = this.#clock.now() + 1000 * 2 ** tries;
      await outbox.failed(messageId, err instanceof Error ? err.message : String(err), nextTryAt);
    }
  }
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Beyond this machine nothing goes out without TLS, by `smtps:` or by STARTTLS. */
export function needsTls(url: string): boolean {
  return !['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

function smtpTransport(url: string): Transporter {
  return createTransport({
    url,
    requireTLS: needsTls(url),
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object);
}
