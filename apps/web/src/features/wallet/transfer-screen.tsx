import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Moved, type Transfer, TransferForm } from './transfer-form.tsx';
import { useTransferable } from './use-assets.ts';
import { WalletPage } from './wallet-page.tsx';

/** /transfer: from one account to the other, at once and without a fee. */
export default function TransferScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.wallet.transfer.title);
  return (
    <WalletPage width="form" title={title} lead={t(($) => $.wallet.transfer.lead)}>
      <Transferring />
    </WalletPage>
  );
}

function Transferring() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { data, isError, refetch } = useTransferable();
  const [done, setDone] = useState<Transfer | null>(null);
  if (isError && data === undefined) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton />;
  const { balances } = data;
  if (balances.length === 0) {
    return (
      <EmptyState
        title={t(($) => $.wallet.transfer.nothing)}
        text={t(($) => $.wallet.transfer.nothingText)}
      />
    );
  }
  const asked = { asset: params.get('asset') ?? '', from: params.get('from') ?? '' };
  return (
    <>
      {done === null ? null : <Moved transfer={done} />}
      <Panel title={t(($) => $.wallet.transfer.title)}>
        <PanelBody>
          <TransferForm balances={balances} asked={asked} onDone={setDone} />
        </PanelBody>
      </Panel>
    </>
  );
}
