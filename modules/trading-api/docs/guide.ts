import type { OrderRefusal } from '@assay/core/order/refusals';
import type { Mode } from '@assay/core/schema/mode';
import { Refusal } from '@assay/core/schema/outcome';
import { API_ERRORS, type ApiError } from '../errors.ts';
import { ACCOUNTS_OF_NETWORK, type ApiLimitTable, CANCELS_PER_MINUTE } from '../limits.ts';
import { refusalError } from '../trade/refusals.ts';
import { conduct, socketTable } from './conduct.ts';
import firstOrder from './first-order.json' with { type: 'json' };
import { type Html, html } from './html.ts';
import { orderKinds } from './order-kinds.ts';

/** The site that the reference describes. */
export interface Site {
  readonly siteName: string;
  /** 'http://127.0.0.1:8080' */
  readonly origin: string;
  /** What the installation is; a trial says so at the top. */
  readonly mode: Mode;
}

/** The file name of the first program: its imports need this ending. */
export const FIRST_PROGRAM = 'first.mjs';

/** A first order in ten lines, which a test runs. */
export function quickStart({ origin }: Pick<Site, 'origin'>): string {
  return firstOrder.lines.join('\n').replace('{origin}', origin);
}

/** The guide, which comes before the reference. */
export function guide(site: Site, limits: ApiLimitTable): Html {
  const { siteName, origin } = site;
  return html`
<h1 id="start">${siteName} trading API</h1>
<p>Programs trade here over HTTP and WebSocket. The API uses a protocol that many clients know
already, so they work unmodified once they are given another address: works with clients that speak
this API; not affiliated with any other exchange.</p>
<p>The machine-readable form of this page is <a href="/docs/openapi.json">openapi.json</a>.</p>

<h2 id="first-order">First order with ccxt</h2>
<p>Ten lines, in the virtual account. Save them as <a href="/docs/${FIRST_PROGRAM}"
download><code>${FIRST_PROGRAM}</code></a>, put a demo key into <code>API_KEY</code> and
<code>API_SECRET</code>, and start them with Node. The class that is used here is the one that speaks this
protocol; nothing is sent to any other server.</p>
<pre><code>npm install ccxt
API_KEY=… API_SECRET=… node ${FIRST_PROGRAM}</code></pre>
<pre><code>${quickStart(site)}</code></pre>
<p>For the real markets leave <code>/demo</code> out and use a key of the real account. Every
address of <code>urls.api</code> must be set: one that is left out keeps its built-in value
and leads to another server.</p>
<p class="note">For streams over a plain <code>ws://</code> address the library's
<code>httpAgent</code> has to be given; over <code>wss://</code> nothing is needed. The folder
<code>examples/</code> of the repository has REST, streams and a market maker.</p>

<h2 id="keys">Keys</h2>
<p>Open <a href="/apiKeys">API keys</a> in the account menu. A key belongs to the account in which
it was made: in the virtual account it is a demo key, which works only below <code>/demo</code>, and
a real key works only outside of it. A key may read, or read and trade; no key can withdraw. The secret
of an HMAC key is shown once. With Ed25519 the secret stays with you: we only get the public key. The
name of a key opens nothing by itself: a listen key, which shows the events of the account, is given
unsigned only in a network in which the key was made or has signed a request in the last 30 days.</p>

<h2 id="addresses">Addresses</h2>
${addressTable(origin)}

<h2 id="signatures">Signatures</h2>
<p>The name of the key goes into the header <code>X-MBX-APIKEY</code>. Signed requests carry
<code>timestamp</code> (milliseconds) and <code>signature</code>: HMAC-SHA256 in hex, or Ed25519 in
base64, of the query and the body as they are sent, one after the other, without the parameter
<code>signature</code>. Parameters may be in the query, in the body or in both; a repeated name is
refused. A request is valid for <code>recvWindow</code> milliseconds (5000, at most 60000), and refused
if its time is more than one second ahead of ours.</p>

${conduct()}

${orderKinds()}

<h2 id="commission">Commission</h2>
<p>It is taken from what an order receives, when it is received: of a buy from the base asset, of a sell
from the quote asset. So an order for the whole balance is accepted. Of <code>quoteOrderQty</code> a buy
spends what buys whole steps of the quantity (<code>LOT_SIZE</code>); what is left is less than one step at
the last price and stays in the balance. Every fill has its <code>commission</code> and <code>commissionAsset</code>. Over the
fills of an order commission is the exact sum, rounded up once to 10<sup>−8</sup>. A buy that had traded in
part when this rule came pays in the quote asset until it ends.</p>

<h2 id="sockets">Streams and the WebSocket API</h2>
<p>Name streams in the address, or subscribe on an open socket; symbols are in lower case. The reply
comes before the first event.</p>
<pre><code>${socketOf(origin)}/demo/stream?streams=btcusdt@trade/btcusdt@depth@100ms
{"method": "SUBSCRIBE", "params": ["btcusdt@kline_1m"], "id": 1}</code></pre>
<p>Names of an address that are no streams are ignored, as clients add numbers there: LIST_SUBSCRIPTIONS
shows what is read. SUBSCRIBE refuses them. Times are in milliseconds: <code>timeUnit=MICROSECOND</code> in the
address of a socket and <code>X-MBX-TIME-UNIT: MICROSECOND</code> are refused (-1100).</p>
<p>To keep a book: read the stream and buffer its events; request <code>/api/v3/depth</code>; drop
events whose <code>u</code> is not above <code>lastUpdateId</code>; the first that is left has
<code>U</code> at most <code>lastUpdateId</code> + 1, and each one after it begins where the one
before ended, with <code>U</code> = <code>u</code> + 1. A quantity of 0 removes a level.</p>
<p>Events of an account come over the WebSocket API after
<code>userDataStream.subscribe.signature</code>, or at <code>/ws/</code> followed by a listen key. Once
the socket is open, or the subscription is answered, every event is sent: an order placed from then on
is reported. A connection has one subscription of an account; a second one is refused (-2035).</p>
<p>The WebSocket API answers most of what REST does, by the names that are shown at each address below.
The signature covers the parameters sorted by name, <code>apiKey</code> included, joined as
<code>a=b&amp;c=d</code>.</p>
<pre><code>${socketOf(origin)}/demo/ws-api/v3
{"id": 1, "method": "depth", "params": {"symbol": "BTCUSDT", "limit": 5}}</code></pre>

<h2 id="limits">Limits</h2>
<p>Every address has a weight. That of a signed request counts against the account of its key; that of a
request which anybody may send counts against the client's network, for both realms together. Answers
have what is used in <code>X-MBX-USED-WEIGHT-1M</code> and, for orders of an account, in
<code>X-MBX-ORDER-COUNT-10S</code> and <code>X-MBX-ORDER-COUNT-1D</code>.</p>
<div class="scroll"><table><thead><tr><th>Limit</th><th>Span</th><th>At most</th></tr></thead><tbody>
${Object.values(limits).map(
  ({ type, interval, intervalNum, limit }) => html`
<tr><td><code>${type}</code></td><td>${intervalNum} ${interval}</td><td class="number">${limit}</td></tr>`,
)}
</tbody></table></div>
<p>Above it the answer is 429 with <code>Retry-After</code> in seconds. An account or a network that goes
on is answered 418 for two minutes; a network's 418 is for unsigned requests only. Requests that only
cancel count against an allowance of their account,
${CANCELS_PER_MINUTE.toLocaleString('en-US')} a minute, which nobody else can use up: you can always get
out. Requests with an unknown key or a wrong signature count against the network, apart from all others.
All accounts of one network have ${ACCOUNTS_OF_NETWORK} times the weight of one together; an account that
uses little is not held up by that. On a WebSocket API connection, requests without a signature count
against the account that has signed one there. The bytes of what is read, by REST and by sockets together, are
limited too: 512 KiB a second for an account and 1 MiB for a network, on average.</p>
${socketTable()}

<h2 id="errors">Errors</h2>
<p>An error is <code>{"code": …, "msg": "…"}</code>. When the status is 504 or the connection broke,
whether an order was placed is not known: query it by its client order id.</p>
${errorTable(EXPLAINED)}
<p>Orders are refused with these, and a refused order changes nothing:</p>
${errorTable(refusedOrders())}

<h2 id="numbers">Numbers and order</h2>
<ul>
<li>Amounts are decimal text; ids are integers; times are milliseconds since the epoch.</li>
<li>Volumes and counts are of trades on our own book. Where nothing was traded, prices are those of
the index, as the web shows them, and volumes are 0.</li>
<li>Trades which one command made in a row at one price are one aggregate trade; its id is that of
its first trade.</li>
<li><code>lastUpdateId</code> of the book is the counter of the depth streams.</li>
<li>An answer to an order means that it is durable.</li>
</ul>`;
}

