import { BrokenInvariant } from '@assay/core/num/integer';
import type pg from 'pg';
import type { Fact, Machine, Outcome, RowReader, RowWriter, Turn } from '../machine.ts';
import { numberArray, textArray } from '../machine.ts';

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
  readonly writers: readonly RowWriter[] = [
    {
      sql: `INSERT INTO bank (account, amount) SELECT * FROM unnest($1::text[], $2::bigint[])
            ON CONFLICT (account) DO UPDATE SET amount = excluded.amount`,
      columns: 2,
      drain: () => this.#drainBalances(),
    },
    {
      sql: `INSERT INTO bank_move (seq, account, amount)
            SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[])`,
      columns: 3,
      drain: () => this.#drainMoves(),
    },
  ];
  #changed = new Set<string>();
  #moves: { seq: number; account: string; amount: number }[] = [];
  #facts: Fact[] = [];
  #broken: 'throw' | 'reject' | null = null;

  async load(reader: RowReader): Promise<void> {
    await reader.each<{ account: string; amount: string }>('SELECT * FROM bank', (row) => {
      this.balances.set(row.account, Number(row.amount));
    });
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

  #drainBalances(): string[] {
    if (this.#broken === 'throw') throw new Error('rows cannot be made');
    const accounts = [...this.#changed];
    this.#changed.clear();
    const amounts = accounts.map((account) => this.balances.get(account) ?? 0);
    return [textArray(accounts), numberArray(amounts)];
  }

  #drainMoves(): string[] {
    const moves = this.#moves;
    this.#moves = [];
    // The table takes no command twice for one account; -1 is no command.
    const seqs = moves.map((move) => (this.#broken === 'reject' ? -1 : move.seq));
    return [
      numberArray(seqs),
      textArray(moves.map((move) => move.account)),
      numberArray(moves.map((move) => move.amount)),
    ];
  }
}

/** Makes the machine's tables in the schema that the connection looks at. */
export async function createBankTables(client: Pick<pg.Client, 'query'>): Promise<void> {
  await client.query(`CREATE TABLE bank (account text PRIMARY KEY, amount bigint NOT NULL);
    CREATE TABLE bank_move (seq bigint NOT NULL CHECK (seq > 0), account text NOT NULL,
                            amount bigint NOT NULL)`);
}
