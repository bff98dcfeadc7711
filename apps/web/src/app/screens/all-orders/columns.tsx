import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { Badge, type Tone } from '@assay/kit/display/badge.tsx';
import { Amount, Fixed, Instant, Plain } from '@assay/kit/display/figures.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useTranslation } from 'react-i18next';
import { Gain, GainNow } from '../../../features/cfd/cells.tsx';
import { RESULTS } from '../../../features/options/words.ts';
import { useMarkets } from '../../../lib/data/markets.ts';
import { ORDER_STATES } from '../../../ui/order-states.ts';
import { PairName } from '../../../ui/pair-name.tsx';
import { Act } from './actions.tsx';
import type { Row, Tab } from './rows.ts';

/** The columns of a list; what can be done is only with what is not over. */
export function useColumns(tab: Tab): readonly Column<Row>[] {
  const { t } = useTranslation();
  const stateOf = useStateOf();
  const columns: readonly Column<Row>[] = [
    {
      ...{ name: 'at', head: t(($) => $.orders.head.at) },
      cell: ({ at }) => <Instant at={at} />,
      sort: ({ at }) => at,
      csv: ({ at }) => isoOf(at),
    },
    {
      ...{ name: 'product', head: t(($) => $.orders.head.product) },
      cell: ({ product }) => t(($) => $.orders.products[product]),
      csv: ({ product }) => product,
    },
    {
      ...{ name: 'market', head: t(($) => $.orders.head.market), card: 'title' },
      cell: (row) => <Pair symbol={marketOf(row)} />,
      csv: marketOf,
    },
    {
      ...{ name: 'side', head: t(($) => $.orders.head.side) },
      cell: (row) => t(($) => $.orders.sides[sideOf(row)]),
      csv: sideOf,
    },
    {
      ...{ name: 'size', head: t(($) => $.orders.head.size), figure: true },
      cell: (row) => <Size row={row} />,
      csv: sizeOf,
    },
    {
      ...{ name: 'opened', head: t(($) => $.orders.head.opened), figure: true },
      cell: (row) => <Price symbol={marketOf(row)} value={openedOf(row)} />,
      csv: openedOf,
    },
    {
      ...{ name: 'closed', head: t(($) => $.orders.head.closed), figure: true },
      cell: (row) => <Price symbol={marketOf(row)} value={closedOf(row)} />,
      csv: closedOf,
    },
    {
      ...{ name: 'profit', head: t(($) => $.orders.head.profit), figure: true },
      cell: (row) => <Profit row={row} />,
      csv: profitOf,
    },
    {
      ...{ name: 'state', head: t(($) => $.orders.head.state), card: 'value' },
      cell: (row) => <State {...stateOf(row)} />,
      csv: (row) => stateOf(row).text,
    },
  ];
  if (tab === 'closed' || tab === 'cancelled') return columns;
  const actions: Column<Row> = {
    ...{ name: 'do', head: t(($) => $.orders.head.actions), actions: true },
    cell: (row) => <Act row={row} />,
  };
  return [...columns, actions];
}

/** The market whose prices decide: of a delivery contract, that of its index. */
function useMarketOf(symbol: string) {
  const markets = useMarkets().data;
  const isOption = symbol.endsWith('-OPT');
  return markets?.find(({ market }) => market === (isOption ? symbol.slice(0, -4) : symbol));
}

/** A price as its market writes it; a dash for none. */
function Price({ symbol, value }: { symbol: string; value: string }) {
  const found = useMarketOf(symbol);
  if (value === '') return NO_VALUE;
  if (found === undefined) return <Plain value={value} />;
  return <Fixed value={value} decimals={found.priceDecimals} />;
}

function Pair({ symbol }: { symbol: string }) {
  const found = useMarketOf(symbol);
  if (found === undefined) return <bdi dir="ltr">{symbol}</bdi>;
  return <PairName base={found.base} quote={found.quote} />;
}

