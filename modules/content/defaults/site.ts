import { type Default, written } from './entry.ts';

const company = written('text', '1', {
  title: 'Company profile',
  lead: 'Who runs this server.',
  text: `
This server runs Assay, software for an exchange whose prices, fills and balances everybody can
check.

**Whoever runs it has not written about themselves yet.** Until they have, you do not know who they
are: practise in the virtual account, and trust them with nothing else. What has to stand here is
their legal name, where they are registered and under which number, who licenses them or that nobody
does, and an address.

## What does not depend on who they are

- The record of all commands is a chain that cannot be changed unnoticed. Its heads are signed and
  [public](/verify).
- Figures on the home page are counted from what is stored. Nobody can enter them.
- The balances of the house are public, and so is what it gains.
`,
});

const about = written('text', 'about', {
  title: 'About Assay',
  lead: 'An exchange that can be checked by the people it concerns.',
  text: `
Assay matches orders, keeps the books, and shows its work. An assayer weighs what others call gold:
that is what this software does with prices, fills and balances, and what it lets you do with ours.

## How it works

- **One record.** Every order, price and movement of money is a numbered command. The record is a
  chain of hashes, and what is stored is compared with it all the time.
- **Prices with their sources.** An index keeps the quotes that it was made of, and why one was left
  out.
- **Money in whole numbers.** Amounts are integers of a hundred-millionth. No fraction is lost, and
  each rounding has a written direction.
- **Nobody moves a price.** There is no switch for staff that sets a price, a fill or a balance.
  What is against a customer takes two people.

## Where to look

- [Check a receipt](/verify) of your own
- [Help centre](/help)
- [API reference](/docs) for programs
- [Disclosure of risks](/text?id=risk)
`,
});

const security = written('text', 'security', {
  title: 'Security',
  lead: 'What guards your account and your money here, and what you can do yourself.',
  text: `
## What we do

- Passwords are hashed with Argon2 and a key that is not in the database.
- A session has two halves. One of them is a cookie that scripts cannot read, so that a stolen token
  alone opens nothing.
- What touches security or money asks for a second factor again, for exactly that action.
- After a change that a thief would make first, withdrawals wait for a day.
- Documents are encrypted one by one, and you see who looked at them.
- The record of all commands is a chain, checked by a second program all the time. If it breaks,
  trading stops before anything is written.

## What you can do

- Add a [passkey or an authenticator app](/setting/security), and keep the recovery codes on paper.
- Choose an anti-phishing word: each of our mails then shows it.
- Look through your sessions now and then, and end those that are not yours.
- Lock your settings for some days when you travel. Nobody can lift that lock, also not our staff.
- If something is not you, freeze the account first, from the link in the mail or from
  [Security](/setting/security).

## What we never do

Nobody who works here asks for your password, a code, or a key, in a mail, by phone or in a chat.
Security questions never unlock anything. There is no payment by which an account is unlocked.
`,
});

const download = written('text', 'download', {
  title: 'Assay on your phone',
  lead: 'The site is the app: it can be installed from the browser, and there is nothing to trust beside it.',
  text: `
## On a phone

1. Open this site in the phone's browser: point its camera at the code on this page.
2. Choose *Add to home screen* from the browser's menu.
3. Open it from there. It is the same account, on the same server.

## On a computer

Chromium, Edge and Chrome show an icon for installing in the address bar.

## There is no other app

We publish none in any store, and no file to install. Whoever sends you one wants your password.
`,
});

/** Texts about the site. */
export const site: readonly Default[] = [company, about, security, download];
