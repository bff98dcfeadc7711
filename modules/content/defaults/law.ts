import { type Default, written } from './entry.ts';

const agreement = written('text', '3', {
  title: 'User agreement',
  lead: 'What you and whoever runs this server owe each other, in plain words.',
  order: 1,
  text: `
## Who may open an account

One person, one account, in a country where the law lets you trade what is offered here. What you
say of yourself must be true. The country you choose cannot be changed afterwards.

## Your password and your keys

Whoever has them acts as you. Keep them to yourself, and end sessions and API keys that you do not
know. What was ordered with them before you ended them stays ordered.

## The virtual account

It trades with play money on a book of its own. Nothing in it can be paid out, and its results say
little about what you would have won or lost.

## Orders and trades

An order is placed when we confirm it, and by then it is stored. Orders trade by price, then by
time, at the price of the order that was there first. A trade is not undone, by you or by anybody
who works here.

## The house trades too

It keeps orders in every book so that there is somebody to trade with. They are ordinary orders of a
public account, each level of a book shows how much of it is the house's, and they have no
precedence.

## Prices

Index prices come from named sources by a published rule, and each keeps the quotes it was made of.
Where prices are simulated or replayed, every page that shows them says so.

## Fees

Each trade costs a share of what you receive, taken from it: coins when you buy, money when you
sell. The share follows from the published schedule and your volume of thirty days. The ticket shows
the fee before you order, the statement shows what was charged. There are no other charges.

## What is held

An open order holds what it may still cost, and no more; its fee comes out of what you receive. What
is not needed any more is free at once.

## Halts

Whoever runs this server can halt a market for a few hours when something is wrong with it. The
reason and the end are shown. Your orders stay as they are, and you can cancel them meanwhile.

## Risk

Prices of coins can fall to nothing within hours. A stop may fill at a worse price than its trigger,
or not at all. Trade only with what you can lose, and read the [disclosure of risks](/text?id=risk).

## What is not allowed

To trade with yourself under several names, to agree on prices with others, to use what is not
yours, or to keep others from using this server. Accounts that do are closed to new orders; what is
in them stays yours.

## Changes of this agreement

Each change is a new edition with its date, made by two people, and the earlier ones can be read at
[User agreement](/agreement). Your acceptance names the edition that you were shown.

## If you think something is wrong

Each of your commands has a number and a hash in the record of all commands. With it you can
[show](/verify) what was ordered, when, and what came of it, whatever a screen says.
`,
});

const privacy = written('text', '5', {
  title: 'Privacy policy',
  lead: 'What this server knows of you, what for, and for how long.',
  order: 2,
  text: `
## Your account

Your e-mail address or phone number, your country, when you registered, and who invited you. Your
password is not kept: only a hash of it, made so that it cannot be turned back.

## Sessions and security

Of each session: when it began, when it was last used, the address it came from, and what browser it
was. Of its token only a hash is stored. Everything that happens to the security of your account is
kept in its log with place and device, so that you can see what was not you.

## Codes and failed attempts

They are kept for two days, because they stop others from guessing their way into your account.

## Documents

What you send to prove who you are is encrypted with a key of its own for each picture. Each look at
it by staff is recorded before it happens, and shown to you with its reason. Pictures of a refused
try are destroyed after some weeks; approved ones are kept as long as the law asks.

## Orders, trades and movements of money

They are kept for good. The books must add up, and whoever traded with you has a right to the proof.
Others see price, quantity and time of a trade, never whose it was.

## In your browser

Your session, your language, how the screen looks, and favourites you chose before you logged in.
One cookie belongs to the session; there is none for anything else, and nothing from other servers
is loaded.

## Who else gets it

Nobody, but the mail server and the gateway of phones through which messages are sent, and, if you
switch them on, the makers of your browser, who pass on notifications that they cannot read.

## What you can ask for

A copy of everything that is stored about you, and deletion, both on the page
[Security](/setting/security). What the law or an open balance keeps is named there, and until when.
`,
});

const risk = written('text', 'risk', {
  title: 'Disclosure of risks',
  lead: 'What can go wrong, said before it does.',
  order: 3,
  text: `
## You can lose all of it

The price of a coin can fall by half in an hour and to nothing in a day. There is no insurance of
deposits and no scheme that would pay you back. Do not trade with money that you need, and never
with borrowed money.

## Past prices promise nothing

Charts and indicators show what was. None of them knows what will be, and whoever sells you a
certain gain is lying to you.

## Orders do what they say, not what you hoped

A market order takes the prices that are there, which may be worse than the last one. A stop fires
when its trigger is reached and then trades like any other order: in a fast market it can fill far
from its trigger. A limit order may never fill at all.

## Markets can be halted

When the sources of a price stop, disagree or make no sense, quotes are withdrawn, and trading can
stop for hours. You may not be able to sell when you want to.

## The house may be on the other side

It quotes in every book so that there is somebody to trade with. What it gains from your trade is
its spread, and what you lose to it is shown in its public account. It cannot see your orders before
they are in the book, and cannot move a price.

## Coins have risks of their own

A chain can split, stop or be attacked; a stablecoin can lose its value; a project can be abandoned;
a law can forbid in your country what was allowed yesterday.

## Security is shared

We keep what we hold safe, and say how. Whoever has your password and your second factor can trade
as you. Nobody who works here will ever ask you for a password, a code or a key.

## Practise first

The virtual account trades on the same rules with play money. That nothing can be lost in it is also
why its results mean little.
`,
});

/** Texts of law; a change of one takes two people. */
export const law: readonly Default[] = [agreement, privacy, risk];