function socketOf(origin: string): string {
  return origin.replace(/^http/, 'ws');
}

function addressTable(origin: string): Html {
  const socket = socketOf(origin);
  const rows = [
    ['Spot', `${origin}/api/v3`, `${origin}/demo/api/v3`],
    ['Wallet and account', `${origin}/sapi/v1`, `${origin}/demo/sapi/v1`],
    ['Streams', `${socket}/ws, ${socket}/stream`, `${socket}/demo/ws, ${socket}/demo/stream`],
    ['WebSocket API', `${socket}/ws-api/v3`, `${socket}/demo/ws-api/v3`],
    ['Futures (closed)', `${origin}/fapi/v1`, `${origin}/demo/fapi/v1`],
  ];
  return html`
<div class="scroll"><table><thead><tr><th>What</th><th>Real</th><th>Virtual accounts</th></tr></thead><tbody>
${rows.map((row) => html`<tr>${row.map((cell) => html`<td><code>${cell}</code></td>`)}</tr>`)}
</tbody></table></div>`;
}

/** The meaning of each error; code, status and text are taken from the error itself. */
const EXPLAINED: readonly (readonly [ApiError, string])[] = [
  [API_ERRORS.unknown(), 'Our fault; it has been logged.'],
  [API_ERRORS.disconnected(), 'The engine does not accept commands at the moment.'],
  [API_ERRORS.timeout(), 'Whether the command was executed is not known.'],
  [
    API_ERRORS.tooManyRequests(6000, 0),
    'The limit of weight of the account or the network is used up.',
  ],
  [API_ERRORS.tooManyOrders(200, '10 SECOND', 0), 'The limit of orders of the account is used up.'],
  [API_ERRORS.timestampOutside(), 'The request is too old.'],
  [API_ERRORS.timestampAhead(), 'The clock of the client is ahead of ours.'],
  [API_ERRORS.signature(), 'The signature does not match the request.'],
  [API_ERRORS.keyFormat(), 'The header does not contain a key.'],
  [
    API_ERRORS.key(),
    'The key is unknown, of the other realm, or not allowed for this address or purpose.',
  ],
  [API_ERRORS.illegal('…', '…'), 'A value is invalid.'],
  [API_ERRORS.repeated(), 'A parameter is repeated, or there are too many.'],
  [API_ERRORS.missing('…'), 'A required parameter is missing.'],
  [API_ERRORS.unread(2, 3), 'A parameter is unknown at this address.'],
  [API_ERRORS.empty('…'), 'A parameter has no value.'],
  [API_ERRORS.symbol(), 'No market of this name is listed.'],
  [API_ERRORS.marketClosed(), 'The market does not accept orders, or does not exist yet.'],
  [API_ERRORS.notFound(), 'There is nothing at this address.'],
];

