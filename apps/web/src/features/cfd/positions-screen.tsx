import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTitle } from '../../ui/use-title.ts';
import { AccountBar } from './account-bar.tsx';
import { ModeField } from './mode-field.tsx';
import { OrdersPanel, PositionsPanel, ReceiptsPanel } from './panels.tsx';
import { useQuoteStream } from './quotes.ts';
import { useCfdEvents } from './use-events.ts';
import { useTrialPath } from './use-trial.ts';

/** /lt: positions of contracts, what waits, and what happened. */
export default function PositionsScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.cfd.positionsTitle);
  const lead = t(($) => $.cfd.positionsLead);
  useTitle(title, lead);
  useQuoteStream();
  useCfdEvents();
  const trade = useTrialPath('/preciousMetal');
  return (
    <Page>
      <PageHead
        title={title}
        lead={lead}
        actions={
          <>
            <Button component={Link} to="/all" variant="default">
              {t(($) => $.shell.account.orders)}
            </Button>
            <Button component={Link} to={trade}>
              {t(($) => $.cfd.trade)}
            </Button>
          </>
        }
      />
      <AccountBar />
      <PositionsPanel />
      <OrdersPanel />
      <ReceiptsPanel />
      <ModeField />
    </Page>
  );
}
