import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { AddressText } from '@assay/kit/display/address-text.tsx';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { STAGES } from './stages.ts';
import type { Withdrawal } from './use-withdrawals.ts';

/** What was asked for, and where it is followed. */
export function Requested({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation();
  const { withdrawalId, asset, arrives, address, stage, queuedUntil, requestedAt } = withdrawal;
  const { bank } = withdrawal;
  const isQueued = queuedUntil > requestedAt;
  return (
    <Callout
      live
      tone="success"
      title={t(($) => $.wallet.out.done)}
      action={<Link to={`/tbjl?id=${withdrawalId}`}>{t(($) => $.wallet.out.follow)}</Link>}
    >
      <FigureLines
        lines={[
          {
            label: t(($) => $.wallet.out.arrives),
            value:
              bank === null ? (
                <Amount value={arrives} asset={asset} named />
              ) : (
                <Amount value={bank.proceeds} asset={bank.currency} named />
              ),
            strong: true,
          },
          {
            label: bank === null ? t(($) => $.wallet.out.address) : bank.bankName,
            value: <AddressText address={address} />,
          },
          {
            label: t(($) => $.wallet.out.state),
            value: <StatusBadge map={STAGES} state={stage} />,
          },
          {
            label: t(($) => $.wallet.out.startsAt),
            value: isQueued ? <Instant at={queuedUntil} /> : null,
          },
        ]}
      />
    </Callout>
  );
}
