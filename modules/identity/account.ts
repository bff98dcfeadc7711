import { InvalidInput, type Refusal, refuse } from '@assay/core/schema/outcome';
import type { CallContext } from '@assay/platform/http/context';
import { isCountry, normalPhone } from './countries.ts';
import type { Parts } from './parts.ts';
import { normalEmail } from './rules/index.ts';
import type { AccountKind } from './schema/index.ts';
import type { Person } from './store/people.ts';

/** How a person is reached, in normal form. */
export interface Account {
  readonly kind: AccountKind;
  /** E.164 or a lower-case address. */
  readonly value: string;
}

/** Reads the account of an input; without `kind`, an "@" makes it an e-mail address. */
export function readAccount(input: {
  kind?: AccountKind | undefined;
  account: string;
  country?: string | undefined;
}): Account | InvalidInput {
  if (input.country !== undefined && !isCountry(input.country)) {
    return new InvalidInput({ country: ['country'] });
  }
  const kind = input.kind ?? (input.account.includes('@') ? 'email' : 'phone');
  if (kind === 'email') {
    const value = normalEmail(input.account);
    return value === null ? new InvalidInput({ account: ['email'] }) : { kind, value };
  }
  const needsCountry = input.country === undefined && !input.account.trim().startsWith('+');
  if (needsCountry) return new InvalidInput({ country: ['country'] });
  const value = normalPhone(input.account, input.country);
  return value === null ? new InvalidInput({ account: ['phone'] }) : { kind, value };
}

/** As `readAccount`, for calls that send a code: refuses phones where none can be reached. */
export function readReachable(
  parts: Pick<Parts, 'phoneAvailable'>,
  input: Parameters<typeof readAccount>[0],
): Account | InvalidInput | Refusal<'phoneUnavailable'> {
  const account = readAccount(input);
  if (account instanceof InvalidInput || account.kind === 'email') return account;
  return parts.phoneAvailable ? account : refuse('phoneUnavailable');
}

/**
 * Sends one of the texts `mail.<name>Subject/Text/Sms` to an account. Whose account it is, is known
 * by the word that they have set: it leads the text.
 */
export function notify(
  parts: Pick<Parts, 'mailer' | 'messages' | 'siteName'>,
  account: Account,
  name: string,
  lang: string,
  details: Readonly<Record<string, string>> = {},
  person: Pick<Person, 'phishingCode'> | null = null,
): void {
  const { mailer, messages, siteName } = parts;
  const values = { site: siteName, ...details };
  const text = (key: string) => messages.text(lang, `mail.${name}${key}`, values);
  const kind = account.kind === 'email' ? 'email' : 'sms';
  const word = person?.phishingCode ?? '';
  const lead = word === '' ? '' : messages.text(lang, 'mail.word', { word });
  const content = text(kind === 'email' ? 'Text' : 'Sms');
  mailer.send({
    kind,
    recipient: account.value,
    subject: text('Subject'),
    content: lead === '' ? content : `${lead}${kind === 'email' ? '\n\n' : ' '}${content}`,
  });
}

/** The language that a request asks for, to be kept; empty when it is none. */
export function languageIn({ wantedLang }: Pick<CallContext, 'wantedLang'>): string {
  return /^[a-z]{2}$/.test(wantedLang) ? wantedLang : '';
}

/**
 * In which language a message is written that the person does not wait for: theirs, whoever made
 * the request. English where it has no such text.
 */
export function languageOf({ language }: Pick<Person, 'language'>): string {
  return language === '' ? 'en' : language;
}

/** Sends a person the text `key`, in their language. */
export function note(
  parts: Parameters<typeof notify>[0],
  account: Account,
  person: Pick<Person, 'language' | 'phishingCode'>,
  key: string,
  details?: Readonly<Record<string, string>>,
): void {
  const lang = languageOf(person);
  const what = parts.messages.text(lang, key, details);
  notify(parts, account, 'note', lang, { what }, person);
}

/** Where a person is reached, the e-mail address first; nowhere for visitors. */
export function accountsOf({ email, phone }: Person): Account[] {
  const accounts: Account[] = [];
  if (email !== null) accounts.push({ kind: 'email', value: email });
  if (phone !== null) accounts.push({ kind: 'phone', value: phone });
  return accounts;
}

/** The account that messages go to: the e-mail address, else the phone; null for visitors. */
export function accountOf(person: Person): Account | null {
  return accountsOf(person)[0] ?? null;
}
