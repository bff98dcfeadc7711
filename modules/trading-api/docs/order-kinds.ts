import { type Html, html } from './html.ts';

/** The part of the guide about kinds of orders: what differs here, and what is easily missed. */
export function orderKinds(): Html {
  return html`
<h2 id="orders">Kinds of orders</h2>
<p>A stop waits for the price of the last trade, as clients expect. Where trades are rare, that price
may be old: with <code>triggerSource=MARK_PRICE</code> (a parameter of ours, for every order with a
<code>stopPrice</code> and for the stop of a list) the order waits for the mark price instead, which is
the index price kept between the best bid and the best ask. Answers and events name the source where it
is not the last price. A stop that is beyond its trigger by the price of its source is refused when it
is placed.</p>
<p><code>order/amend/keepPriority</code> makes a waiting stop smaller, too.</p>
<p>With <code>icebergQty</code> an order with a price shows a part of itself, and the next part, at the
end of its price, when that has traded. It must be good till cancelled, and have no more parts than the
filter <code>ICEBERG_PARTS</code> says. Of two orders of which one cancels the other, each shows all of itself.</p>
<p><code>trailingDelta</code>, in basis points, makes a stop a trailing one: it fires when the last price has
come back by so much from its best since the order follows it, which is from <code>stopPrice</code> on, or from
the start where there is none. The filter <code>TRAILING_DELTA</code> bounds it. A market order holds, and
pays, no more than at its first trigger. Orders of a list cannot trail.</p>
<p><code>orderList/oco</code> places two orders around the price: one to take profit, which rests
(<code>LIMIT_MAKER</code>) or waits for its price (<code>TAKE_PROFIT</code>,
<code>TAKE_PROFIT_LIMIT</code>), and a stop. The first of them that trades or fires ends the other.</p>
<p><code>orderList/oto</code> and <code>orderList/otoco</code> place an order and one, or a pair, that are
placed once all of it is filled. Until then these are <code>PENDING_NEW</code> and hold nothing: if the
account cannot pay for them when their turn comes, or the price has gone past them, they end as
<code>REJECTED</code>, and the event says why. Mind the fee: it is taken from what the first order buys, so
an order that is to sell it all sells a little less. Cancelling one that waits cancels its list.</p>`;
}
