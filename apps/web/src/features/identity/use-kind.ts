import { useState } from 'react';
import type { Fields } from './fields.ts';
import type { AccountKind } from './kinds.ts';

/** The kind of address that is typed; an address of the other kind is none, and is cleared. */
export function useKind(
  fields: Pick<Fields<'account'>, 'set'>,
  first: AccountKind = 'email',
): readonly [AccountKind, (kind: AccountKind) => void] {
  const [kind, setKind] = useState<AccountKind>(first);
  const choose = (next: AccountKind) => {
    if (next !== kind) fields.set('account', '');
    setKind(next);
  };
  return [kind, choose];
}
