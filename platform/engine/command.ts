import type { CommandName, Commands } from '@assay/core/schema/registry';
import type { Outcome } from './machine.ts';

/** What a caller sends. `id` is permanent: the same id with the same body gets the stored reply. */
export interface AnyCommand {
  readonly type: string;
  readonly actor: number;
  readonly id?: string;
  readonly body: object;
}

export type CommandWithId = AnyCommand & { readonly id: string };

export function hasId(command: AnyCommand): command is CommandWithId {
  return command.id !== undefined;
}

/** A command of a known type. */
export interface Command<T extends CommandName = CommandName> extends AnyCommand {
  readonly type: T;
  readonly body: Commands[T]['body'];
}

/** The position of a command in the realm's log: `seq` and `hash` are the caller's receipt. */
interface Receipt {
  readonly seq: number;
  readonly at: number;
  readonly hash: string;
}

/** Reasons for which the engine refuses a command before any rule sees it. */
export type EngineRefusal =
  | 'unknownCommand'
  | 'commandIdReused'
  | 'commandIdTaken'
  | 'approvalNeeded';

/** The command was decided and is durable. */
export interface AcceptedReply<O> extends Receipt {
  readonly ok: true;
  readonly value: O;
}

/**
 * The command was refused. A command whose id is taken is not logged: its refusal has sequence
 * number 0 and no hash.
 */
export interface RefusedReply<R extends string = string> extends Receipt {
  readonly ok: false;
  readonly refusal: R;
  readonly detail?: Readonly<Record<string, string>>;
}

/** The reply to a command of a known type, given only once it is durable. */
export type Reply<T extends CommandName = CommandName> =
  | AcceptedReply<Commands[T]['outcome']>
  | RefusedReply<Commands[T]['refusal'] | EngineRefusal>;

/** The reply to any command. */
export type AnyReply = AcceptedReply<Readonly<Record<string, unknown>>> | RefusedReply;

const ignore = (): void => undefined;

/** A decided command that waits for its batch, with the promise that the batch resolves. */
export class Pending {
  readonly command: AnyCommand;
  /** The `commandKey` of its id; NO_KEY without an id. */
  readonly key: number;
  readonly bodyText: string;
  readonly seq: number;
  readonly at: number;
  readonly outcome: Outcome;
  readonly reply: Promise<AnyReply>;
  resolve!: (reply: AnyReply) => void;
  hash = '';
  #reject!: (error: Error) => void;

  constructor(
    command: AnyCommand,
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
    this.reply = new Promise<AnyReply>((resolve, reject) => {
      this.resolve = resolve;
      this.#reject = reject;
    });
  }

  /**
   * Senders that await the reply get the error; a reply that nobody awaits is no unhandled
   * rejection.
   */
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
}): AnyReply {
  const { seq, at, hash, outcome } = pending;
  if (outcome.refusal === undefined) return { ok: true, value: outcome, seq, at, hash };
  const { refusal, detail } = outcome;
  return { ok: false, refusal, ...(detail === undefined ? {} : { detail }), seq, at, hash };
}

/** Replies to a repeated id: the same body gets the first reply, another body a refusal. */
export async function answerAgain(
  first: Pending,
  command: AnyCommand,
  bodyText: string,
): Promise<AnyReply> {
  const same = first.bodyText === bodyText && first.command.type === command.type;
  const reply = await first.reply;
  return same
    ? reply
    : { ok: false, refusal: 'commandIdReused', seq: reply.seq, at: reply.at, hash: reply.hash };
}

/** Refuses a command that came without the approval it needs. Nothing is decided or logged. */
export async function unapproved(at: number): Promise<AnyReply> {
  return { ok: false, refusal: 'approvalNeeded', seq: 0, at, hash: '' };
}

/**
 * Refuses a new id whose key is used up by other ids. Nothing is decided; the client may choose
 * another id.
 */
export function idTaken(at: number): AnyReply {
  return { ok: false, refusal: 'commandIdTaken', seq: 0, at, hash: '' };
}
