/** One stream or event as the reference shows it. */
export interface StreamEntry {
  /** `<symbol>@trade` */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** The meaning of each field of the event. */
  readonly fields: Readonly<Record<string, string>>;
}

const HEAD = { e: 'Name of the event.', E: 'When it was sent, ms.', s: 'Symbol of the market.' };
const SPAN = {
  ...HEAD,
  p: 'Change of the price.',
  P: 'The same in percent.',
  w: 'Average price, weighted by volume.',
  o: 'First price.',
  h: 'Highest price.',
  l: 'Lowest price.',
  c: 'Last price.',
  v: 'Volume in the base asset.',
  q: 'Volume in the quote asset.',
  O: 'Begin, ms.',
  C: 'End, ms.',
  F: 'Id of the first trade, -1 without one.',
  L: 'Id of the last trade, -1 without one.',
  n: 'Trades.',
};
const MINI = {
  ...HEAD,
  c: 'Last price.',
  o: 'Price 24 hours ago.',
  h: 'Highest price.',
  l: 'Lowest price.',
  v: 'Volume in the base asset.',
  q: 'Volume in the quote asset.',
};
const DAY = {
  ...SPAN,
  x: 'Last price before the 24 hours.',
  Q: 'Quantity of the last trade.',
  b: 'Best bid.',
  B: 'Its quantity.',
  a: 'Best ask.',
  A: 'Its quantity.',
};
const BEST = {
  u: 'Number of the last command that the book contains.',
  s: 'Symbol of the market.',
  b: 'Best bid.',
  B: 'Its quantity.',
  a: 'Best ask.',
  A: 'Its quantity.',
};
const FLAGS = { m: 'Whether the buyer was the maker.', M: 'Always true.' };

const MARKET_STREAMS: readonly StreamEntry[] = [
  {
    name: '<symbol>@trade',
    summary: 'Every trade as it becomes durable.',
    fields: {
      ...HEAD,
      t: 'Id.',
      p: 'Price.',
      q: 'Quantity.',
      T: 'When it was made, ms.',
      ...FLAGS,
    },
  },
  {
    name: '<symbol>@aggTrade',
    summary: 'The trades that one order took at one price, as one.',
    fields: {
      ...HEAD,
      a: 'Id, that of its first trade.',
      p: 'Price.',
      q: 'Quantity of all.',
      f: 'Id of the first trade.',
      l: 'Id of the last trade.',
      T: 'When it was made, ms.',
      ...FLAGS,
    },
  },
  {
    name: '<symbol>@kline_<interval>[@+08:00]',
    summary:
      'The current candle, at most four times a second, and once more when it is closed; by UTC, or by ' +
      'the clock that is eight hours ahead. `1s` comes once a second, closed, and again if a trade is late.',
    fields: {
      ...HEAD,
      'k.t': 'When it opens, ms.',
      'k.T': 'When it closes, ms.',
      'k.s': 'Symbol of the market.',
      'k.i': 'Interval.',
      'k.f': 'Id of the first trade, -1 without one.',
      'k.L': 'Id of the last trade, -1 without one.',
      'k.o': 'First price.',
      'k.c': 'Last price.',
      'k.h': 'Highest price.',
      'k.l': 'Lowest price.',
      'k.v': 'Volume in the base asset.',
      'k.n': 'Trades.',
      'k.x': 'Whether it is closed.',
      'k.q': 'Volume in the quote asset.',
      'k.V': 'Part of v that takers bought.',
      'k.Q': 'Part of q that takers bought.',
      'k.B': 'Means nothing.',
    },
  },
  { name: '<symbol>@miniTicker', summary: 'Figures of 24 hours, once a second.', fields: MINI },
  { name: '<symbol>@ticker', summary: 'More figures of 24 hours, once a second.', fields: DAY },
  {
    name: '<symbol>@ticker_<window>',
    summary: 'Figures of 1h, 4h or 1d, once a second.',
    fields: SPAN,
  },
  {
    name: '!miniTicker@arr',
    summary: '@miniTicker of all markets that changed, as a list.',
    fields: MINI,
  },
  { name: '!ticker@arr', summary: '@ticker of all markets that changed, as a list.', fields: DAY },
  {
    name: '!ticker_<window>@arr',
    summary: '@ticker_<window> of all markets that changed, as a list.',
    fields: SPAN,
  },
  {
    name: '<symbol>@bookTicker',
    summary: 'The best bid and ask, at every change.',
    fields: BEST,
  },
  { name: '!bookTicker', summary: '@bookTicker of all markets.', fields: BEST },
  {
    name: '<symbol>@avgPrice',
    summary: 'Average price of the last minutes, once a second.',
    fields: { ...HEAD, i: 'Span.', w: 'Average price.', T: 'When the last trade was made, ms.' },
  },
  {
    name: '<symbol>@depth[@100ms]',
    summary:
      'Current state of the levels that changed, once a second or ten times; in a chain without gaps ' +
      'that fits the `lastUpdateId` of depth.',
    fields: {
      ...HEAD,
      U: 'One more than the u of the event before.',
      u: 'Number of the last command that is in it.',
      b: 'Bids as [price, quantity]; "0" takes the level away.',
      a: 'Asks likewise.',
    },
  },
  {
    name: '<symbol>@depth<levels>[@100ms]',
    summary: 'The best 5, 10 or 20 levels, all of them each time.',
    fields: {
      lastUpdateId: 'Number of the last command that is in it.',
      bids: 'As [price, quantity], the best first.',
      asks: 'Likewise.',
    },
  },
];

