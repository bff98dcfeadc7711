import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { useMarket } from '../../lib/data/markets.ts';
import type { WorstCase } from './worst-case.ts';

/** Left-to-right isolate marks: figures inside a sentence of any direction. */
const ltr = (text: string) => `\u2066${text}\u2069`;
/** Percent are shown to a tenth. */
const PPM_OF_TENTH = 1000;

interface WorstNoteProps {
  worst: WorstCase;
  market: string;
  side: 'buy' | 'sell';
  /** Given by an amount of the quote asset, so that the quantity is what differs. */
  byAmount: boolean;
}

/** Says what an order far from the market comes to in the worst case. */
export function WorstNote({ worst, market, side, byAmount }: WorstNoteProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { base = '', quote = '' } = useMarket(market) ?? {};
  const unit = byAmount ? base : quote;
  const size = (text: string) => ltr(`${format.amount(text, unit)} ${unit}`);
  const price = (text: string) => ltr(`${format.plain(text)} ${quote}`);
  const figures = {
    price: price(worst.worst.price),
    worst: size(worst.worst.size),
    fair: size(worst.fair.size),
  };
  const far = {
    percent: ltr(format.ppm(Math.round(worst.percent * 10) * PPM_OF_TENTH)),
    price: price(worst.fair.price),
  };
  const outcome = {
    pay: t(($) => $.desk.far.pay, figures),
    receive: t(($) => $.desk.far.receive, figures),
    give: t(($) => $.desk.far.give, figures),
  };
  const other = side === 'buy' ? 'receive' : 'give';
  const own = side === 'buy' ? 'pay' : 'receive';
  const title =
    worst.against === 'mark' ? t(($) => $.desk.far.mark, far) : t(($) => $.desk.far.trigger, far);
  return (
    <Callout tone="warning" live title={title}>
      {outcome[byAmount ? other : own]}
    </Callout>
  );
}
