import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { IconExternalLink } from '@assay/kit/icons/external-link.ts';
import { useTranslation } from 'react-i18next';
import css from './deposits.module.css';
import type { Deposit } from './use-deposits.ts';

export const STATES: StatusMap<Deposit['state']> = {
  confirming: { tone: 'accent', label: (t) => t(($) => $.deposits.states.confirming) },
  collected: { tone: 'warning', label: (t) => t(($) => $.deposits.states.collected) },
  credited: { tone: 'good', label: (t) => t(($) => $.deposits.states.credited) },
  orphaned: { tone: 'bad', label: (t) => t(($) => $.deposits.states.orphaned) },
  recovery: { tone: 'warning', label: (t) => t(($) => $.deposits.states.recovery) },
};

export const DepositState = ({ state }: Pick<Deposit, 'state'>) => (
  <StatusBadge map={STATES} state={state} />
);

/** How much came; of an unknown token what the network counts. */
export function DepositAmount({ deposit: { amount, asset } }: { deposit: Deposit }) {
  const { t } = useTranslation();
  if (asset !== '') return <Amount value={amount} asset={asset} named />;
  return (
    <>
      <Ltr>{amount}</Ltr> {t(($) => $.deposits.unknown)}
    </>
  );
}

const END = 8;

/** The transaction, short; a link where there is a page about it. */
export function TransactionText({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation();
  const { transaction, page } = deposit;
  const short = (
    <code dir="ltr" title={transaction}>
      {transaction.slice(0, END)}…{transaction.slice(-END)}
    </code>
  );
  if (page === '') return short;
  return (
    <a
      className={css.transaction}
      href={page}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={`${t(($) => $.deposits.open)}: ${transaction}`}
    >
      {short}
      <IconExternalLink size={14} stroke={1.5} aria-hidden="true" />
    </a>
  );
}
