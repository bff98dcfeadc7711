import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { LineChart } from '@assay/kit/display/line-chart.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Progress } from '@assay/kit/display/progress.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Page, PageHead, TwoColumns } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CallError } from '../../lib/api/errors.ts';
import { useTitle } from '../../ui/use-title.ts';
import css from './earn.module.css';
import { StrategyOffer } from './strategies/offer.tsx';
import { Subscribe } from './subscribe.tsx';
import { type Product, useProduct, useProducts } from './use-earn.ts';
import { shareOf, useRates } from './words.tsx';

/** /profit_buy?product= or ?strategy=: one product with its terms, its past, and its form. */
export default function BuyScreen() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const strategy = params.get('strategy');
  const asked = params.get('product') ?? '';
  const first = useProducts().data?.products[0]?.product ?? '';
  const product = strategy !== null ? '' : asked === '' ? first : asked;
  const title = strategy === null ? t(($) => $.earn.buy) : t(($) => $.strategies.title);
  const lead = strategy === null ? t(($) => $.earn.buyLead) : t(($) => $.strategies.lead);
  useTitle(title, lead);
  const { data, error, refetch } = useProduct(product);
  const isUnknown = error instanceof CallError && error.kind !== 'network';
  return (
    <Page>
      <PageHead
        title={title}
        lead={lead}
        trail={[{ text: t(($) => $.earn.title), to: '/profit_index' }]}
      />
      {strategy !== null ? (
        <StrategyOffer product={strategy} />
      ) : data !== undefined ? (
        <Offer product={data.product} days={data.days} />
      ) : isUnknown ? (
        <EmptyState
          title={t(($) => $.earn.unknown)}
          text={t(($) => $.earn.unknownText)}
          action={<TextLink to="/profit_index">{t(($) => $.earn.all)}</TextLink>}
        />
      ) : error !== null ? (
        <Failure onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="30rem" />
      )}
    </Page>
  );
}

interface OfferProps {
  product: Product;
  days: readonly { readonly at: number; readonly paid: string; readonly principal: string }[];
}

function Offer({ product, days }: OfferProps) {
  const { t } = useTranslation();
  return (
    <TwoColumns
      aside={
        <Panel title={t(($) => $.earn.subscribe)}>
          <PanelBody>
            <Subscribe key={product.version} product={product} />
          </PanelBody>
        </Panel>
      }
    >
      <Terms product={product} />
      <Panel title={t(($) => $.earn.history)}>
        <PanelBody>
          <History product={product} days={days} />
        </PanelBody>
      </Panel>
    </TwoColumns>
  );
}

function Terms({ product }: { product: Product }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rates = useRates();
  const { asset, cycleDays, yearlyPpm, payout, costPpm, least, most, mostPerson } = product;
  const amount = (value: string) => <Amount named value={value} asset={asset} />;
  return (
    <Panel title={t(($) => $.earn.named, { asset, days: rates.days(cycleDays) })}>
      <PanelBody>
        <KeyValues
          columns={2}
          items={[
            { label: t(($) => $.earn.yearly), value: <bdi>{rates.yearly(yearlyPpm)}</bdi> },
            { label: t(($) => $.earn.daily), value: <bdi>{rates.daily(product)}</bdi> },
            { label: t(($) => $.earn.booked), value: <bdi>{rates.booked(product)}</bdi> },
            { label: t(($) => $.earn.payout), value: t(($) => $.earn.payouts[payout]) },
            {
              label: t(($) => $.earn.cost),
              value: t(($) => $.earn.costOf, { share: format.ppm(costPpm) }),
            },
            { label: t(($) => $.earn.fee), value: t(($) => $.earn.noFee) },
            { label: t(($) => $.earn.least), value: amount(least) },
            { label: t(($) => $.earn.most), value: amount(most) },
            { label: t(($) => $.earn.mostPerson), value: amount(mostPerson) },
            { label: t(($) => $.earn.left), value: amount(product.left) },
          ]}
        />
        <Progress
          label={t(($) => $.earn.quota)}
          share={shareOf(product.inCustody, product.quota)}
        />
      </PanelBody>
    </Panel>
  );
}

/** The rate of each booked day in a year, which is what was really credited. */
function History({ product, days }: OfferProps) {
  const { t } = useTranslation();
  const counted = days.filter(({ principal }) => Number(principal) > 0);
  const last = counted.at(-1);
  if (last === undefined) {
    return (
      <EmptyState
        compact
        title={t(($) => $.earn.noHistory)}
        text={t(($) => $.earn.noHistoryText)}
      />
    );
  }
  return (
    <>
      <LineChart
        fine={undefined}
        label={t(($) => $.earn.history)}
        unit={t(($) => $.earn.perYear)}
        points={counted.map(({ at, paid, principal }) => ({
          at,
          value: ((Number(paid) / Number(principal)) * 36_500).toFixed(2),
        }))}
      />
      <p className={css.note}>
        <Sentence
          parts={{
            amount: <Amount named value={last.paid} asset={product.asset} />,
            at: <Instant at={last.at} />,
          }}
        >
          {(put) => t(($) => $.earn.historyText, put)}
        </Sentence>
      </p>
    </>
  );
}
