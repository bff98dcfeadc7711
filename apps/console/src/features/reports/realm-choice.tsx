import { REALMS, type Realm } from '@assay/core/ledger/realm';
import type { TableState } from '@assay/kit/data/table-state.ts';
import { Segments } from '@assay/kit/input/segments.tsx';
import { useTranslation } from 'react-i18next';

/** Real or virtual accounts, which are never shown together. */
export function RealmChoice({ realm, state }: { realm: Realm; state: TableState }) {
  const { t } = useTranslation();
  return (
    <Segments
      label={t(($) => $.house.realm)}
      options={REALMS.map((value) => ({ value, text: t(($) => $.house.realms[value]) }))}
      value={realm}
      onChange={(value) => state.setFilter('realm', value === 'real' ? '' : value)}
    />
  );
}
