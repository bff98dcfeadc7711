import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { ProductCard } from '@assay/kit/display/product-card.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Grid, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import css from '../earn.module.css';
import { type Strategy, useStrategies } from './use-strategies.ts';

/** To the unit: by two decimals a loss of most of a percent would not be seen. */
const NAV_DIGITS = 8;
export const UnitWorth = ({ nav, asset }: { nav: string; asset: string }) => (
  <Amount named value={nav} asset={asset} digits={NAV_DIGITS} />
);

/** The strategy products of /profit_index: risk first; nothing where there is none. */
export function StrategyCards() {
  const { t } = useTranslation();
  const { data } = useStrategies();
  if (data === undefined || !data.offered || data.products.length === 0) return null;
  return (
    <section aria-label={t(($) => $.strategies.title)}>
      <Stack>
        <Callout tone="warning" title={t(($) => $.strategies.risk)}>
          {t(($) => $.strategies.riskText)}
        </Callout>
        <Grid cards least="15rem">
          {data.products.map((strategy) => (
            <Card key={strategy.product} strategy={strategy} />
          ))}
        </Grid>
      </Stack>
    </section>
  );
}

function Card({ strategy: row }: { strategy: Strategy }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { asset, strategy, product, last, worthNow, status } = row;
  return (
    <ProductCard
      title={t(($) => $.strategies.names[strategy])}
      badge={status === 'closed' ? <Badge>{t(($) => $.strategies.closed)}</Badge> : null}
      facts={[
        {
          label: t(($) => $.strategies.nav),
          value:
            last === null ? (
              t(($) => $.strategies.noCut)
            ) : (
              <UnitWorth nav={last.nav} asset={asset} />
            ),
        },
        {
          label: t(($) => $.strategies.change),
          value: <bdi>{format.share(row.changePpm / 1e6)}</bdi>,
        },
        {
          label: t(($) => $.strategies.valueNow),
          value: worthNow === null ? '—' : <Amount named value={worthNow} asset={asset} />,
        },
        {
          label: t(($) => $.strategies.left),
          value: <Amount named value={row.left} asset={asset} />,
        },
      ]}
      progress={<p className={css.note}>{t(($) => $.strategies.does[strategy])}</p>}
      action={
        <Button fullWidth component={Link} to={`/profit_buy?strategy=${product}`}>
          {t(($) => $.strategies.open)}
        </Button>
      }
    />
  );
}
