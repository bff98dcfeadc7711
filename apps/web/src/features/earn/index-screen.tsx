import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { ProductCard } from '@assay/kit/display/product-card.tsx';
import { Progress } from '@assay/kit/display/progress.tsx';
import { StatCard, StatCards } from '@assay/kit/display/stat-card.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Grid, Page, PageHead } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { usePractise } from '../../lib/data/use-practise.ts';
import { useTitle } from '../../ui/use-title.ts';
import { StrategyCards } from './strategies/cards.tsx';
import { useStrategies } from './strategies/use-strategies.ts';
import { type Product, useProducts, useTotals } from './use-earn.ts';
import { shareOf, useRates } from './words.tsx';

/** /profit_index: what is in custody, what it has brought, and what is offered. */
export default function EarnScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.earn.title);
  const lead = t(($) => $.earn.lead);
  useTitle(title, lead);
  const query = useProducts();
  // All of it comes at once, so that what stands below does not move.
  const waits = useStrategies().isPending;
  return (
    <Page>
      <PageHead
        title={title}
        lead={lead}
        actions={
          <Button component={Link} to="/profit_wdtg" variant="default">
            {t(($) => $.earn.custody)}
          </Button>
        }
      />
      <Totals />
      <Loaded query={waits ? { ...query, data: undefined } : query} height="60rem">
        {({ offered, products }) => (
          <>
            {offered ? <Products products={products} /> : <Forbidden />}
            <StrategyCards />
            <Rules />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Totals() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useTotals();
  // Without any order the figures are zeros in the asset that most products are in.
  const none = { asset: 'USDT', custody: '0', today: '0', total: '0', orders: 0 };
  const assets = data === undefined ? [] : data.assets.length === 0 ? [none] : data.assets;
  const names = {
    custody: t(($) => $.earn.total.custody),
    today: t(($) => $.earn.total.today),
    total: t(($) => $.earn.total.income),
  };
  const shown = ['custody', 'today', 'total'] as const;
  if (data === undefined) {
    return (
      <StatCards>
        {shown.map((name) => (
          <StatCard key={name} label={names[name]} value={undefined} />
        ))}
        <StatCard label={t(($) => $.earn.total.orders)} value={undefined} />
      </StatCards>
    );
  }
  return assets.map((row) => (
    <StatCards key={row.asset}>
      {shown.map((name) => (
        <StatCard
          key={name}
          label={names[name]}
          value={<OwnAmount named value={row[name]} asset={row.asset} />}
        />
      ))}
      <StatCard label={t(($) => $.earn.total.orders)} value={format.integer(row.orders)} />
    </StatCards>
  ));
}

function Products({ products }: { products: readonly Product[] }) {
  const { t } = useTranslation();
  if (products.length === 0) {
    return <EmptyState title={t(($) => $.earn.none)} text={t(($) => $.earn.noneText)} />;
  }
  return (
    <section aria-label={t(($) => $.earn.products)}>
      <Grid cards least="15rem">
        {products.map((product) => (
          <Card key={product.product} product={product} />
        ))}
      </Grid>
    </section>
  );
}

function Card({ product }: { product: Product }) {
  const { t } = useTranslation();
  const rates = useRates();
  const { asset, cycleDays, yearlyPpm, payout, least, quota, inCustody, left } = product;
  const isOpen = product.status === 'open';
  const isSoldOut = isOpen && Number(left) < Number(least);
  const state = !isOpen ? (
    <Badge>{t(($) => $.earn.closed)}</Badge>
  ) : isSoldOut ? (
    <Badge tone="warning">{t(($) => $.earn.soldOut)}</Badge>
  ) : null;
  return (
    <ProductCard
      title={t(($) => $.earn.named, { asset, days: rates.days(cycleDays) })}
      badge={state}
      facts={[
        { label: t(($) => $.earn.yearly), value: <bdi>{rates.yearly(yearlyPpm)}</bdi> },
        { label: t(($) => $.earn.daily), value: <bdi>{rates.daily(product)}</bdi> },
        { label: t(($) => $.earn.booked), value: <bdi>{rates.booked(product)}</bdi> },
        { label: t(($) => $.earn.payout), value: t(($) => $.earn.payouts[payout]) },
        { label: t(($) => $.earn.least), value: <Amount named value={least} asset={asset} /> },
        { label: t(($) => $.earn.left), value: <Amount named value={left} asset={asset} /> },
      ]}
      progress={
        <Progress
          label={t(($) => $.earn.quota)}
          share={shareOf(inCustody, quota)}
          tone={isSoldOut ? 'warning' : 'accent'}
        />
      }
      action={
        <Button
          fullWidth
          component={Link}
          to={`/profit_buy?product=${product.product}`}
          variant={isOpen && !isSoldOut ? 'filled' : 'default'}
        >
          {isOpen && !isSoldOut ? t(($) => $.earn.subscribe) : t(($) => $.earn.details)}
        </Button>
      }
    />
  );
}

function Forbidden() {
  const { t } = useTranslation();
  const { busy, practise } = usePractise('/profit_index');
  return (
    <Callout
      tone="warning"
      title={t(($) => $.earn.forbidden.title)}
      action={
        <Button size="xs" variant="default" loading={busy} onClick={practise}>
          {t(($) => $.earn.forbidden.action)}
        </Button>
      }
    >
      {t(($) => $.earn.forbidden.text)}
    </Callout>
  );
}

const RULES = ['source', 'days', 'early', 'free'] as const;

/** What it is, in sentences that can be checked. */
function Rules() {
  const { t } = useTranslation();
  return (
    <Panel title={t(($) => $.earn.how)}>
      <PanelBody>
        <Points>
          {RULES.map((rule) => (
            <li key={rule}>{t(($) => $.earn.rules[rule])}</li>
          ))}
        </Points>
      </PanelBody>
    </Panel>
  );
}
