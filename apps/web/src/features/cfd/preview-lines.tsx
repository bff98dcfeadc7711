import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount, Fixed } from '@assay/kit/display/figures.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { type Preview, worthOf } from '@assay/modules/cfd/rules';
import { useTranslation } from 'react-i18next';
import css from './cfd.module.css';
import { useConvertedLines } from './converted.tsx';
import { CASH, type Contract, pipOf, useConversion } from './use-cfd.ts';

interface PreviewProps {
  contract: Contract;
  preview: Preview | null;
  /** Filled at the next tick; others wait for their price. */
  isMarket: boolean;
}

/** What the order needs and leads to, before it is sent. The lines stand there before figures. */
export function PreviewLines(props: PreviewProps) {
  const { contract, preview, isMarket } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { market } = contract;
  const { rate } = useConversion(contract);
  const pip = pipOf(contract);
  const amount = (units: bigint | undefined) => (
    <Amount
      value={units === undefined ? undefined : formatDecimal(units, SCALE)}
      asset={CASH}
      named
    />
  );
  const isShort = preview?.problem === 'insufficientBalance';
  const price = (units: number | null | undefined) =>
    units === null || units === undefined ? (
      NO_VALUE
    ) : (
      <Fixed value={formatSafe(units, SCALE)} decimals={market.priceDecimals} unit={market.quote} />
    );
  return (
    <section aria-label={t(($) => $.cfd.preview)}>
      <FigureLines
        dense
        lines={[
          {
            label: isMarket ? t(($) => $.cfd.priceNow) : t(($) => $.cfd.orderPrice),
            value: price(preview?.price),
          },
          ...useConvertedLines(contract),
          { label: t(($) => $.cfd.value), value: amount(preview?.value) },
          { label: t(($) => $.cfd.margin), value: amount(preview?.margin), strong: true },
          {
            label: t(($) => $.cfd.closeOut),
            value: isShort ? NO_VALUE : price(preview?.closeOut),
            title: t(($) => $.cfd.closeOutHint),
          },
          {
            label: t(($) => $.cfd.spreadCost),
            value: amount(preview?.spreadCost),
            title: t(($) => $.cfd.spreadCostHint),
          },
          {
            label: t(($) => $.cfd.premium),
            value: preview === null || preview.premium === 0n ? null : amount(preview.premium),
          },
          {
            label: t(($) => $.cfd.perPip, { pip: format.plain(formatSafe(pip, SCALE)) }),
            value: amount(preview && rate ? worthOf(preview.quantity, pip, rate) : undefined),
          },
        ]}
      />
      {isShort ? <p className={css.wrong}>{t(($) => $.cfd.overMargin)}</p> : null}
      {isMarket ? <p className={css.note}>{t(($) => $.cfd.nextTick)}</p> : null}
    </section>
  );
}
