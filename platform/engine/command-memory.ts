import { FIRST_USER } from '@assay/core/ledger/owners';
import { chainHash, readLogLine } from './chain.ts';
import { type AnyCommand, type AnyReply, type Pending, replyOf } from './command.ts';
import { CommandIndex, commandKey } from './command-index.ts';
import type { EngineStore } from './store.ts';

/**
 * Number of durable commands that are kept with their replies, so that a quick repeat needs no read
 * of the log. It is small because the garbage collector moves objects that live long, which cost a
 * tenth of every command.
 */
const RECENT = 2_000;

/** Bytes of one id in a batch: its key as a double, its position in the batch as 32 bits. */
export const ID_BYTES = 12;

/**
 * How many commands may have ids with one key. Chance alone practically never produces two; but
 * colliding ids can be searched for, and each of them would be read from the log whenever another
 * one arrives.
 */
const SAME_KEY_LIMIT = 2;

/** Every command id that was ever used in the realm, and recent commands with their replies. */
export class CommandMemory {
  readonly index = new CommandIndex();
  /** By sequence number: by id, a long text would be concatenated and hashed for every command. */
  readonly #recent = new Map<number, Pending>();

  static async load(store: EngineStore): Promise<CommandMemory> {
    const memory = new CommandMemory();
    await store.eachIds((firstSeq, ids) => {
      for (let at = 0; at < ids.length; at += ID_BYTES) {
        memory.index.add(ids.readDoubleLE(at), firstSeq + ids.readUInt32LE(at + 8));
      }
    });
    return memory;
  }

  recent(actor: number, id: string): Pending | undefined {
    for (const seq of this.index.candidates(commandKey(actor, id))) {
      const pending = this.#recent.get(seq);
      if (pending?.command.actor === actor && pending.command.id === id) return pending;
    }
    return undefined;
  }

  /**
   * Checked right before a new id is decided, because others may have arrived while the log was
   * read. The house's ids are predictable, so nobody may be able to block them: they are always
   * accepted.
   */
  keyIsFull({ actor }: AnyCommand, key: number): boolean {
    if (actor < FIRST_USER) return false;
    return this.index.candidates(key).length >= SAME_KEY_LIMIT;
  }

  /** For commands with an id. */
  remember(pending: Pending): void {
    this.#recent.set(pending.seq, pending);
    this.index.add(pending.key, pending.seq);
  }

  /**
   * Forgets the oldest replies; called after a commit. The newest `waiting` commands may not be in
   * the log yet, so they are always kept.
   */
  trim(waiting: number): void {
    let spare = this.#recent.size - waiting - RECENT;
    for (const seq of this.#recent.keys()) {
      if (spare <= 0) return;
      this.#recent.delete(seq);
      spare -= 1;
    }
  }

  /**
   * The reply to the command `seq` if it had this id: the first reply for the same body, a refusal
   * for another body. Null when `seq` is a command with another id that has the same key.
   */
  async stored(
    store: EngineStore,
    seq: number,
    command: AnyCommand,
    bodyText: string,
  ): Promise<AnyReply | null> {
    const logged = await store.readLine(seq);
    if (logged === null) return null;
    const [, at, type, actor, id, body, outcome] = readLogLine(logged.line);
    if (actor !== command.actor || id !== command.id) return null;
    const hash = chainHash(logged.before.reduce(chainHash, logged.headBefore), logged.line);
    const same = type === command.type && JSON.stringify(body) === bodyText;
    if (same) return replyOf({ seq, at, hash, outcome });
    return { ok: false, refusal: 'commandIdReused', seq, at, hash };
  }
}
