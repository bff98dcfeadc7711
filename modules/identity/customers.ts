import { InvalidInput } from '@assay/core/schema/outcome';
import { readAccount } from './account.ts';
import type { People } from './store/people.ts';

/** What is known of a registered person. What they have not given is empty. */
export interface Customer {
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string;
  readonly country: string;
  readonly createdAt: number;
}

/** Registered people, for staff. */
export function customersOf(people: People) {
  return {
    customer: async (userId: number) => {
      const person = await people.byId(userId);
      if (person === null || person.demoOnly) return null;
      const { name, email, phone, country, createdAt } = person;
      return { name, email: email ?? '', phone: phone ?? '', country, createdAt };
    },
    isOpen: async (userId: number) => {
      const person = await people.byId(userId);
      return person !== null && !person.demoOnly && person.closedAt === null;
    },
    findCustomer: async (written: string) => (await findPerson(people, written))?.userId ?? null,
  };
}

/** A number of ours is written with digits alone, a phone number with its +. */
async function findPerson(people: People, written: string) {
  const isNumber = /^#?[1-9][0-9]{0,14}$/.test(written);
  const account = isNumber ? null : readAccount({ account: written });
  if (account instanceof InvalidInput) return null;
  const person =
    account === null
      ? await people.byId(Number(written.replace('#', '')))
      : await people.byAccount(account.kind, account.value);
  return person === null || person.demoOnly ? null : person;
}
