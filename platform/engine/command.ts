import type { Outcome } from './machine.ts';

/**
 * What a caller sends. `id` is permanent: the same id with the same body gets the stored answer.
 */
export interface Command {
  readonly type: string;
  readonly actor: number;
  readonly id?: string;
  readonly body: object;
}

/**
 * The answer, given only once the command is durable; seq and hash are the caller's receipt. A
 * command whose id is taken is not kept: its refusal has number 0 and no hash.
 */
export type Reply<O = Record<string, unknown>> =
  | {
      readonly ok: true;
      readonly value: O;
      readonly seq: number;
      readonly at: number;
      readonly hash: string;
    }
  | {
      readonly ok: false;
      readonly refusal: string;
      readonly detail?: Readonly<Record<string, string>>;
      readonly seq: number;
      readonly at: number;
      readonly hash: string;
    };

const ignore = (): void => undefined;

/** A decided command that waits for its batch, with the promise that its batch will keep. */
export class Pending {
  readonly command: Command;
  /** The `commandKey` of its id; nothing without an id. */
  readonly key: number;
  readonly bodyText: string;
  readonly seq: number;
  readonly at: number;
  readonly outcome: Outcome;
  readonly reply: Promise<Reply>;
  resolve!: (reply: Reply) => void;
  hash = '';
  #reject!: (error: Error) => void;

  constructor(
    command: Command,
    key: number,
    bodyText: string,
    seq: number,
    at: number,
    outcome: Outcome,
  ) {
    this.command = command;
    this.key = key;
    this.bodyText = bodyText;
    this.seq = seq;
    this.at = at;
    this.outcome = outcome;
    this.reply = new Promise<Reply>((resolve, reject) => {
      this.resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Whoever awaits the reply sees the error; nobody must. */
  reject(error: Error): void {
    this.reply.catch(ignore);
    this.#reject(error);
  }
}

/** The reply that a decided and chained command gets. */
export function replyOf(pending: {
  seq: number;
  at: number;
  hash: string;
  outcome: Outcome;
}): Reply {
  const { seq, at, hash, outcome } = pending;
  if (outcome.refusal === undefined) return { ok: true, value: outcome, seq, at, hash };
  const { refusal, detail } = outcome as { refusal: string; detail?: Record<string, string> };
  return { ok: false, refusal, ...(detail === undefined ? {} : { detail }), seq, at, hash };
}

/** The same id again: the same body gets the first answer, another body its own refusal. */
export async function answerAgain(
  first: Pending,
  command: Command,
  bodyText: string,
): Promise<Reply> {
  const same = first.bodyText === bodyText && first.command.type === command.type;
  const reply = await first.reply;
  return same
    ? reply
    : { ok: false, refusal: 'commandIdReused', seq: reply.seq, at: reply.at, hash: reply.hash };
}

/** A new id whose key other ids have filled: nothing is decided, and another id will do. */
export function idTaken(at: number): Reply {
  return { ok: false, refusal: 'commandIdTaken', seq: 0, at, hash: '' };
}
