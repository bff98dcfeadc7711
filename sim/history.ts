import type { AnyReply } from '@assay/platform/engine/command';

/** Something that must hold did not. The message says what; the seed says how to see it again. */
export class Finding extends Error {
  override readonly name = 'Finding';
}

export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Finding(what);
}

/** What a client wants done. With an id it is sent until it is answered; the id is permanent. */
export interface Wish {
  readonly actor: number;
  readonly type: string;
  readonly body: object;
  readonly id?: string;
}

/** A wish as its sender remembers it. */
export class Request {
  readonly wish: Wish;
  readonly bodyText: string;
  /** Highest sequence number that anybody had been told when this was first sent. */
  readonly after: number;
  reply: AnyReply | null = null;
  /** Attempts on their way, and those of which nobody knows whether they were decided. */
  underWay = 0;
  doubtful = 0;

  constructor(wish: Wish, after: number) {
    this.wish = wish;
    this.bodyText = JSON.stringify(wish.body);
    this.after = after;
  }

  get label(): string {
    const { actor, type, id } = this.wish;
    return `${type} of ${actor}${id === undefined ? '' : ` with id ${id}`} ${this.bodyText}`;
  }
}

/** What clients sent and were told: the outside view that the durable log is held against. */
export class History {
  /** Highest sequence number told to anybody. */
  told = 0;
  readonly requests: Request[] = [];
  /** First answer to a command, by its sequence number. */
  readonly answers = new Map<number, { request: Request; reply: AnyReply }>();
  /** By actor, id, type and body: how often it may stand in the log at most. */
  readonly #possible = new Map<string, number>();
  /** What one actor has asked for under one id: a second thing is to be refused. */
  readonly #rivals = new Map<string, Request[]>();

  /** The same wish under the same id is the same request. */
  request(wish: Wish): Request {
    const request = new Request(wish, this.told);
    if (wish.id !== undefined) {
      const key = `${wish.actor} ${wish.id}`;
      const rivals = this.#rivals.get(key) ?? [];
      this.#rivals.set(key, rivals);
      const known = rivals.find(
        (one) => one.wish.type === wish.type && one.bodyText === request.bodyText,
      );
      if (known !== undefined) return known;
      rivals.push(request);
    }
    this.requests.push(request);
    return request;
  }

  /** An attempt goes out: from now on the command may be decided once more. */
  sent(request: Request): void {
    request.underWay += 1;
    this.#count(request, 1);
  }

  /** An attempt ended with the promise that nothing was decided. */
  notTaken(request: Request): void {
    request.underWay -= 1;
    this.#count(request, -1);
  }

  /** An attempt ended without a word. */
  unknown(request: Request): void {
    request.underWay -= 1;
    request.doubtful += 1;
  }

  /** An attempt was answered. */
  answered(request: Request, reply: AnyReply): void {
    request.underWay -= 1;
    if (reply.ok === false && reply.refusal === 'commandIdReused') {
      this.#reused(request, reply);
      return;
    }
    if (request.wish.id !== undefined && request.reply !== null) {
      const [before, now] = [JSON.stringify(request.reply), JSON.stringify(reply)];
      expectThat(before === now, `two answers to one id: ${request.label}: ${before} ${now}`);
      this.#count(request, -1);
      return;
    }
    this.#firstAnswer(request, reply);
  }

  #reused(request: Request, reply: AnyReply): void {
    const { actor, id } = request.wish;
    const rivals = this.#rivals.get(`${actor} ${id}`)?.length ?? 0;
    expectThat(rivals > 1, `an honest id was called reused: ${request.label}`);
    const before = request.reply;
    const changed = before !== null && JSON.stringify(before) !== JSON.stringify(reply);
    expectThat(!changed, `two answers to one id: ${request.label}`);
    this.#count(request, -1);
    request.reply = reply;
  }

  #firstAnswer(request: Request, reply: AnyReply): void {
    request.reply = reply;
    const known = this.answers.get(reply.seq);
    if (known === undefined) this.answers.set(reply.seq, { request, reply });
    else {
      const same = known.request.wish.id !== undefined && known.request.wish.id === request.wish.id;
      expectThat(same, `two commands were told ${reply.seq}: ${request.label}`);
    }
    expectThat(reply.seq > request.after, `answered before it was sent: ${request.label}`);
    this.told = Math.max(this.told, reply.seq);
  }

  /** How often a command as it stands in the log may have been decided. */
  possible(actor: number, id: string | null, type: string, bodyText: string): number {
    return this.#possible.get(keyOf(actor, id, type, bodyText)) ?? 0;
  }

  #count({ wish, bodyText }: Request, by: number): void {
    const key = keyOf(wish.actor, wish.id ?? null, wish.type, bodyText);
    this.#possible.set(key, (this.#possible.get(key) ?? 0) + by);
  }
}

function keyOf(actor: number, id: string | null, type: string, bodyText: string): string {
  return `${actor} ${id ?? ''} ${type} ${bodyText}`;
}
