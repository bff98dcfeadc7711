import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Amount, Fixed } from '@assay/kit/display/figures.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { useIndexFacts } from '../../lib/data/ticks.ts';
import { useStreamStatus } from '../../lib/stream/use-stream-status.ts';
import css from './options.module.css';
import type { OptionMarket, Quoted } from './use-options.ts';

const SECOND = 1_000;
const text = (units: number) => formatDecimal(BigInt(units), SCALE);

interface QuoteProps {
  market: OptionMarket;
  termMs: number;
  quoted: Quoted | undefined;
  /** Why there is none, in words. */
  failed: string | undefined;
}

/** All that is frozen in the signed quote. The lines stand there before their figures. */
export function QuoteLines({ market, termMs, quoted, failed }: QuoteProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { skewMs } = useStreamStatus();
  const { decimals, quote: counted } = useIndexFacts(market.index);
  const { asset } = market;
  const quote = quoted?.quote;
  const terms = market.terms.find((one) => one.termMs === termMs);
  const amount = (units: number | undefined) => (
    <Amount value={units === undefined ? undefined : text(units)} asset={asset} named />
  );
  const share = (ppm: number | undefined) => (
    <bdi dir="ltr">{ppm === undefined ? NO_VALUE : format.ppm(ppm)}</bdi>
  );
  const window = quote ?? terms;
  const delay = useDelay(quote?.tickDelayMs ?? market.tickDelayMs);
  return (
    <section className={css.quote} aria-label={t(($) => $.options.quote)}>
      <FigureLines
        dense
        lines={[
          {
            label: t(($) => $.options.spot),
            value: <Fixed value={quote && text(quote.spot)} decimals={decimals} unit={counted} />,
          },
          { label: t(($) => $.options.rate), value: share(quote?.payoutPpm ?? terms?.payoutPpm) },
          { label: t(($) => $.options.payout), value: amount(quote?.payout), strong: true },
          { label: t(($) => $.options.fee), value: amount(quote?.fee) },
          {
            label: t(($) => $.options.breakEven),
            value: share(quote?.breakEvenPpm ?? terms?.breakEvenPpm),
            title: t(($) => $.options.breakEvenHint),
          },
          {
            label: t(($) => $.options.expected),
            value: amount(quote?.expected),
            title: t(($) => $.options.expectedHint),
          },
          ...delay,
          {
            label: t(($) => $.options.window),
            value:
              window === undefined
                ? NO_VALUE
                : t(($) => $.options.windowText, {
                    seconds: window.windowMs / SECOND,
                    needed: window.needed,
                  }),
          },
          { label: t(($) => $.options.tie), value: t(($) => $.options.tieBack) },
          {
            label: t(($) => $.options.room),
            value: <Amount value={terms?.room} asset={asset} named />,
          },
          {
            label: t(($) => $.options.ownRoom),
            value: <Amount value={terms?.ownRoom} asset={asset} named />,
            title: t(($) => $.options.ownRoomHint, { share: format.ppm(market.buyerSharePpm) }),
          },
          {
            label: t(($) => $.options.quoteHolds),
            value:
              quote === undefined ? (
                NO_VALUE
              ) : (
                <Countdown
                  label={t(($) => $.options.quoteHolds)}
                  until={quote.expiresAt}
                  ahead={skewMs}
                />
              ),
          },
        ]}
      />
      <p className={css.note} data-wrong={failed === undefined ? undefined : true}>
        {failed !== undefined ? (
          <bdi>{failed}</bdi>
        ) : market.status === 'closed' ? (
          t(($) => $.options.state.notSoldText)
        ) : !market.isOpen ? (
          t(($) => $.options.state.closedText)
        ) : terms?.room === '0' ? (
          t(($) => $.options.state.soldOutText)
        ) : terms?.ownRoom === '0' ? (
          t(($) => $.options.state.shareTakenText)
        ) : quote === undefined ? (
          t(($) => $.options.waiting)
        ) : (
          t(($) => $.options.signed)
        )}
      </p>
    </section>
  );
}

/** The line of the market's delay, where it has one. */
export function useDelay(delayMs: number) {
  const { t } = useTranslation();
  if (delayMs === 0) return [];
  return [
    {
      label: t(($) => $.options.delay),
      value: t(($) => $.options.delayText, { seconds: delayMs / SECOND }),
      title: t(($) => $.options.delayHint),
    },
  ];
}
