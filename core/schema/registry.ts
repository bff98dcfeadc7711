import type { Turn } from './turn.ts';

/**
 * What the modules of a realm say to each other, by name. Each module adds its own commands and
 * facts where it declares them, in its `schema.ts`:
 *
 * ```ts
 * declare module '@assay/core/schema/registry' {
 *   interface Commands {
 *     openBox: { body: OpenBox; outcome: BoxOpened; refusal: OpenBoxRefusal };
 *   }
 *   interface Facts {
 *     boxOpened: BoxOpenedFact; // its `type` is 'boxOpened'
 *   }
 * }
 * ```
 *
 * Whoever sends a command or listens to facts then has their types from its name.
 */

/** Commands by type: body, outcome, and the reasons for which the command may be refused. */
// biome-ignore lint/suspicious/noEmptyInterface: modules add the members.
export interface Commands {}

/** Facts by type: published once the batch that caused them is durable. */
// biome-ignore lint/suspicious/noEmptyInterface: modules add the members.
export interface Facts {}

export type CommandName = keyof Commands;

/** Any fact; its `type` says which. */
export type Fact = Facts[keyof Facts];

/** A refusal as a rule returns it, with what the person needs to correct the command, as text. */
export type RefusedWith<R extends string> = R extends string
  ? { readonly refusal: R; readonly detail?: Readonly<Record<string, string>> }
  : never;

/** The rules that serve these commands. */
export type RulesFor<T extends CommandName> = {
  readonly [K in T]: (
    body: Commands[K]['body'],
    turn: Turn,
  ) => Commands[K]['outcome'] | RefusedWith<Commands[K]['refusal']>;
};

/**
 * Terms of orders that only one product knows, by name: `OrderFeatures` of the product has the
 * values of each (core/order/terms.ts).
 */
// biome-ignore lint/suspicious/noEmptyInterface: products add the members.
export interface OrderTerms {}

/**
 * What the private channel `account` sends about a person, by field: a snapshot has everything, a
 * delta what has changed. All values are absolute, so that they may arrive twice.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules add the members.
export interface AccountFields {}

/** Snapshot and deltas of `account`: the state after the command `seq`. */
export type AccountData = { readonly seq: number } & Partial<AccountFields>;
