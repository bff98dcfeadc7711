import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isOfReal, RealOnly } from '../../../ui/real-only.tsx';
import { WalletPage } from '../wallet-page.tsx';
import { OrderForm } from './order-form.tsx';
import { PurchaseTable } from './purchase-table.tsx';
import { type Terms, useTerms } from './use-purchases.ts';

/** /kjmbSelect: what coins cost in bank money, ordering them, and the orders so far. */
export default function PurchaseSelectScreen() {
  const { t } = useTranslation();
  return (
    <WalletPage title={t(($) => $.purchases.title)} lead={t(($) => $.purchases.lead)}>
      <Buying />
    </WalletPage>
  );
}

function Buying() {
  const { t } = useTranslation();
  const { data, error, refetch } = useTerms();
  if (data === undefined && isOfReal(error)) return <RealOnly />;
  if (data === undefined && error !== null) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="24rem" />;
  return (
    <Stack>
      <Before terms={data} />
      <Panel title={t(($) => $.purchases.order)}>
        {data.currencies.length === 0 ? (
          <EmptyState
            compact
            title={t(($) => $.purchases.closed)}
            text={t(($) => $.purchases.closedText)}
          />
        ) : (
          <PanelBody>
            <OrderForm terms={data} />
          </PanelBody>
        )}
      </Panel>
      <PurchaseTable />
    </Stack>
  );
}

/** What is to be done before the first order. */
function Before({ terms: { verified, hasReadRules } }: { terms: Terms }) {
  const { t } = useTranslation();
  return (
    <>
      {verified === 'none' ? (
        <Callout
          tone="warning"
          action={<Link to="/sfyz">{t(($) => $.purchases.verify)}</Link>}
          title={t(($) => $.purchases.notVerified)}
        >
          {t(($) => $.purchases.notVerifiedText)}
        </Callout>
      ) : null}
      {hasReadRules ? null : (
        <Callout
          tone="warning"
          action={<Link to="/withdrawalRules">{t(($) => $.purchases.readRules)}</Link>}
          title={t(($) => $.purchases.rulesUnread)}
        >
          {t(($) => $.purchases.rulesUnreadText)}
        </Callout>
      )}
    </>
  );
}
