import type { Realm } from '@assay/core/ledger/realm';
import { Plain } from '@assay/kit/display/figures.tsx';
import { LineChart } from '@assay/kit/display/line-chart.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Grid } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { amountOf, CASH, type Day, middayOf, type Shown, sumOf, volumeOf } from './use-reports.ts';

const HEIGHT = 120;

interface Line {
  readonly title: string;
  /** What is counted, one or more of it. */
  unit(count: number): string;
  readonly of: (day: Day) => string;
  /** Whoever came on two days would count twice: the last day stands for all. */
  readonly last?: boolean;
}

/** What the days come to. */
const total = (days: readonly Day[], of: Line['of'], last = false) =>
  sumOf((last ? days.slice(-1) : days).map(of));

/** A line of each figure over the days; beside its name, what they come to. */
export function Charts(props: { days: readonly Day[] | undefined; realm: Realm; shown: Shown }) {
  const { days, realm, shown } = props;
  return (
    <Grid least="20rem">
      {useLines(realm, shown, days ?? []).map(({ title, unit, of, last }) => {
        const value = days && total(days, of, last);
        return (
          <Panel
            key={title}
            title={title}
            tools={value && <Plain most={2} value={value} unit={unit(Number(value))} />}
          >
            <PanelBody>
              <LineChart
                label={title}
                unit={unit(0)}
                height={HEIGHT}
                points={days?.map((day) => ({ at: middayOf(day.at), value: of(day) }))}
              />
            </PanelBody>
          </Panel>
        );
      })}
    </Grid>
  );
}

function useLines(realm: Realm, { market, asset }: Shown, days: readonly Day[]): readonly Line[] {
  const { t } = useTranslation();
  const people = (count: number) => t(($) => $.reports.people, { count });
  const volumes = days.flatMap((day) => day.volumes);
  const quote = volumes.find((one) => one.market === market)?.asset ?? CASH;
  const ofPeople: readonly Line[] = [
    { title: t(($) => $.reports.verified), unit: people, of: (day) => String(day.verified ?? 0) },
    {
      title: t(($) => $.reports.conversations),
      unit: () => t(($) => $.reports.begun),
      of: (day) => String(day.conversations ?? 0),
    },
  ];
  const count = (of: (day: Day) => number) => (day: Day) => String(of(day));
  return [
    {
      title: t(($) => $.reports.registered[realm]),
      unit: people,
      of: count((day) => day.registered),
    },
    {
      title: t(($) => $.reports.active),
      unit: people,
      of: count((day) => day.active),
      last: true,
    },
    ...(realm === 'real' ? ofPeople : []),
    {
      title: t(($) => $.reports.orders),
      unit: () => t(($) => $.reports.placed),
      of: count((day) => day.orders),
    },
    {
      title: t(($) => $.reports.trades),
      unit: () => t(($) => $.reports.made),
      of: count((day) => day.trades),
    },
    {
      title: market === '' ? t(($) => $.reports.volume) : t(($) => $.reports.volumeOf, { market }),
      unit: () => quote,
      of: (day) => volumeOf(day, market, CASH),
    },
    {
      title: t(($) => $.reports.fees),
      unit: () => asset,
      of: (day) => amountOf(day, 'fees', asset),
    },
  ];
}
