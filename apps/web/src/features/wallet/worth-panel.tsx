import { Amount, directionClass } from '@assay/kit/display/figures.tsx';
import { LineChart } from '@assay/kit/display/line-chart.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { EmptyState, Failure } from '@assay/kit/feedback/states.tsx';
import { signOf } from '@assay/kit/format/compare.ts';
import { Segments } from '@assay/kit/input/segments.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Assets } from './use-assets.ts';
import { SPANS, type Span, useWorth } from './use-worth.ts';
import css from './wallet.module.css';

const HEIGHT = 140;

/** What both wallets together were worth at the end of each day, and are now. */
export function WorthPanel({ assets, hidden }: { assets: Assets | undefined; hidden: boolean }) {
  const { t } = useTranslation();
  const [span, setSpan] = useState<Span>('30');
  const { data, isError, refetch } = useWorth(span);
  return (
    <Panel
      title={t(($) => $.wallet.worth.title)}
      tools={
        <Segments
          dense
          label={t(($) => $.wallet.worth.days)}
          value={span}
          onChange={setSpan}
          options={SPANS.map((days) => ({
            value: days,
            text: t(($) => $.wallet.worth.last, { count: Number(days) }),
          }))}
        />
      }
    >
      <PanelBody>
        <div className={css.worth}>
          {isError ? (
            <Failure compact onRetry={() => void refetch()} />
          ) : (
            <Line days={data} assets={assets} hidden={hidden} />
          )}
        </div>
      </PanelBody>
    </Panel>
  );
}

interface LineProps {
  days: ReturnType<typeof useWorth>['data'];
  assets: Assets | undefined;
  hidden: boolean;
}

function Line({ days: data, assets, hidden }: LineProps) {
  const { t } = useTranslation();
  const [opened] = useState(() => Date.now());
  if (data !== undefined && (hidden || data.days.length === 0)) {
    if (hidden) return <EmptyState compact title={t(($) => $.wallet.worth.hidden)} />;
    const text = t(($) => $.wallet.worth.noneText);
    return <EmptyState compact title={t(($) => $.wallet.worth.none)} text={text} />;
  }
  const now = assets === undefined ? [] : [{ at: opened, value: assets.totalUsdt }];
  const points = data?.days.map(({ end, totalUsdt }) => ({ at: end - 1, value: totalUsdt }));
  return (
    <>
      <LineChart
        label={t(($) => $.wallet.worth.title)}
        unit="USDT"
        height={HEIGHT}
        points={points && [...points, ...now]}
      />
      {data === undefined ? null : (
        <p className={css.result}>
          <Sentence
            parts={{
              amount: (
                <Amount
                  value={data.resultUsdt}
                  asset="USDT"
                  named
                  className={directionClass(signOf(data.resultUsdt))}
                />
              ),
            }}
          >
            {(put) => t(($) => $.wallet.worth.result, put)}
          </Sentence>
        </p>
      )}
    </>
  );
}
