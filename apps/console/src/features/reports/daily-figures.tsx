import { DateRange } from '@assay/kit/data/date-range.tsx';
import { type TableState, useTableState } from '@assay/kit/data/table-state.ts';
import { Failure } from '@assay/kit/feedback/states.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { Charts } from './charts.tsx';
import { DaysTable } from './days-table.tsx';
import { RealmChoice } from './realm-choice.tsx';
import css from './reports.module.css';
import { AssetTable, MarketTable } from './totals.tsx';
import { CASH, type Day, realmOf, type Shown, useDailyFigures, useRange } from './use-reports.ts';

/** People, orders, volumes and fees of each UTC day. */
export function DailyFigures() {
  const { t } = useTranslation();
  const state = useTableState('days');
  const realm = realmOf(state);
  const { days, today, from, to } = useRange(state);
  const query = useDailyFigures(realm, from, to);
  const known = query.data?.days;
  const shown = { market: state.filter('market'), asset: state.filter('asset') || CASH };
  return (
    <Stack>
      <div className={css.choices}>
        <RealmChoice realm={realm} state={state} />
        <DateRange
          value={days}
          today={today}
          onChange={(chosen) => state.setFilter('range', `${chosen.from}..${chosen.to}`)}
        />
        <Of days={known ?? []} shown={shown} state={state} />
      </div>
      {query.isError && known === undefined ? (
        <Failure onRetry={() => void query.refetch()} />
      ) : (
        <>
          <Charts days={known} realm={realm} shown={shown} />
          <DaysTable days={known} realm={realm} shown={shown} state={state} />
          <MarketTable days={known} realm={realm} />
          <AssetTable days={known} realm={realm} />
        </>
      )}
      <p className={css.note}>{t(($) => $.reports.daysNote)}</p>
    </Stack>
  );
}

/** Which market's volume, and fees in which asset. */
function Of(props: { days: readonly Day[]; shown: Shown; state: TableState }) {
  const { days, shown, state } = props;
  const { t } = useTranslation();
  const markets = names(days.flatMap(({ volumes }) => volumes.map(({ market }) => market)));
  const assets = names([CASH, ...days.flatMap(({ fees }) => fees.map(({ asset }) => asset))]);
  return (
    <>
      <Select
        label={t(($) => $.reports.whichMarket)}
        options={[
          { value: '', text: t(($) => $.reports.allMarkets) },
          ...names([...markets, shown.market].filter(Boolean)).map((value) => ({
            value,
            text: value,
          })),
        ]}
        value={shown.market}
        onChange={(value) => state.setFilter('market', value)}
      />
      <Select
        label={t(($) => $.reports.whichAsset)}
        options={names([...assets, shown.asset]).map((value) => ({
          value,
          text: t(($) => $.reports.feesIn, { asset: value }),
        }))}
        value={shown.asset}
        onChange={(value) => state.setFilter('asset', value === CASH ? '' : value)}
      />
    </>
  );
}

const names = (all: readonly string[]) => [...new Set(all)].sort();
