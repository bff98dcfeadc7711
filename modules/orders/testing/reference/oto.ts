import { fireStops } from './fire.ts';
import { end, heldAsset, run, setHold } from './match.ts';
import type { PlainBody as Body } from './module.ts';
import { draftOf, readAsked, readName } from './orders.ts';
import { type Refused, refuse } from './plan.ts';
import type { Market, Order, World } from './state.ts';

/** What the command answers about the orders of a list: as they are before anything fires. */
export interface PlainList {
  readonly working: Order;
  readonly pending: readonly Order[];
  readonly fills: number;
}

const isStop = ({ trigger }: { readonly trigger: bigint }) => trigger > 0n;
const worse = (side: unknown) => (side === 'buy' ? 'rises' : 'falls');

/** An order, and one or two that wait until it is filled. */
export function placeOto(world: World, user: number, body: Body): PlainList | Refused {
  const market = world.markets.get(body.market as string);
  if (market === undefined) return refuse('unknownMarket');
  if (market.stage !== 'open') return refuse('marketNotOpen');
  if (!market.trading) return refuse('marketHalted');
  const { working, pending } = body as { working: Body; pending: readonly Body[] };
  const bodies = readList(market, [working, ...(Array.isArray(pending) ? pending : [])]);
  if ('refusal' in bodies) return bodies;
  const listName = readName(body.listClientOrderId);
  if (listName === null) return refuse('invalidClientOrderId');
  const first = draftOf(world, user, market, working, bodies[0]!.asked);
  if ('refusal' in first) return first;
  const waiting: Order[] = [];
  for (const one of bodies.slice(1)) {
    const before = [first.draft, ...waiting];
    const drafted = draftOf(world, user, market, one.body, one.asked, before, { waits: true });
    if ('refusal' in drafted) return drafted;
    const name = drafted.draft.clientOrderId;
    const names = before.map(({ clientOrderId }) => clientOrderId);
    if (name !== '' && names.includes(name)) return refuse('clientOrderIdInUse');
    waiting.push(drafted.draft);
  }
  if (world.hasList(user, listName)) return refuse('clientOrderIdInUse');
  const [better, stop] = waiting;
  if (better !== undefined && stop !== undefined) {
    const price = isStop(better) ? better.trigger : better.price;
    const isRight = stop.side === 'buy' ? price < stop.trigger : price > stop.trigger;
    if (!isRight) return refuse('ocoPrices');
  }
  const against = market.product.refuse?.(world, first.draft, null) ?? null;
  if (against !== null) return refuse(against);
  const asset = heldAsset(first.draft);
  if (world.balance(user, asset).available < first.plan.hold) return refuse('insufficientBalance');
  for (const one of [first.draft, ...waiting]) one.listName = listName;
  return acceptList(world, first, waiting);
}

function acceptList(
  world: World,
  { draft, plan }: { readonly draft: Order; readonly plan: { limit: bigint; hold: bigint } },
  waiting: readonly Order[],
): PlainList {
  const id = world.nextId();
  const working: Order = { ...draft, id, oco: id, priority: id };
  setHold(world, working, plan.hold);
  const pending = waiting.map((one): Order => {
    const own = world.nextId();
    return { ...one, id: own, oco: id, follows: true, priority: own, status: 'dormant' };
  });
  world.open.push(...pending);
  const trades = world.trades.length;
  if (plan.limit === 0n) end(world, working, 'expired');
  else run(world, working, plan.limit);
  const fills = world.trades.slice(trades).filter(({ taker }) => taker === working).length;
  const answer = { working: { ...working }, pending: pending.map((one) => ({ ...one })), fills };
  fireStops(world, working);
  return answer;
}

interface Asked {
  readonly body: Body;
  readonly asked: Exclude<ReturnType<typeof readAsked>, Refused>;
}

/** The shape of a list, and what is known of its orders without the state of the market. */
function readList(market: Market, bodies: readonly unknown[]): Asked[] | Refused {
  const isBody = (body: unknown) =>
    typeof body === 'object' && body !== null && !Array.isArray(body);
  if (bodies.length < 2 || bodies.length > 3 || !bodies.every(isBody)) {
    return refuse('invalidOrder');
  }
  const read: Asked[] = [];
  for (const [n, body] of (bodies as Body[]).entries()) {
    if ((body.quoteAmount ?? body.trailingDelta) !== undefined) return refuse('invalidOrder');
    const asked = readAsked(market, body);
    if ('refusal' in asked) return asked;
    if (n === 0 && body.type !== 'limit') return refuse('invalidOrder');
    const isDirected = body.triggerPrice === undefined || body.triggerWhen !== undefined;
    if (n > 0 && !isDirected) return refuse('invalidOrder');
    read.push({ body, asked });
  }
  const [, better, stop] = read;
  if (better !== undefined && stop !== undefined && !isPair(better, stop)) {
    return refuse('invalidOrder');
  }
  return read;
}

/** First the one on the better side of the price, then the stop on the worse side. */
function isPair({ body: better, asked: a }: Asked, { body: stop, asked: b }: Asked): boolean {
  if (better.side !== stop.side || a.numbers.quantity !== b.numbers.quantity) return false;
  if (a.numbers.iceberg > 0n || b.numbers.iceberg > 0n) return false;
  if (stop.triggerWhen !== worse(stop.side)) return false;
  if (better.triggerPrice !== undefined) return better.triggerWhen !== worse(better.side);
  return better.type === 'limit' && better.postOnly === true;
}
