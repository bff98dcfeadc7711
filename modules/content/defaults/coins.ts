import { type Default, written } from './entry.ts';

/** What each coin is, in one or two sentences that stay true. */
const COINS: readonly (readonly [symbol: string, name: string, text: string])[] = [
  [
    'BTC',
    'Bitcoin',
    `The first cryptocurrency, running since January 2009. Its blocks are secured by proof of work, and
no more than 21 million will ever exist.`,
  ],
  [
    'ETH',
    'Ethereum',
    `A chain that runs programs, live since 2015. Since 2022 its blocks are secured by stakes of ether
instead of proof of work. Its supply has no fixed limit; a part of each fee is destroyed.`,
  ],
  [
    'BNB',
    'BNB',
    `The coin of BNB Chain, begun in 2017 by an exchange that still leads it. Fees of that chain are paid
in it, and its supply is reduced by regular burns.`,
  ],
  [
    'SOL',
    'Solana',
    `The coin of Solana, a chain live since 2020 that orders transactions by a clock of hashes and is
secured by stake. The network has stopped several times in its first years.`,
  ],
  [
    'XRP',
    'XRP',
    `The coin of the XRP Ledger, live since 2012, whose validators agree without mining. All 100 billion
were made at the start; the company Ripple holds a large share.`,
  ],
  [
    'ADA',
    'Cardano',
    `The coin of Cardano, a chain secured by stake, live since 2017 and developed along published
research. At most 45 billion will exist.`,
  ],
  [
    'DOGE',
    'Dogecoin',
    `Begun as a joke in 2013 and still running, secured by proof of work together with Litecoin. Five
billion new coins are made every year, without an end.`,
  ],
  [
    'TRX',
    'TRON',
    `The coin of TRON, a chain live since 2018 whose blocks are made by elected representatives. It
carries a large part of all transfers of USDT.`,
  ],
  [
    'LTC',
    'Litecoin',
    `A fork of Bitcoin's software from 2011 with faster blocks and another function for its proof of
work. No more than 84 million will exist.`,
  ],
  [
    'DOT',
    'Polkadot',
    `The coin of Polkadot, live since 2020: one chain that secures many others by stake, and lets them
exchange messages.`,
  ],
  [
    'LINK',
    'Chainlink',
    `The token that pays for Chainlink, a network since 2019 that brings data, above all prices, to
programs on chains. One billion exist.`,
  ],
  [
    'AVAX',
    'Avalanche',
    `The coin of Avalanche, live since 2020 and secured by stake, on which others can run chains of their
own. At most 720 million will exist; fees are destroyed.`,
  ],
  [
    'USDT',
    'Tether',
    `A token that the company Tether promises to redeem for one US dollar, issued since 2014 on many
chains. Its value depends on that company and its reserves, and it can be frozen by it.`,
  ],
];

/** Profiles of coins, under the key `coin-btc`. */
export const coins: readonly Default[] = COINS.map(([symbol, name, text], order) =>
  written('coin', `coin-${symbol.toLowerCase()}`, { title: name, lead: symbol, text, order }),
);
