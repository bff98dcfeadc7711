import { DAY, HOUR } from '@assay/core/time';
import {
  registerPerson,
  sessionOf,
  startIdentity,
  wideLimits,
} from '../../identity/identity.suite.ts';
import { callProved, type Session } from '../../identity/security.suite.ts';
import { walletMessages, walletMigrations } from '../index.ts';
import { type Rules, SHIPPED } from '../rules/index.ts';
import { type AddressBook, createAddressBook } from './index.ts';

export { DAY, HOUR };
export const CHAIN = 31_337;

/**
 * The book with identity behind a real server, on a database of its own; the clock is the test's.
 */
export async function startBook() {
  let book: AddressBook | undefined;
  const history: Rules[] = [SHIPPED];
  const bench = await startIdentity({
    limits: { ...wideLimits, withdrawalAddress: {} },
    dependent: {
      migrations: walletMigrations(),
      start: async ({ database, identity, messages }) => {
        messages.add(walletMessages);
        book = createAddressBook({
          ...{ database, identity, rules: () => history },
          networks: () => [{ chainId: CHAIN, chain: 'A test', asset: 'USDT' }],
        });
        return book.calls;
      },
    },
  });
  const add = (by: Session, fields: object) => callProved(bench, by, 'addAddress', asked(fields));
  const listed = async (by: Session) => (await bench.client.get('getAddresses', {}, by)).data;
  return { ...bench, book: book!, history, add, listed };
}

export const asked = (fields: object) => ({
  ...{ asset: 'USDT', chainId: CHAIN, memo: '', remark: '', despite: false },
  ...fields,
});

export type BookBench = Awaited<ReturnType<typeof startBook>>;

export async function newPerson(bench: BookBench, account: string) {
  const { info, ...session } = await registerPerson(bench, account);
  bench.clock.advance(61_000);
  const userId: number = info.userId;
  return { ...session, userId };
}

export const visitorOf = async (bench: BookBench) =>
  sessionOf(await bench.client.post('tempLogin', {}, { browser: true }));
