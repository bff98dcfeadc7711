import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { Amount, Fixed, Instant } from '@assay/kit/display/figures.tsx';
import { signOf } from '@assay/kit/format/compare.ts';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PairName } from '../../ui/pair-name.tsx';
import css from './cfd.module.css';
import { CASH, type CfdPosition, useContract, usePositionNow } from './use-cfd.ts';

/** A contract by its pair, as a way to where it is traded. */
export function ContractName({ symbol }: { symbol: string }) {
  const contract = useContract(symbol);
  if (contract === undefined) return <bdi dir="ltr">{symbol}</bdi>;
  const { base, quote } = contract.market;
  return (
    <Link className={css.name} to={`/preciousMetal?market=${symbol}`}>
      <PairName base={base} quote={quote} />
    </Link>
  );
}

interface SideProps {
  side: 'buy' | 'sell';
  leverage: number;
}

/** Long or short, and with how much leverage. */
export function SideWord({ side, leverage }: SideProps) {
  const { t } = useTranslation();
  return (
    <span className={css.side} data-side={side}>
      {side === 'buy' ? t(($) => $.cfd.long) : t(($) => $.cfd.short)}{' '}
      <bdi dir="ltr">{t(($) => $.cfd.times, { n: leverage })}</bdi>
    </span>
  );
}

/** A position by its pair, its direction and its lots, where several could be meant. */
export function PositionName({ position }: { position: CfdPosition }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { contract: symbol, side, leverage, lots } = position;
  const { market } = useContract(symbol) ?? {};
  return (
    <>
      {market === undefined ? symbol : <PairName base={market.base} quote={market.quote} />}{' '}
      <SideWord side={side} leverage={leverage} /> <bdi dir="ltr">{format.plain(lots)}</bdi>{' '}
      {t(($) => $.cfd.lotsUnit)}
    </>
  );
}

/** A price as its market writes it; a dash for none. */
export function Price({ symbol, value }: { symbol: string; value: string }) {
  const contract = useContract(symbol);
  if (value === '') return NO_VALUE;
  return <Fixed value={value} decimals={contract?.market.priceDecimals ?? 2} />;
}

export function PriceNow({ position }: { position: CfdPosition }) {
  const now = usePositionNow(position);
  return (
    <span data-live="">
      <Price symbol={position.contract} value={now ? formatSafe(now.price, SCALE) : ''} />
    </span>
  );
}

interface GainProps {
  value: bigint | string | undefined;
  /** In a table the asset is not named in each row. */
  named?: boolean;
}

/** A gain or a loss. */
export function Gain({ value, named = true }: GainProps) {
  const text = typeof value === 'bigint' ? formatDecimal(value, SCALE) : value;
  const sign = signOf(text ?? '');
  const look = sign === 0 ? undefined : sign < 0 ? css.loss : css.gain;
  return <Amount named={named} value={text} asset={CASH} className={look} />;
}

/** What a position gains by the prices now. */
export function GainNow({ position }: { position: CfdPosition }) {
  return (
    <span data-live="">
      <Gain value={usePositionNow(position)?.gain} />
    </span>
  );
}

interface ProtectionProps {
  of: Pick<CfdPosition, 'contract' | 'takeProfit' | 'stopLoss' | 'trailing' | 'guaranteed'>;
}

/** The stop: its price, or the distance that it keeps. */
export function Stop({ of }: ProtectionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (of.trailing !== '') {
    return t(($) => $.cfd.trailingBy, { distance: format.plain(of.trailing) });
  }
  if (of.stopLoss === '') return NO_VALUE;
  return (
    <span className={css.priceAt}>
      <Price symbol={of.contract} value={of.stopLoss} />
      {of.guaranteed ? <span className={css.at}>{t(($) => $.cfd.guaranteedShort)}</span> : null}
    </span>
  );
}

/** A price with its time below. */
export function PriceAt(props: { symbol: string; value: string; at: number }) {
  const { symbol, value, at } = props;
  return (
    <span className={css.priceAt}>
      <Price symbol={symbol} value={value} />
      <Instant className={css.at} at={at} />
    </span>
  );
}
