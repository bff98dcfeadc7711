import { BrokenInvariant } from '@assay/core/num/integer';
import { type RowOf, record } from '@assay/core/schema/record';
import type pg from 'pg';
import type { Fact, Machine, Outcome, RowReader, RowWriter, Turn } from '../machine.ts';
import { loadRows } from '../tables/load.ts';
import { itemWriters } from '../tables/writers.ts';

const bank = record({
  table: 'bank',
  key: ['account'],
  fields: { account: { type: 'text' }, amount: { type: 'bigint', changes: true } },
});
const bankMove = record({
  table: 'bank_move',
  key: [],
  fields: { seq: { type: 'bigint' }, account: { type: 'text' }, amount: { type: 'bigint' } },
});

declare module '@assay/core/schema/registry' {
  interface Facts {
    bankMoved: {
      readonly type: 'bankMoved';
      readonly seq: number;
      readonly account: string;
      readonly amount: number;
    };
  }
}

/**
 * The smallest machine that has everything an engine must handle: balances that may not go below
 * zero, refusals, rows of two kinds, facts, a rule that breaks and rows that cannot be written.
 */
export class BankMachine implements Machine {
  readonly name = 'bank';
  readonly balances = new Map<string, number>();
  readonly rules = {
    deposit: (body: { account: string; amount: number }, turn: Turn) => this.#deposit(body, turn),
    move: (body: { from: string; to: string; amount: number }, turn: Turn) =>
      this.#move(body, turn),
    /** Changes a balance, then notices that something is wrong. */
    breakRule: (body: { account: string }): Outcome => {
      this.balances.set(body.account, 1_000_000);
      throw new BrokenInvariant('the rule broke');
    },
    /** Is accepted, but its rows cannot be made (`throw`), or the database does not take them. */
    breakRows: (body: { how: 'throw' | 'reject' }): Outcome => {
      this.#broken = body.how;
      return { how: body.how };
    },
  };
  readonly tables = [bank, bankMove];
  readonly writers: readonly RowWriter[] = [
    itemWriters<typeof bank, string>(bank, {
      account: (account) => account,
      amount: (account) => this.balances.get(account) ?? 0,
    }).upsert(() => this.#takeChanged()),
    itemWriters<typeof bankMove, RowOf<typeof bankMove>>(bankMove, {
      // The table takes no command below 1.
      seq: ({ seq }) => (this.#broken === 'reject' ? -1 : seq),
      account: ({ account }) => account,
      amount: ({ amount }) => amount,
    }).insert(() => this.#takeMoves()),
  ];
  #changed = new Set<string>();
  #moves: RowOf<typeof bankMove>[] = [];
  #facts: Fact[] = [];
  #broken: 'throw' | 'reject' | null = null;

  async load(reader: RowReader): Promise<void> {
    await loadRows(reader, bank, ({ account, amount }) => this.balances.set(account, amount));
  }

  takeFacts(): Fact[] {
    const facts = this.#facts;
    this.#facts = [];
    return facts;
  }

  digest(write: (line: string) => void): void {
    for (const account of [...this.balances.keys()].sort()) {
      write(`${account} ${this.balances.get(account)}`);
    }
  }

  audit(): void {
    for (const [account, amount] of this.balances) {
      if (amount < 0) throw new BrokenInvariant(`${account} is below zero`);
    }
  }

  #deposit({ account, amount }: { account: string; amount: number }, turn: Turn): Outcome {
    if (!Number.isSafeInteger(amount) || amount <= 0) return { refusal: 'badAmount' };
    return { balance: this.#add(account, amount, turn) };
  }

  #move(body: { from: string; to: string; amount: number }, turn: Turn): Outcome {
    const available = this.balances.get(body.from) ?? 0;
    if (available < body.amount) {
      return { refusal: 'insufficient', detail: { available: String(available) } };
    }
    this.#add(body.from, -body.amount, turn);
    return { balance: this.#add(body.to, body.amount, turn) };
  }

  #add(account: string, amount: number, { seq }: Turn): number {
    const balance = (this.balances.get(account) ?? 0) + amount;
    this.balances.set(account, balance);
    this.#changed.add(account);
    this.#moves.push({ seq, account, amount });
    this.#facts.push({ type: 'bankMoved', seq, account, amount });
    return balance;
  }

  #takeChanged(): string[] {
    if (this.#broken === 'throw') throw new Error('rows cannot be made');
    const accounts = [...this.#changed];
    this.#changed.clear();
    return accounts;
  }

  #takeMoves(): RowOf<typeof bankMove>[] {
    const moves = this.#moves;
    this.#moves = [];
    return moves;
  }
}

/** Makes the machine's tables in the connection's schema. */
export async function createBankTables(client: Pick<pg.Client, 'query'>): Promise<void> {
  await client.query(`CREATE TABLE bank (account text PRIMARY KEY, amount bigint NOT NULL);
    CREATE TABLE bank_move (seq bigint NOT NULL CHECK (seq > 0), account text NOT NULL,
                            amount bigint NOT NULL)`);
}
