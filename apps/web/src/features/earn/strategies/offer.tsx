import { DAY } from '@assay/core/time';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { LineChart } from '@assay/kit/display/line-chart.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { TwoColumns } from '@assay/kit/page/page.tsx';
import { BOOK_INDEX, SPOT_CONTRACT } from '@assay/modules/earn/rules';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../lib/api/errors.ts';
import css from '../earn.module.css';
import { UnitWorth } from './cards.tsx';
import { Contracts } from './contracts.tsx';
import { Cuts, Trades } from './records.tsx';
import { SubscribeUnits } from './subscribe-units.tsx';
import { type Cut, type Strategy, useStrategy } from './use-strategies.ts';

/** /profit_buy?strategy=: one strategy with its risk, its rules, its cuts, and its trades. */
export function StrategyOffer({ product }: { product: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useStrategy(product);
  if (data !== undefined) return <Offer strategy={data.product} cuts={data.cuts} />;
  if (error instanceof CallError && error.kind !== 'network') {
    return (
      <EmptyState
        title={t(($) => $.strategies.unknown)}
        text={t(($) => $.strategies.unknownText)}
        action={<TextLink to="/profit_index">{t(($) => $.strategies.all)}</TextLink>}
      />
    );
  }
  return error === null ? <Skeleton height="30rem" /> : <Failure onRetry={() => void refetch()} />;
}

interface OfferProps {
  strategy: Strategy;
  cuts: readonly Cut[];
}

function Offer({ strategy, cuts }: OfferProps) {
  const { t } = useTranslation();
  return (
    <TwoColumns
      aside={
        <Panel title={t(($) => $.strategies.subscribe)}>
          <PanelBody>
            <SubscribeUnits key={strategy.version} strategy={strategy} />
          </PanelBody>
        </Panel>
      }
    >
      <Callout tone="warning" title={t(($) => $.strategies.risk)}>
        {t(($) => $.strategies.riskText)}
      </Callout>
      <Terms strategy={strategy} />
      <Panel title={t(($) => $.strategies.chart)}>
        <PanelBody>
          <NavChart strategy={strategy} cuts={cuts} />
        </PanelBody>
      </Panel>
      <Panel title={t(($) => $.strategies.how)}>
        <PanelBody>
          <Rules strategy={strategy} />
        </PanelBody>
      </Panel>
      <Cuts cuts={cuts} asset={strategy.asset} />
      <Trades product={strategy.product} />
      {strategy.margin === null ? null : <Contracts strategy={strategy} />}
    </TwoColumns>
  );
}

function Terms({ strategy: row }: { strategy: Strategy }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { asset, strategy, last, worthNow } = row;
  const amount = (value: string) => <Amount named value={value} asset={asset} />;
  return (
    <Panel title={t(($) => $.strategies.names[strategy])}>
      <PanelBody>
        <p className={css.note}>{t(($) => $.strategies.does[strategy])}</p>
        <KeyValues
          columns={2}
          items={[
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
              value: worthNow === null ? '—' : amount(worthNow),
            },
            { label: t(($) => $.strategies.account), value: <Ltr>{row.account}</Ltr> },
            { label: t(($) => $.strategies.units), value: <bdi>{format.plain(row.units)}</bdi> },
            {
              label: t(($) => $.strategies.houseUnits),
              value: <bdi>{format.plain(row.houseUnits)}</bdi>,
            },
            {
              label: t(($) => $.strategies.waiting),
              value: <bdi>{format.plain(row.waiting)}</bdi>,
            },
            { label: t(($) => $.strategies.fee), value: t(($) => $.strategies.noFee) },
            { label: t(($) => $.strategies.least), value: amount(row.least) },
            { label: t(($) => $.strategies.most), value: amount(row.most) },
            { label: t(($) => $.strategies.mostPerson), value: amount(row.mostPerson) },
            { label: t(($) => $.strategies.left), value: amount(row.left) },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

/** Gains and losses as they were: one point for each cut. */
function NavChart({ strategy, cuts }: OfferProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [last] = cuts;
  if (last === undefined) {
    return (
      <EmptyState
        compact
        title={t(($) => $.strategies.noCut)}
        text={t(($) => $.strategies.noCutText)}
      />
    );
  }
  const points = cuts.map(({ day, nav }) => ({ at: (day + 1) * DAY, value: nav })).reverse();
  return (
    <>
      <LineChart label={t(($) => $.strategies.chart)} unit={strategy.asset} points={points} />
      <p className={css.note}>
        <Sentence
          parts={{
            day: <Ltr>{format.date((last.day + 1) * DAY)}</Ltr>,
            worth: <UnitWorth nav={last.nav} asset={strategy.asset} />,
            at: <Instant at={last.at} />,
          }}
        >
          {(put) => t(($) => $.strategies.navAt, put)}
        </Sentence>
      </p>
    </>
  );
}

function Rules({ strategy: { strategy } }: { strategy: Strategy }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (strategy === 'spotContract') return <ContractRules />;
  const rule = t(($) => $.strategies.rules.bookIndex, {
    markets: BOOK_INDEX.markets.join(', '),
    edge: format.ppm(BOOK_INDEX.edgePpm),
    coin: format.ppm(BOOK_INDEX.coinPpm),
    seconds: BOOK_INDEX.everyMs / 1_000,
  });
  return (
    <Points>
      <li>{rule}</li>
      <CommonRules />
    </Points>
  );
}

function ContractRules() {
  const { t } = useTranslation();
  const format = useFormat();
  const rule = t(($) => $.strategies.rules.spotContract, {
    pairs: SPOT_CONTRACT.pairs.map(({ market }) => market).join(', '),
    nights: SPOT_CONTRACT.nights,
    edge: format.ppm(SPOT_CONTRACT.edgePpm),
    coin: format.ppm(SPOT_CONTRACT.coinPpm),
    windDown: format.ppm(SPOT_CONTRACT.windDownPpm),
  });
  const margin = t(($) => $.strategies.marginRule, {
    leverage: SPOT_CONTRACT.leverage,
    margin: format.ppm(SPOT_CONTRACT.marginPpm),
  });
  return (
    <Points>
      <li>{rule}</li>
      <li>{t(($) => $.strategies.counterparty)}</li>
      <li>{margin}</li>
      <CommonRules />
    </Points>
  );
}

function CommonRules() {
  const { t } = useTranslation();
  return (
    <>
      <li>{t(($) => $.strategies.cutRule)}</li>
      <li>{t(($) => $.strategies.cashRule)}</li>
      <li>{t(($) => $.strategies.proof)}</li>
    </>
  );
}
