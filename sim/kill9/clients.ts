import { createDice, type Dice } from '@assay/core/testing/dice';
import { pause } from './child.ts';
import type { Load, Sendable } from './load.ts';
import type { Answer, Session, Target } from './target.ts';

type Done = Answer & { readonly kind: 'done' };

/** A command as its sender remembers it. */
export interface Sent {
  readonly session: Session;
  readonly call: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly cid: string;
  readonly sentAt: number;
  answer: Done | null;
  answeredAt: number;
}

/** Commands on their way at once, and orders that a client remembers. */
const AT_ONCE = 4;
const REMEMBERED = 40;
/** Every so many commands an answered one is sent again: the answer must be the first one. */
const REPEAT_EVERY = 25;
/** Short beside a restart, long enough to leave the processor to the server that starts. */
const RETRY_MS = 40;

/** What a campaign that is over stops waiting for. */
const NEVER: Done = {
  kind: 'done',
  ok: false,
  text: '',
  receipt: null,
  refusal: null,
  orderId: null,
};

/** One user, fast: places, cancels, amends, and sends again until there is an answer. */
class Person {
  readonly #session: Session;
  readonly #dice: Dice;
  readonly #clients: Clients;
  readonly #orders: number[] = [];
  #count = 0;

  constructor(session: Session, clients: Clients) {
    this.#session = session;
    this.#clients = clients;
    this.#dice = createDice(session.actor);
  }

  async run(): Promise<void> {
    for (const [n, { call, body }] of this.#clients.load.first.entries()) {
      const cid = `k-${this.#session.actor}-first-${n}`;
      await this.#untilAnswered(this.#clients.note(this.#session, call, body, cid));
    }
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#loop()));
  }

  async #loop(): Promise<void> {
    const clients = this.#clients;
    while (!clients.closed) {
      this.#count += 1;
      const { call, body } = this.#next();
      const cid = `k-${this.#session.actor}-${this.#count}-${this.#dice.int(0, 2 ** 31)}`;
      const sent = clients.note(this.#session, call, body, cid);
      const answer = await this.#untilAnswered(sent);
      if (answer.orderId !== null && call === 'placeOrder') this.#remember(answer.orderId);
      else if (answer.orderId !== null) clients.load.accepted(call, answer.orderId);
      if (this.#count % REPEAT_EVERY === 0) await this.#again(sent, answer);
    }
  }

  async #untilAnswered(sent: Sent): Promise<Done> {
    const { call, body, cid } = sent;
    for (;;) {
      const answer = await this.#session.send(call, body, cid);
      if (answer.kind === 'done') {
        sent.answer = answer;
        sent.answeredAt = performance.now();
        this.#clients.answered(sent, answer);
        return answer;
      }
      if (this.#clients.abandoned) return NEVER;
      await pause(RETRY_MS);
    }
  }

  async #again({ call, body, cid }: Sent, first: Done): Promise<void> {
    const answer = await this.#session.send(call, body, cid);
    if (answer.kind === 'done' && answer.text !== first.text) {
      this.#clients.complain(`two answers to ${cid}: ${first.text} and ${answer.text}`);
    }
  }

  #remember(orderId: number): void {
    this.#orders.push(orderId);
    if (this.#orders.length > REMEMBERED) this.#orders.shift();
  }

  #next(): Sendable {
    const dice = this.#dice;
    const beside = this.#clients.load.next(dice);
    if (beside !== null) return beside;
    const market = dice.pick(this.#clients.markets);
    const way = dice.int(0, 99);
    if (way < 20 && this.#orders.length > 0) {
      return { call: 'cancelOrder', body: { orderId: dice.pick(this.#orders) } };
    }
    if (way < 32 && this.#orders.length > 0) {
      const body = { orderId: dice.pick(this.#orders), limitPrice: this.#price() };
      return { call: 'amendOrder', body };
    }
    if (way < 34) return { call: 'cancelAllOrders', body: { market } };
    const side = dice.pick(['buy', 'sell']);
    const quantity = `0.00${dice.int(1, 9)}`;
    if (way < 45) return { call: 'placeOrder', body: { market, side, type: 'market', quantity } };
    const limitPrice = this.#price();
    const body = { market, side, type: 'limit', quantity, limitPrice, selfTrade: 'expireMaker' };
    return { call: 'placeOrder', body };
  }

  #price(): string {
    return String(this.#clients.price + this.#dice.int(-30, 30));
  }
}

/** All clients of a campaign, and everything that they sent and were answered. */
export class Clients {
  readonly markets: readonly string[];
  readonly load: Load;
  price = 0;
  closed = false;
  /** No more answers will come: loops end. */
  abandoned = false;
  /** By the engine's id of the command. */
  readonly sent = new Map<string, Sent>();
  readonly complaints: string[] = [];
  readonly #people: Promise<void>[] = [];
  #watch: { readonly from: number; readonly resolve: (at: number) => void } | null = null;

  constructor({ markets, load }: Pick<Target, 'markets' | 'load'>) {
    this.markets = markets;
    this.load = load;
  }

  start(sessions: readonly Session[]): void {
    for (const session of sessions) this.#people.push(new Person(session, this).run());
  }

  /** No new commands; resolves when the last one is answered. */
  async close(): Promise<true> {
    this.closed = true;
    await Promise.all(this.#people);
    return true;
  }

  /** The moment of the first answer to an order that was sent after now and accepted. */
  firstAccepted(): Promise<number> {
    return new Promise((resolve) => {
      this.#watch = { from: performance.now(), resolve };
    });
  }

  note(session: Session, call: string, body: Sent['body'], cid: string): Sent {
    const sentAt = performance.now();
    const sent: Sent = { session, call, body, cid, sentAt, answer: null, answeredAt: 0 };
    this.sent.set(session.engineId(call, cid), sent);
    return sent;
  }

  answered(sent: Sent, answer: Done): void {
    const watch = this.#watch;
    if (watch === null || !answer.ok || sent.call !== 'placeOrder') return;
    if (sent.sentAt < watch.from) return;
    this.#watch = null;
    watch.resolve(sent.answeredAt);
  }

  complain(what: string): void {
    this.complaints.push(what);
  }
}
