import type { AnyReply } from '@assay/platform/engine/command';

/** An invariant was broken. The message names it; the seed repeats the run. */
export class Finding extends Error {
  override readonly name = 'Finding';
}

export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Finding(what);
}

/** A command of a client. With an id it is sent until it is answered; the id is permanent. */
export interface ClientCommand {
  readonly actor: number;
  readonly type: string;
  readonly body: object;
  readonly id?: string;
}

/** A command as its sender remembers it. */
export class Request {
  readonly command: ClientCommand;
  readonly bodyText: string;
  /** Highest sequence number in any answer when this was first sent. */
  readonly after: number;
  reply: AnyReply | null = null;
  /** Attempts under way, and those that may or may not have been decided. */
  underWay = 0;
  doubtful = 0;

  constructor(command: ClientCommand, after: number) {
    this.command = command;
    this.bodyText = JSON.stringify(command.body);
    this.after = after;
  }

  get label(): string {
    const { actor, type, id } = this.command;
    return `${type} of ${actor}${id === undefined ? '' : ` with id ${id}`} ${this.bodyText}`;
  }
}

/** What clients sent and were answered: the outside view that the durable log must agree with. */
export class History {
  /** Highest sequence number in any answer. */
  lastSeq = 0;
  readonly requests: Request[] = [];
  /** First answer to a command, by its sequence number. */
  readonly answers = new Map<number, { request: Request; reply: AnyReply }>();
  /** By actor, id, type and body: how often it may be in the log at most. */
  readonly #possible = new Map<string, number>();
  /** Commands of one actor under one id: the second must be refused. */
  readonly #rivals = new Map<string, Request[]>();

  /** The same command under the same id is the same request. */
  request(command: ClientCommand): Request {
    const request = new Request(command, this.lastSeq);
    if (command.id !== undefined) {
      const key = `${command.actor} ${command.id}`;
      const rivals = this.#rivals.get(key) ?? [];
      this.#rivals.set(key, rivals);
      const known = rivals.find(
        (one) => one.command.type === command.type && one.bodyText === request.bodyText,
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

  /** An attempt ended without an answer. */
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
    if (request.command.id !== undefined && request.reply !== null) {
      const [before, now] = [JSON.stringify(request.reply), JSON.stringify(reply)];
      expectThat(before === now, `two answers to one id: ${request.label}: ${before} ${now}`);
      this.#count(request, -1);
      return;
    }
    this.#firstAnswer(request, reply);
  }

  #reused(request: Request, reply: AnyReply): void {
    const { actor, id } = request.command;
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
      const { id } = known.request.command;
      const same = id !== undefined && id === request.command.id;
      expectThat(same, `two commands were answered with ${reply.seq}: ${request.label}`);
    }
    expectThat(reply.seq > request.after, `answered before it was sent: ${request.label}`);
    this.lastSeq = Math.max(this.lastSeq, reply.seq);
  }

  /** How often a command of the log may have been decided. */
  possible(actor: number, id: string | null, type: string, bodyText: string): number {
    return this.#possible.get(keyOf(actor, id, type, bodyText)) ?? 0;
  }

  #count({ command, bodyText }: Request, by: number): void {
    const key = keyOf(command.actor, command.id ?? null, command.type, bodyText);
    this.#possible.set(key, (this.#possible.get(key) ?? 0) + by);
  }
}

function keyOf(actor: number, id: string | null, type: string, bodyText: string): string {
  return `${actor} ${id ?? ''} ${type} ${bodyText}`;
}