const ACCOUNT_EVENTS: readonly StreamEntry[] = [
  {
    name: 'executionReport',
    summary: 'One step of an order: placed, filled in part or in full, replaced, ended.',
    fields: {
      ...HEAD,
      c: 'Client order id.',
      S: 'Side.',
      o: 'Type.',
      f: 'Time in force.',
      q: 'Quantity.',
      p: 'Limit price.',
      P: 'Stop price.',
      F: 'Always "0".',
      g: 'Id of the list that it belongs to, -1 for none.',
      C: 'Client order id of what was cancelled or replaced.',
      x: 'What happened: NEW, TRADE, CANCELED, REPLACED, EXPIRED, TRADE_PREVENTION.',
      X: 'Status after it.',
      r: 'Always NONE: what is refused is no event.',
      i: 'Order id.',
      l: 'Quantity of this fill.',
      z: 'Quantity filled in all.',
      L: 'Price of this fill.',
      n: 'Commission of this fill.',
      N: 'Asset of the commission.',
      T: 'When it happened, ms.',
      t: 'Trade id, -1 without a trade.',
      I: 'Number of the command.',
      w: 'Whether it is in the book.',
      m: 'Whether it was the maker.',
      M: 'Means nothing.',
      O: 'When the order was placed, ms.',
      Z: 'Quote amount filled in all.',
      Y: 'Quote amount of this fill.',
      Q: 'Quote amount that was ordered.',
      W: 'Since when it is in the book, ms.',
      V: 'Mode of self-trade prevention.',
    },
  },
  {
    name: 'listStatus',
    summary: 'A list of orders has begun or is done.',
    fields: {
      ...HEAD,
      g: 'Id of the list.',
      c: 'Always OCO: one cancels the other.',
      l: 'EXEC_STARTED or ALL_DONE.',
      L: 'EXECUTING or ALL_DONE.',
      r: 'Always NONE.',
      C: 'Name of the list.',
      T: 'When it happened, ms.',
      O: 'Its orders: symbol s, id i, client order id c.',
    },
  },
  {
    name: 'outboundAccountPosition',
    summary: 'New values of the balances that changed, after the steps that changed them.',
    fields: {
      e: HEAD.e,
      E: HEAD.E,
      u: 'When they changed, ms.',
      'B.a': 'Asset.',
      'B.f': 'Free.',
      'B.l': 'Locked by orders.',
    },
  },
  {
    name: 'balanceUpdate',
    summary: 'A change of a balance that did not come from trading.',
    fields: { e: HEAD.e, E: HEAD.E, a: 'Asset.', d: 'Amount, with a sign.', T: 'When, ms.' },
  },
  {
    name: 'listenKeyExpired',
    summary: 'The listen key has ended; nothing follows.',
    fields: { e: HEAD.e, E: HEAD.E, listenKey: 'Which one.' },
  },
  {
    name: 'eventStreamTerminated',
    summary: 'The key of a subscription by signature has ended; nothing follows.',
    fields: { e: HEAD.e, E: HEAD.E },
  },
];

/** All streams and events; the reference is generated from it. */
export const STREAMS: readonly StreamEntry[] = [...MARKET_STREAMS, ...ACCOUNT_EVENTS];
