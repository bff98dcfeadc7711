import { chainHash, readLogLine } from './chain.ts';
import { type Command, type Pending, type Reply, replyOf } from './command.ts';
import { CommandIndex, commandKey } from './command-index.ts';
import type { EngineStore } from './store.ts';

/**
 * Durable commands kept with their answers, so that a quick repeat needs no look into the log. Few:
 * what is kept long is moved about by the garbage collector, which cost a tenth of every command.
 */
const RECENT = 2_000;

/** Bytes of one id in a batch: its key as a double, its place in the batch as 32 bits. */
export const ID_BYTES = 12;

/** Every command id that was ever used in the realm, and the recent ones with their answers. */
export class CommandMemory {
  readonly index = new CommandIndex();
  readonly #recent = new Map<string, Pending>();

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
    return this.#recent.get(`${actor} ${id}`);
  }

  remember(pending: Pending, id: string): void {
    const { actor } = pending.command;
    this.#recent.set(`${actor} ${id}`, pending);
    this.index.add(commandKey(actor, id), pending.seq);
  }

  /**
   * Forgets the oldest answers; called after a commit. The newest `waiting` commands may not be in
   * the log yet, so they are always kept.
   */
  trim(waiting: number): void {
    let spare = this.#recent.size - waiting - RECENT;
    for (const key of this.#recent.keys()) {
      if (spare <= 0) return;
      this.#recent.delete(key);
      spare -= 1;
    }
  }

  /**
   * The answer of the command `seq` if it bore this id: its own for the same body, a refusal for
   * another. Null when `seq` is another command whose id has the same key.
   */
  async stored(
    store: EngineStore,
    seq: number,
    command: Command,
    bodyText: string,
  ): Promise<Reply | null> {
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
