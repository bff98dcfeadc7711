import { EmptyState, Failure } from '@assay/kit/feedback/states.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { aboutKeyOf } from '@assay/modules/markets/rules';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { deskPath } from '../../lib/data/desk-path.ts';
import { useMarkets } from '../../lib/data/markets.ts';
import { pairText } from '../../lib/data/pair-text.ts';
import { useTitle } from '../../ui/use-title.ts';
import { ArticleSkeleton } from './article.tsx';
import { Teasers } from './teasers.tsx';
import { useTexts } from './use-content.ts';

/** Where all coins are. */
export const COINS = '/text?kind=coin';

/** /text?kind=coin: the coins that something is written about. */
export function Coins() {
  const { t } = useTranslation();
  const title = t(($) => $.content.coins.title);
  const lead = t(($) => $.content.coins.lead);
  useTitle(title, lead);
  const { data, isError, refetch } = useTexts({ kind: 'coin' });
  return (
    <Page width="page">
      <PageHead
        title={title}
        lead={lead}
        trail={[{ text: t(($) => $.markets.title), to: '/market' }]}
      />
      {isError ? <Failure onRetry={() => void refetch()} /> : null}
      {data === undefined && !isError ? <ArticleSkeleton /> : null}
      {data?.items.length === 0 ? <NothingWritten /> : null}
      <Teasers items={data?.items ?? []} to={({ key }) => `/text?id=${key}`} />
    </Page>
  );
}

function NothingWritten() {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t(($) => $.content.coins.none)}
      text={t(($) => $.content.coins.noneText)}
      action={<ToMarkets />}
    />
  );
}

/** In the place of a profile that nobody has written, or that was withdrawn. */
export function NoCoin() {
  const { t } = useTranslation();
  return (
    <EmptyState
      heading
      title={t(($) => $.content.coins.gone)}
      text={t(($) => $.content.coins.goneText)}
      action={<ToMarkets />}
    />
  );
}

function ToMarkets() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/market" variant="default">
      {t(($) => $.content.coins.markets)}
    </Button>
  );
}

/** Where the coin of a profile is traded. */
export function TradeCoin({ of }: { of: string }) {
  const { t } = useTranslation();
  const { data = [] } = useMarkets();
  const markets = data.filter(
    (market) => aboutKeyOf(market.base) === of && deskPath(market) !== undefined,
  );
  if (markets.length === 0) return null;
  return (
    <Buttons>
      {markets.map((market) => (
        <Button key={market.market} component={Link} to={deskPath(market) ?? ''} variant="default">
          {t(($) => $.content.coins.trade, { pair: pairText(market) })}
        </Button>
      ))}
    </Buttons>
  );
}