/** Why the engine refuses an order. */
const REFUSALS: Readonly<Partial<Record<OrderRefusal, string>>> = {
  marketNotOpen: 'The market opens later, or was delisted.',
  marketHalted: 'Trading is halted; orders can be cancelled.',
  invalidOrder: 'Two parameters exclude each other, or one does not belong to this type.',
  stepSize: 'The quantity is not in whole steps, too small, or too large.',
  tickSize: 'The price is not in whole ticks, or too high.',
  minNotional: 'The notional of the order is too small or too large.',
  percentPrice: 'The price is too far from the reference price.',
  tooManyStops: 'Too many stops of this market are waiting.',
  tooManyOrders: 'Too many orders of this market are open, waiting stops included.',
  tooManyOrdersInAll: 'Too many orders of all markets are open.',
  clientOrderIdInUse: 'An open order has this client order id, or a live list this id of a list.',
  noReferencePrice: 'There is no price yet.',
  triggersAtOnce: 'The stop would trigger at once.',
  noLiquidity: 'The other side of the book is empty.',
  wouldTake: 'A post-only order would trade.',
  tooManyFills: 'Fill or kill would need more fills than one order may have at once.',
  nothingToChange: 'The amendment changes nothing.',
  insufficientBalance: 'The available balance does not cover the order.',
};

function refusedOrders(): [ApiError, string][] {
  return Object.entries(REFUSALS).map(([code, meaning]) => [
    refusalError(new Refusal(code), { action: 'place' }),
    meaning,
  ]);
}

function errorTable(rows: readonly (readonly [ApiError, string])[]): Html {
  return html`
<div class="scroll"><table>
<thead><tr><th>Code</th><th>Status</th><th>Text</th><th>Meaning</th></tr></thead><tbody>
${rows.map(
  ([{ code, status, message }, meaning]) => html`
<tr><td class="number">${code}</td><td class="number">${status}</td><td>${message}</td><td>${meaning}</td></tr>`,
)}
</tbody></table></div>`;
}
