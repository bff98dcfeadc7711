import { type RowOf, record } from '@assay/core/schema/record';
import type {} from '@assay/core/schema/registry';

export const box = record({
  table: 'savings_box',
  key: ['id'],
  fields: {
    /** The number of the command that opened it. */
    id: { type: 'bigint' },
    userId: { type: 'bigint' },
    asset: { type: 'integer' },
    amount: { type: 'bigint' },
    endsAt: { type: 'bigint' },
    state: { type: 'text', values: ['locked', 'closed'], changes: true },
  },
});
export type Box = RowOf<typeof box>;

/** A box as its owner sees it: the asset by its symbol, the amount as decimal text. */
export type BoxView = Pick<Box, 'id' | 'endsAt' | 'state'> & Record<'asset' | 'amount', string>;
export type OpenBox = { readonly termMs: number } & Readonly<Record<'asset' | 'amount', string>>;

/** In the order in which the reasons are checked. */
type OpenRefusal = 'unknownAsset' | 'invalidAmount' | 'invalidTerm' | 'insufficientBalance';
type CloseRefusal = 'unknownBox' | 'notYours' | 'alreadyClosed' | 'notYet';

declare module '@assay/core/schema/registry' {
  interface Commands {
    openBox: { body: OpenBox; outcome: BoxView; refusal: OpenRefusal };
    closeBox: { body: { readonly boxId: number }; outcome: BoxView; refusal: CloseRefusal };
  }
  interface Facts {
    boxChanged: { readonly type: 'boxChanged'; readonly userId: number; readonly box: BoxView };
  }
  interface AccountFields {
    boxes: readonly BoxView[];
  }
}