function marketOf(row: Row): string {
  if (row.product === 'spot') return row.order.market;
  if (row.product === 'options') return row.option.market;
  return cfdOf(row).contract;
}

type CfdRow = Extract<Row, { product: 'cfd' }>;

function cfdOf(row: CfdRow) {
  if (row.what === 'order') return row.order;
  return row.what === 'position' ? row.position : row.receipt;
}

function sideOf(row: Row): 'buy' | 'sell' | 'long' | 'short' | 'up' | 'down' {
  if (row.product === 'options') return row.option.direction;
  if (row.product === 'spot') return row.order.side;
  return cfdOf(row).side === 'buy' ? 'long' : 'short';
}

function sizeOf(row: Row): string {
  if (row.product === 'options') return row.option.stake;
  return row.product === 'spot' ? row.order.quantity || row.order.quoteAmount : cfdOf(row).lots;
}

function Size({ row }: { row: Row }) {
  const { t } = useTranslation();
  if (row.product === 'options') {
    return <Amount named value={row.option.stake} asset={row.option.asset} />;
  }
  if (row.product === 'cfd') return <Plain value={sizeOf(row)} unit={t(($) => $.orders.lots)} />;
  return <Plain value={sizeOf(row)} />;
}

/** The price at which it was opened, or bought or sold; of what waits, the price of the order. */
function openedOf(row: Row): string {
  if (row.product === 'options') return row.option.entryPrice;
  if (row.product === 'spot') {
    const { averageFillPrice, limitPrice, triggerPrice, filledQuantity } = row.order;
    return filledQuantity === '0' ? limitPrice || triggerPrice : averageFillPrice;
  }
  if (row.what === 'position') return row.position.entry;
  return row.what === 'order' ? row.order.price : row.receipt.entry;
}

/** The price at which it came to its end; nothing for what has none. */
function closedOf(row: Row): string {
  if (row.product === 'options') return row.option.exitPrice;
  const isClosing =
    row.product === 'cfd' && row.what === 'receipt' && row.receipt.kind === 'closed';
  return isClosing ? row.receipt.price : '';
}

function profitOf(row: Row): string {
  if (row.product === 'options') return row.option.result === '' ? '' : row.option.income;
  if (row.product === 'cfd' && row.what === 'receipt') {
    return row.receipt.kind === 'closed' ? row.receipt.amount : '';
  }
  return '';
}

function Profit({ row }: { row: Row }) {
  if (row.product === 'cfd' && row.what === 'position') return <GainNow position={row.position} />;
  const profit = profitOf(row);
  return profit === '' ? NO_VALUE : <Gain value={profit} />;
}

function State({ tone, text }: { tone: Tone; text: string }) {
  return <Badge tone={tone}>{text}</Badge>;
}

/** What became of it, in one word and its tone. */
function useStateOf(): (row: Row) => { readonly tone: Tone; readonly text: string } {
  const { t } = useTranslation();
  return (row) => {
    if (row.product === 'spot') {
      const { tone, label } = ORDER_STATES[row.order.status];
      return { tone, text: label(t) };
    }
    const running = { tone: 'good', text: t(($) => $.orders.running) } as const;
    if (row.product === 'options') {
      const { result, state } = row.option;
      if (result !== '') return { tone: RESULTS[result].tone, text: RESULTS[result].label(t) };
      return state === 'selling' ? { tone: 'accent', text: t(($) => $.options.selling) } : running;
    }
    if (row.what === 'order') return { tone: 'accent', text: t(($) => $.orders.waiting) };
    if (row.what === 'position') {
      const isClosing = row.position.closing !== '0';
      return isClosing ? { tone: 'accent', text: t(($) => $.cfd.closing) } : running;
    }
    const { kind, why } = row.receipt;
    if (kind === 'ended') return { tone: 'neutral', text: t(($) => $.cfd.whys[why]) };
    return why === 'closeOut'
      ? { tone: 'bad', text: t(($) => $.orders.liquidated) }
      : { tone: 'neutral', text: t(($) => $.orders.closed) };
  };
}
