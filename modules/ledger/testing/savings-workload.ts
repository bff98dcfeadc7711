import type { Dice } from '@assay/core/testing/dice';

/** A command about savings boxes, sensible or not. */
export type SavingsCommand =
  | { type: 'openBox'; actor: number; body: { asset: string; amount: string; termMs: number } }
  | { type: 'closeBox'; actor: number; body: { boxId: number } };

/** What commands are made of. */
export interface SavingsScope {
  readonly users: readonly number[];
  readonly assets: readonly string[];
  /** The number of the last command: boxes have the numbers of commands up to it. */
  readonly lastSeq: number;
  /** Boxes that were opened; whoever has them, open or closed. */
  readonly boxes: readonly { readonly id: number; readonly userId: number }[];
}

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const WRONG_AMOUNTS = ['', '0', '-1', '1e3', '0.000000001', '90071992.54740992', '999999999'];

/** A random command: three of four are meant well, the others have one thing wrong. */
export function savingsCommand(dice: Dice, scope: SavingsScope): SavingsCommand {
  const { users, assets, boxes, lastSeq } = scope;
  const isWrong = dice.int(0, 3) === 0;
  const actor = dice.pick(users);
  if (boxes.length > 0 && dice.int(0, 1) === 0) {
    const { id, userId } = dice.pick(boxes);
    if (!isWrong) return { type: 'closeBox', actor: userId, body: { boxId: id } };
    const boxId = dice.pick([id, 0, -1, 0.5, dice.int(1, lastSeq + 5)]);
    return { type: 'closeBox', actor, body: { boxId } };
  }
  const amount = dice.pick(['0.00000001', `${dice.int(1, 900)}`, `${dice.int(1, 99)}.50`]);
  const body = {
    asset: dice.pick(assets),
    amount,
    termMs: dice.pick([SECOND_MS, SECOND_MS, DAY_MS]),
  };
  if (!isWrong) return { type: 'openBox', actor, body };
  const wrong = dice.pick([
    { asset: dice.pick(['', 'NOPE', 'usdt']) },
    { amount: dice.pick(WRONG_AMOUNTS) },
    { termMs: dice.pick([0, -SECOND_MS, 0.5, DAY_MS + 1]) },
  ]);
  return { type: 'openBox', actor, body: { ...body, ...wrong } };
}

/** A box as the model has it; the amount in units of 1e-8. */
export interface ModelBox {
  readonly id: number;
  readonly userId: number;
  readonly asset: string;
  readonly amount: bigint;
  readonly endsAt: number;
  isClosed: boolean;
}

export interface SavingsModelOptions {
  readonly assets: readonly string[];
  /** What an account has available before the command, in units. */
  available(userId: number, asset: string): bigint;
}

const TERMS = [SECOND_MS, DAY_MS, 30 * DAY_MS];
const LARGEST = 2n ** 53n - 1n;

/** Savings boxes in plain objects and bigints, from their specification alone. */
export class SavingsModel {
  readonly boxes = new Map<number, ModelBox>();
  readonly #options: SavingsModelOptions;

  constructor(options: SavingsModelOptions) {
    this.#options = options;
  }

  /** Decides a command with the number and time that it has; answers the refusal, or null. */
  decide(command: SavingsCommand, seq: number, at: number): string | null {
    const { type, actor, body } = command;
    return type === 'openBox'
      ? this.#open(body, actor, seq, at)
      : this.#close(body.boxId, actor, at);
  }

  /** What the locked boxes have of an asset: of one user, or of all, which is the pool. */
  locked(asset: string, userId?: number): bigint {
    let sum = 0n;
    for (const box of this.boxes.values()) {
      const counts = box.asset === asset && (userId === undefined || box.userId === userId);
      if (counts && !box.isClosed) sum += box.amount;
    }
    return sum;
  }

  #open(
    { asset, amount: text, termMs }: { asset: string; amount: string; termMs: number },
    userId: number,
    seq: number,
    at: number,
  ): string | null {
    if (!this.#options.assets.includes(asset)) return 'unknownAsset';
    const amount = unitsOf(text);
    if (amount === 0n || amount > LARGEST) return 'invalidAmount';
    if (!TERMS.includes(termMs)) return 'invalidTerm';
    if (amount > this.#options.available(userId, asset)) return 'insufficientBalance';
    const endsAt = at + termMs;
    this.boxes.set(seq, { id: seq, userId, asset, amount, endsAt, isClosed: false });
    return null;
  }

  #close(boxId: number, actor: number, at: number): string | null {
    const box = this.boxes.get(boxId);
    if (box === undefined) return 'unknownBox';
    if (box.userId !== actor) return 'notYours';
    if (box.isClosed) return 'alreadyClosed';
    if (at < box.endsAt) return 'notYet';
    box.isClosed = true;
    return null;
  }
}

/** Units of 1e-8, or 0n for text that is no amount. */
function unitsOf(text: string): bigint {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  return whole === undefined ? 0n : BigInt(whole + fraction.padEnd(8, '0'));
}
