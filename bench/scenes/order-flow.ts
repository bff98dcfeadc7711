import { createFlow, type Flow, OP, type Shape } from '../match/flow.ts';

export interface BenchCommand {
  readonly type: string;
  readonly actor: number;
  body: object;
}

/** Of every market that a flow is sent to. */
const TICK = 0.01;
const STEP = 0.001;
const USERS = 5_000;
const FIRST_MAKER = 1_000;
const FIRST_TAKER = FIRST_MAKER + USERS;
/** The users of a flow: makers first. */
export const FLOW_USERS = { first: FIRST_MAKER, last: FIRST_TAKER + USERS - 1 } as const;

/**
 * A flow of the match bench as commands of many users on one market; order ids are filled in once
 * assigned.
 */
export class OrderFlow {
  readonly flow: Flow;
  readonly #market: string;
  /** The id that the engine assigned to each order of the flow; 0 before. */
  readonly #ids: Float64Array;
  readonly #owner: Int32Array;
  #refused = 0;

  constructor(market: string, shape: Shape, timed: number) {
    this.#market = market;
    this.flow = createFlow(shape, timed);
    this.#ids = new Float64Array(this.flow.count + 1);
    this.#owner = new Int32Array(this.flow.count + 1);
  }

  /**
   * The commands from..to as a gateway would submit them, created before the timer starts. Cancels
   * and moves of an order that one of these commands places have no body yet: see `complete`.
   */
  commands(from: number, to: number): BenchCommand[] {
    const commands: BenchCommand[] = [];
    for (let at = from; at < to; at += 1) commands.push(this.#command(at));
    return commands;
  }

  /** Fills in the order of a cancel or move that was created before its order was placed. */
  complete(at: number, command: BenchCommand): void {
    if (command.body === NOT_PLACED) command.body = this.#change(at);
  }

  #command(at: number): BenchCommand {
    const { op, id, side, lots, owner } = this.flow;
    const key = id[at] as number;
    if (op[at] === OP.cancel || op[at] === OP.move) {
      const type = op[at] === OP.cancel ? 'cancelOrder' : 'amendOrder';
      const body = this.#ids[key] === 0 ? NOT_PLACED : this.#change(at);
      return { type, actor: this.#owner[key] as number, body };
    }
    const who = owner[at] as number;
    const actor = who >= USERS * 2 ? FIRST_TAKER + (who % USERS) : FIRST_MAKER + (who % USERS);
    this.#owner[key] = actor;
    const quantity = ((lots[at] as number) * STEP).toFixed(3);
    // Plain literals: in V8 an object made by spreading has a shape of its own, and the engine
    // would be measured on thousands of shapes that no gateway submits.
    const name = side[at] === 0 ? 'buy' : 'sell';
    const market = this.#market;
    const body =
      op[at] === OP.market
        ? { market, side: name, type: 'market', quantity }
        : { market, side: name, type: 'limit', quantity, limitPrice: this.#price(at) };
    return { type: 'placeOrder', actor, body };
  }

  #change(at: number): object {
    const orderId = this.#ids[this.flow.id[at] as number] as number;
    return this.flow.op[at] === OP.cancel ? { orderId } : { orderId, limitPrice: this.#price(at) };
  }

  #price(at: number): string {
    return ((this.flow.price[at] as number) * TICK).toFixed(2);
  }

  /** Records the outcome of the command at `at`, because cancels need the ids of orders. */
  answered(at: number, outcome: object): void {
    const op = this.flow.op[at];
    if (op !== OP.limit && op !== OP.market) return;
    const { id } = outcome as { id?: number };
    if (id === undefined) this.#refused += 1;
    else this.#ids[this.flow.id[at] as number] = id;
  }

  /** The number of orders refused so far; a cancel of one names an unknown order. */
  get refused(): number {
    return this.#refused;
  }
}

/** Placeholder for the body of a command about an order that has no id yet. */
const NOT_PLACED = {};
