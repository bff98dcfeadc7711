import { columnsOf, type RecordDeclaration } from '@assay/core/schema/record';
import type { TableRights } from '../../db/rights.ts';

/** What the application does with the rows of declared tables, as their declarations say. */
export function rightsOf(...declarations: readonly RecordDeclaration[]): TableRights {
  return Object.fromEntries(
    declarations.map((declaration) => {
      const removable = declaration.removable === true;
      // A deleted key may be inserted again while its old row is still stored: that changes it.
      const changes = removable || columnsOf(declaration).some((column) => column.changes);
      return [
        declaration.table,
        [
          'insert',
          ...(changes ? ['update' as const] : []),
          ...(removable ? ['delete' as const] : []),
        ],
      ] as const;
    }),
  );
}
