import { useTranslation } from 'react-i18next';

/** A pool of the house by its name; the account that it is in the ledger stays in the contract. */
export function Lender({ name }: { name: string }) {
  const { t } = useTranslation();
  const shown = name.replace(/\s*\(house:\w+, (\w+)\)$/, '');
  return shown === name ? <bdi>{name}</bdi> : t(($) => $.loans.poolOf, { name: shown });
}
