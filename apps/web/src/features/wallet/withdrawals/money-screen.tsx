import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CallError } from '../../../lib/api/errors.ts';
import { WalletPage } from '../wallet-page.tsx';
import { MoneyForm } from './money-form.tsx';
import { Requested } from './requested.tsx';
import { Standing } from './standing.tsx';
import { useTerms, type Withdrawal } from './use-withdrawals.ts';

/** /money: what can leave now, and asking for it. */
export default function MoneyScreen() {
  const { t } = useTranslation();
  return (
    <WalletPage
      width="form"
      title={t(($) => $.wallet.out.title)}
      lead={t(($) => $.wallet.out.lead)}
    >
      <Leaving />
    </WalletPage>
  );
}

function Leaving() {
  const { t } = useTranslation();
  const { data, error, refetch } = useTerms();
  const [done, setDone] = useState<Withdrawal | null>(null);
  if (data === undefined && error instanceof CallError && error.kind === 'refusal') {
    return (
      <EmptyState
        title={t(($) => $.wallet.out.notHere)}
        text={error.message}
        action={<Link to="/login">{t(($) => $.wallet.out.realAccount)}</Link>}
      />
    );
  }
  if (data === undefined && error !== null) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton />;
  return (
    <Stack>
      {done === null ? null : <Requested withdrawal={done} />}
      <Standing terms={data} />
      <Panel title={t(($) => $.wallet.out.title)}>
        <PanelBody>
          <MoneyForm terms={data} onDone={setDone} />
        </PanelBody>
      </Panel>
    </Stack>
  );
}
