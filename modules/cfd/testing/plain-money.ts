import { min, type PlainAccount, type Purse } from './plain-values.ts';

/** How the plain model moves money: what a wallet cannot pay, and what the house cannot. */
export class PlainMoney {
  readonly accounts = new Map<number, PlainAccount>();
  readonly #purse: Purse;

  constructor(purse: Purse) {
    this.#purse = purse;
  }

  lose(user: number, amount: bigint): void {
    const paid = min([amount, this.#purse.get(user)]);
    this.#purse.add(user, -paid);
    this.#purse.add('house', paid);
    this.account(user).deficit += amount - paid;
  }

  gain(user: number, amount: bigint, at: number): void {
    let left = amount;
    for (const from of ['house', 'insurance'] as const) {
      const paid = min([left, this.#purse.get(from)]);
      this.#purse.add(from, -paid);
      this.#purse.add(user, paid);
      left -= paid;
    }
    const account = this.account(user);
    if (left > 0n) {
      if (account.owed === 0n) account.owedSince = at;
      account.owed += left;
    }
    this.setOff(user, amount - left);
  }

  setOff(user: number, paid: bigint): void {
    const account = this.account(user);
    const due = min([paid, account.deficit]);
    account.deficit -= due;
    this.lose(user, due);
  }

  account(user: number): PlainAccount {
    const none = {
      ...{ netted: false, deficit: 0n, owed: 0n, owedSince: 0, level: 0, endangered: 0 },
      closeOut: 50n,
    };
    const account = this.accounts.get(user) ?? { ...none, held: 0n };
    this.accounts.set(user, account);
    return account;
  }
}
