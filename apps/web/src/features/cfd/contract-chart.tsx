import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { Fixed } from '@assay/kit/display/figures.tsx';
import { useTranslation } from 'react-i18next';
import { IndexChart } from '../../ui/index-chart.tsx';
import css from './cfd.module.css';
import { useQuotes } from './quotes.ts';
import { type Contract, pricesOf, useCfdAccount, useReceipts } from './use-cfd.ts';

/** The index with the prices of what is open, and what was opened and closed while one looked. */
export function ContractChart({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const { symbol, index } = contract.view.listing;
  const { data } = useCfdAccount();
  const positions = (data?.positions ?? []).filter((one) => one.contract === symbol);
  const receipts = useReceipts().data?.pages[0]?.receipts ?? [];
  const { bid, ask } = pricesOf(contract.view, useQuotes());
  const middle = bid === 0 ? undefined : formatSafe(Math.round((bid + ask) / 2), SCALE);
  const words = {
    buy: t(($) => $.cfd.sides.buy),
    sell: t(($) => $.cfd.sides.sell),
    takeProfit: t(($) => $.cfd.takeProfit),
    stopLoss: t(($) => $.cfd.stopLoss),
    opened: t(($) => $.cfd.opened),
    closed: t(($) => $.cfd.closed),
  };
  return (
    <>
      <Prices contract={contract} />
      <IndexChart
        index={index}
        label={t(($) => $.cfd.chart)}
        now={{ label: t(($) => $.cfd.middle), price: middle }}
        levels={positions.flatMap(({ id, side, entry, takeProfit, stopLoss }) => [
          { key: id, value: entry, text: words[side], mark: side === 'buy' ? '↑' : '↓' },
          ...(takeProfit === ''
            ? []
            : [{ key: -id, value: takeProfit, text: words.takeProfit, mark: '+' }]),
          ...(stopLoss === ''
            ? []
            : [{ key: -id - 0.5, value: stopLoss, text: words.stopLoss, mark: '−' }]),
        ])}
        marks={receipts
          .filter(
            ({ contract: of, kind }) => of === symbol && (kind === 'opened' || kind === 'closed'),
          )
          .map(({ seq, n, kind, price, tickAt, side }) => ({
            ...{ key: seq + n / 1_000, at: tickAt, value: price },
            text: kind === 'opened' ? words.opened : words.closed,
            mark: kind === 'closed' ? '×' : side === 'buy' ? '↑' : '↓',
          }))}
      />
    </>
  );
}

/** At what one sells and buys now, and the difference. */
function Prices({ contract: { view, market } }: { contract: Contract }) {
  const { t } = useTranslation();
  const { bid, ask } = pricesOf(view, useQuotes());
  const figure = (price: number) => (
    <Fixed
      value={price === 0 ? undefined : formatSafe(price, SCALE)}
      decimals={market.priceDecimals}
    />
  );
  return (
    <dl className={css.prices}>
      <div data-side="sell">
        <dt>{t(($) => $.cfd.bid)}</dt>
        <dd>{figure(bid)}</dd>
      </div>
      <div data-side="buy">
        <dt>{t(($) => $.cfd.ask)}</dt>
        <dd>{figure(ask)}</dd>
      </div>
      <div>
        <dt>{t(($) => $.cfd.spread)}</dt>
        <dd>{figure(ask - bid)}</dd>
      </div>
    </dl>
  );
}
