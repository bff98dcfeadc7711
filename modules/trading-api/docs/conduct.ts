import { socketLimits } from '@assay/platform/streams/socket-limits';
import { LIFE_MS, OPENS_MS, PING_EVERY_MS, SILENT_MS } from '@assay/platform/streams/sockets';
import { JOINS_MS, STREAMS_MAX } from '../streams/stream-connection.ts';
import { DEFAULT_SELF_TRADE } from '../trade/terms.ts';
import { type Html, html } from './html.ts';

/** The part of the guide about rules that a client cannot see in a request or an answer. */
export function conduct(): Html {
  return html`
<h2 id="fees">Fees</h2>
<p>The fee of a fill is taken from what is received: the buyer pays in the base asset, the seller in the
quote asset, makers and takers alike, by the rates that <code>/api/v3/account/commission</code> shows. A
buy of 1 BTC at a rate of 0.1% brings 0.999 BTC, and an order holds its notional and nothing on top. Over
all fills of an order the fee is the rate times what is received, rounded up once to 8 decimals;
<code>commission</code> and <code>commissionAsset</code> of each fill are exactly what was booked.</p>

<h2 id="self-trade">Orders of yours that meet</h2>
<p>Two orders of one account do not trade with each other unless you say so. An order without
<code>selfTradePreventionMode</code> has <code>${DEFAULT_SELF_TRADE}</code>: it expires when it would meet an
order of yours, which stays. The mode of the incoming order counts. exchangeInfo names the default, and
each order shows its mode.</p>
<p><code>DECREMENT</code> takes what would have traded off both orders: their <code>origQty</code> is smaller
from then on, and an order of which nothing is left expires. An order sent for 0.03 that meets 0.02 of your own
shows an <code>origQty</code> of 0.01. What was prevented is not kept: there is no <code>preventedQuantity</code>
or <code>preventedMatchId</code>, and <code>/api/v3/myPreventedMatches</code> is empty.</p>

<h2 id="repetition">Requests that are sent again</h2>
<p>A signed request that carries your own id is executed once: an order, an amendment or a cancellation
with <code>newClientOrderId</code>, a list with <code>listClientOrderId</code> or an id of one of its
orders. The same bytes sent again, after a lost answer for example, get the first answer, whatever has
happened to the order since. Signed again, with another <code>timestamp</code>, it is another request, and
refused as a duplicate while an order, or an order of a list, of that id is open. For <code>cancelReplace</code> the id of the new
order counts.</p>
<p>Without an id of yours each request is executed: fifty equal orders are fifty orders, and whoever
intercepts such a request can send it again while its <code>recvWindow</code> lasts. Keep the window short,
and name the orders that must not be placed twice.</p>`;
}

/** Limits of sockets, from the constants that enforce them. */
export function socketTable(): Html {
  const { connectionsPerAddress, connectionsPerNetwork, connectionsPerAccount } = socketLimits;
  const { opensPerAddress, opensPerNetwork, opensPerAccount } = socketLimits;
  const { streamsPerAddress, streamsPerNetwork, streamsPerAccount } = socketLimits;
  const { messagesPerSecond, messageBytes, closeBytes } = socketLimits;
  const opens = (max: number) => `${number(max)} in ${spanOf(OPENS_MS)}`;
  const rows: readonly (readonly [string, string])[] = [
    ['Connections of an address at once', number(connectionsPerAddress)],
    ['Connections of a network at once', number(connectionsPerNetwork)],
    ['New connections of an address', opens(opensPerAddress)],
    ['New connections of a network', opens(opensPerNetwork)],
    [
      'Connections with a listen key in the address, counted by account and not above',
      `${number(connectionsPerAccount)} at once, ${opens(opensPerAccount)} new`,
    ],
    ['Messages and pings on a stream connection', `${number(messagesPerSecond)} a second`],
    ['Messages to the WebSocket API', 'by their weight, as requests'],
    ['Streams of a connection', number(STREAMS_MAX)],
    ['Streams of an address, on all its connections', number(streamsPerAddress)],
    ['Streams of a network', number(streamsPerNetwork)],
    ['Streams of an account, on connections with its listen key', number(streamsPerAccount)],
    ['New streams of a connection', `${number(STREAMS_MAX)} in ${spanOf(JOINS_MS)}`],
    ['Length of a message', `${number(messageBytes / 1024)} KiB`],
    ['Unread data, before the socket is closed with 4008', `${number(closeBytes / 1024)} KiB`],
    ['A ping from us', `every ${spanOf(PING_EVERY_MS)}`],
    ['Silence, before the socket is closed', spanOf(SILENT_MS)],
    ['Life of a connection', spanOf(LIFE_MS)],
  ];
  return html`
<div class="scroll"><table><thead><tr><th>Of sockets</th><th>At most</th></tr></thead><tbody>
${rows.map(([what, most]) => html`<tr><td>${what}</td><td class="number">${most}</td></tr>`)}
</tbody></table></div>
<p>Beyond these a connection is refused with 429, or closed with a code of its own. 1012 means that events
may be missing: connect again and start over. No event is ever left out on a connection that stays open.</p>`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function spanOf(ms: number): string {
  if (ms >= HOUR_MS) return `${ms / HOUR_MS} hours`;
  return ms > MINUTE_MS ? `${ms / MINUTE_MS} minutes` : `${ms / 1000} seconds`;
}
