import type { Section } from '../rules.ts';
import { type Default, written } from './entry.ts';

let order = 0;
function article(
  section: Section,
  key: string,
  title: string,
  lead: string,
  text: string,
): Default {
  order += 10;
  return written('help', key, { title, lead, text, section, order });
}

/** The help centre. */
export const help: readonly Default[] = [
  article(
    'start',
    'open-an-account',
    'Open an account',
    'An e-mail address or a phone number, a code, a password.',
    `
1. Go to [Register](/register) and choose your country. It cannot be changed afterwards.
2. Enter your address or number, and the code that is sent to it. It is valid for five minutes.
3. Choose a password of ten characters or more. Common ones are refused, and there are no other
   rules: a few words that you make up are good.
4. Read the [user agreement](/agrt) and tick it.

An invitation code is optional, unless the form says otherwise.
`,
  ),
  article(
    'start',
    'virtual-account',
    'Practise in the virtual account',
    'The same rules with play money, without a registration.',
    `
Choose *Practise* on the home page. You get 100,000 USDT of play money on books of their own, which
never mix with the real ones. The violet line above each page says where you are.

The account belongs to this browser. Register, and it belongs to you. You can reset it to its first
balance at any time; that cancels its open orders.
`,
  ),
  article(
    'start',
    'verification',
    'Verify who you are',
    'Three levels, what each asks for, and how long it takes.',
    `
- **Junior**: nationality, kind and number of a document, and your name.
- **Senior**: pictures of both sides of that document, and one of you with your signature.
- **Address**: where you live, and a bill that shows it.

Pictures are JPG or PNG, under 8 MB, sharp and unedited. You begin at
[Verification](/authentication), where each level says what it unlocks. One member of staff approves;
to refuse you takes two, and you see the reason for each field. Send again only what was
objected to.

The same page lists who looked at your documents, when and why.
`,
  ),
  article(
    'security',
    'second-factor',
    'Set up a second factor',
    'Passkey, authenticator app, recovery codes.',
    `
Open [Security](/setting/security).

- A **passkey** is kept by your phone, computer or security key. It cannot be given to a false site,
  so it is the best of them. You can log in with it alone.
- An **authenticator app** shows six digits that change twice a minute.
- **Recovery codes** are shown once. Write them down, on paper.

Add two passkeys, or one and an app, so that a lost phone does not lock you out. After a factor was
removed, withdrawals wait for a day.
`,
  ),
  article(
    'security',
    'not-me',
    'Something happened that was not you',
    'Freeze first, then look.',
    `
1. Open the link *This was not me* in the mail. It needs no log-in and does one thing: no money leaves
   the account.
2. Change your password. That ends every other session.
3. Look through [sessions](/setting), [API keys](/apiKeys) and the [account log](/deallog). End what
   you do not know.
4. Lift the freeze at [Security](/setting/security) with your second factor.
`,
  ),
  article(
    'security',
    'false-messages',
    'Tell false messages from ours',
    'Three things that we never do.',
    `
We never ask for a password, a code or a key. We never ask you to send coins so that something is
unlocked. We never write first in a messenger.

Choose an anti-phishing word at [Security](/setting/security). A mail without it is not from here.
Look at the address in the browser before you type a password; a passkey does that for you.
`,
  ),
  article(
    'trading',
    'orders',
    'Kinds of orders',
    'Limit, market, stop, and two that depend on each other.',
    `
| Order | What it does |
|---|---|
| Limit | trades at your price or a better one; the rest waits in the book |
| Market | takes what is there, within a bound of the price that protects you |
| Stop limit | becomes a limit order when its trigger is reached |
| Stop market | becomes a market order when its trigger is reached |
| OCO | a limit and a stop of which one cancels the other |

A stop can follow the price (*trailing*). *Post only* refuses an order that would trade at once;
*immediate or cancel* drops what does not trade at once; *fill or kill* trades all of it or nothing.

The ticket shows what an order would cost and the worst that it can fill at before you send it.
`,
  ),
  article(
    'trading',
    'fees',
    'Fees',
    'A share of what you receive; nothing else.',
    `
A buyer's fee is taken from the coins that are bought, a seller's from the money. It begins at 0.10 %
for both sides and falls with your volume of thirty days. The rate of your account stands in the
ticket, and each fill in your history shows its fee.

Orders that wait cost nothing, nor does cancelling. Fees round down to the smallest unit: in your
favour.
`,
  ),
  article(
    'trading',
    'house',
    'The house in the book',
    'Why there is always somebody to trade with, and who it is.',
    `
The house keeps orders around the index price in every book. They are marked: each level shows how
much of it is the house's. They obey the same rules, wait in the same line, and are withdrawn when
the sources of the price stop.

Its accounts are public. What it gains by its spread, and what it loses, everybody can see.
`,
  ),
  article(
    'trading',
    'prices',
    'Where prices come from',
    'An index of several sources, and a record of each tick.',
    `
The index of a coin is a weighted median of exchanges. A source that is stale or far from the others
is left out, and the reason is kept. Each tick is in a chain of hashes with the quotes that it was
made of.

Where a server makes its prices itself, or plays back old ones, every page that shows a price says
so.
`,
  ),
  article(
    'trading',
    'price-alerts',
    'Price alerts',
    'One message, when a price is reached or a day moves far.',
    `
Set an alert at [Price alerts](/alerts), or from the menu of a chart: when a price rises to, or falls
to, what you say, or when it changes by a percentage within a day. It fires once and is then kept in
the list with the price that fired it.

You choose how it reaches you at [My messages](/news): in the app, by e-mail, or by the browser, also
when this site is closed.
`,
  ),
  article(
    'money',
    'holds',
    'What is held, and why',
    'Open orders hold what they may still cost.',
    `
A buy order holds its price times its quantity, a sell order its quantity. When it fills at a better
price, or is cancelled, the rest is free at once. *Available* is what you can use now; *held* is
named order by order on the trading page.
`,
  ),
  article(
    'money',
    'deposits',
    'Deposits and withdrawals',
    'How money comes in and goes out, and where its rules stand.',
    `
Coins come in at an address of your own: [Deposit](/recharge) shows it with its network, the least
amount and the confirmations that it waits for. Nobody can give you another address to send coins
to: whoever does is not us. What you pay by bank becomes coins by a
[quick purchase](/kjmbSelect).

Money goes out on [Withdraw](/money), to an address or a bank account of yours. Its fees, its limits
of a day, its hours, and what is held after a change of security stand in
[how you get your money out](/withdrawalRules), which you confirm before the first deposit. Fees are
taken out of the amount; nobody ever has to pay something in to take something out.
`,
  ),
  article(
    'programs',
    'api-keys',
    'API keys',
    'For programs that trade for you, with no right to withdraw.',
    `
Make a key at [API keys](/apiKeys). Its secret is shown once. Give it the addresses that it may be
used from, and only the right to read if that is all it needs. No key can ever withdraw: there is no
such right.

The [API reference](/docs) lists every call. Programs that were written for the largest exchanges
work with a changed address.
`,
  ),
  article(
    'programs',
    'receipts',
    'Check a receipt',
    'Recompute what happened to your order, without trusting us.',
    `
Each command has a sequence number and a hash: its receipt. At [Check a receipt](/verify) your browser
computes the path from it to a signed head of the record. If we had changed, left out or inserted a
command, it would not fit.

Keep receipts of what matters to you. Your browser remembers heads that it has seen, and warns you if
the record is ever rewritten.
`,
  ),
];
