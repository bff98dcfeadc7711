import { StatCard, StatCards } from '@assay/kit/display/stat-card.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { useAvailable } from '../../lib/data/available.ts';
import { useTitle } from '../../ui/use-title.ts';
import { Ended, Running } from './position-tables.tsx';
import { useOptionMarkets } from './use-options.ts';

/** /jgcc: what runs and what ended. */
export default function PositionsScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.options.positions);
  const lead = t(($) => $.options.positionsLead);
  useTitle(title, lead);
  const markets = useOptionMarkets().data?.markets ?? [];
  const assets = [...new Set(markets.map(({ asset }) => asset))];
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
            <Button component={Link} to="/deal_jg">
              {t(($) => $.options.trade)}
            </Button>
          </>
        }
      />
      <StatCards>
        {assets.map((asset) => (
          <Available key={asset} asset={asset} />
        ))}
      </StatCards>
      <Running />
      <Ended />
    </Page>
  );
}

function Available({ asset }: { asset: string }) {
  const { t } = useTranslation();
  const value = useAvailable(asset, 'contract');
  return (
    <StatCard
      label={t(($) => $.options.available)}
      value={value === undefined ? undefined : <OwnAmount named value={value} asset={asset} />}
    />
  );
}
