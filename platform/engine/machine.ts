import type { RecordDeclaration } from '@assay/core/schema/record';
import type { Fact } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { NamedQuery, Statement } from './tables/statement.ts';

export type { Fact, Turn };

/**
 * What a module implements to run inside the engine: state, rules that decide, rows to store, and
 * loading. The engine calls one rule at a time; only loading is asynchronous.
 */

/**
 * A refusal, returned before anything has changed. `refusal` is a member of the command's closed,
 * ordered list.
 */
export interface Refusal {
  readonly refusal: string;
  readonly detail?: Readonly<Record<string, string>>;
}

/** The outcome of a command: a refusal, or the plain JSON object that the caller gets back. */
export type Outcome = Refusal | { readonly refusal?: undefined; readonly [field: string]: unknown };

/**
 * Decides one command. It refuses before it changes anything; past that line nothing may fail.
 * The body is what the gateway validated, plain JSON, and is stored as it came.
 */
export type Rule = (body: never, turn: Turn) => Refusal | object;

/**
 * One kind of row that a batch writes, made by a declared table (tables/README.md). The engine runs
 * the statements of all writers of all machines as one, in one transaction.
 */
export interface RowWriter {
  readonly statement: Statement;
  /**
   * One PostgreSQL array literal per column with the rows since the last call, which are then
   * forgotten.
   */
  drain(): string[];
}

/** Reads rows in the realm's own schema while the machine loads. */
export interface RowReader {
  rows<T>(query: string | NamedQuery, values?: readonly unknown[]): Promise<T[]>;
  /**
   * Streams a large table in pieces, so that loading a million rows does not double the memory.
   * `piece`: rows at a time, for tables whose rows are long.
   */
  each<T>(query: string | NamedQuery, visit: (row: T) => void, piece?: number): Promise<void>;
}

/** A command that a machine asks for, to go on with work that a command has left behind. */
export interface FollowUp {
  readonly type: string;
  readonly actor: number;
  readonly body: object;
}

export interface Machine {
  readonly name: string;
  /** Command type to rule. A type belongs to one machine. */
  readonly rules: Readonly<Record<string, Rule>>;
  readonly writers: readonly RowWriter[];
  /**
   * The declared tables that the machine loads and writes; the server compares them with the
   * migrated tables.
   */
  readonly tables: readonly RecordDeclaration[];
  load(reader: RowReader): Promise<void>;
  /**
   * Facts of the batch that ends here: those noted while deciding, then those that show
   * end-of-batch values.
   */
  takeFacts(): Fact[];
  /**
   * Ends a batch that is not stored, without making its rows and facts. Only for machines whose
   * rows are expensive to make.
   */
  forget?(): void;
  /**
   * The next command by which the machine goes on with work that was too long for one command; null
   * when nothing is left. The engine submits it among the commands of others, one at a time.
   */
  followUp?(): FollowUp | null;
  /** Writes the whole state in one canonical order; the state hash is the hash of all lines. */
  digest(write: (line: string) => void): void;
  /**
   * Goes over the whole state and throws BrokenInvariant when something that must hold does not.
   */
  audit(): void;
}

/** The machines of a realm by name, in the order in which they load. */
export type Machines = Readonly<Record<string, Machine>>;
