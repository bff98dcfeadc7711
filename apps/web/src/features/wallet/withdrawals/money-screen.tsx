import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOfReal, RealOnly } from '../../../ui/real-only.tsx';
import { BankForm } from '../bank/bank-form.tsx';
import { WalletPage } from '../wallet-page.tsx';
import { MoneyForm } from './money-form.tsx';
import { PlanRequested } from './plan.tsx';
import { Requested } from './requested.tsx';
import { Standing } from './standing.tsx';
import { type Planned, useTerms, type Withdrawal } from './use-withdrawals.ts';

const WAYS = ['chain', 'bank'] as const;
type Way = (typeof WAYS)[number];

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
  const [way, setWay] = useState<Way>('chain');
  const [done, setDone] = useState<Withdrawal | null>(null);
  const [planned, setPlanned] = useState<Planned | null>(null);
  const show = (withdrawal: Withdrawal | null, plan: Planned | null) => {
    setDone(withdrawal);
    setPlanned(plan);
  };
  if (data === undefined && isOfReal(error)) return <RealOnly />;
  if (data === undefined && error !== null) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton />;
  return (
    <Stack>
      {done === null ? null : <Requested withdrawal={done} />}
      {planned === null ? null : <PlanRequested planned={planned} />}
      <Standing terms={data} />
      <Panel title={t(($) => $.wallet.out.title)}>
        <PanelBody>
          <Segments
            fill
            label={t(($) => $.wallet.bank.way)}
            options={WAYS.map((value) => ({ value, text: t(($) => $.wallet.bank.ways[value]) }))}
            value={way}
            onChange={setWay}
          />
          {way === 'bank' ? (
            <BankForm terms={data} onDone={(one) => show(one, null)} />
          ) : (
            <MoneyForm
              terms={data}
              onDone={(one) => show(one, null)}
              onPlanned={(plan) => show(null, plan)}
            />
          )}
        </PanelBody>
      </Panel>
    </Stack>
  );
}
