import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { PlaceOrder, Preview } from '@assay/modules/spot/rules';
import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Ltr } from '../../../ui/ltr.tsx';
import { PairName } from '../../../ui/pair-name.tsx';
import { useDeal } from '../deal.tsx';
import { useDealPreferences } from '../preferences.ts';
import { averagePrice } from './check.ts';
import css from './ticket.module.css';
import { useTypeNames } from './type-names.ts';

interface ConfirmProps {
  order: PlaceOrder;
  preview: Preview | null;
  /** The order is expected to run far from the best price: this question cannot be switched off. */
  far: boolean;
  close(): void;
  send(): void;
}

/** The order once more in full, before it is sent. */
export default function Confirm({ order, preview, far, close, send }: ConfirmProps) {
  const { t } = useTranslation();
  const names = useTypeNames();
  const [never, setNever] = useState(false);
  const change = useDealPreferences((preferences) => preferences.change);
  const sendAtOnce = useDealPreferences((preferences) => preferences.sendAtOnce);
  const go = () => {
    if (never) change({ sendAtOnce: [...sendAtOnce, order.type] });
    send();
  };
  const title = order.side === 'buy' ? t(($) => $.spot.confirm.buy) : t(($) => $.spot.confirm.sell);
  return (
    <Dialog opened onClose={close} title={title} size="24rem">
      <OrderLines order={order} preview={preview} />
      {far ? <p className={css.warning}>{t(($) => $.spot.confirm.far)}</p> : null}
      {far ? null : (
        <Checkbox
          size="sm"
          className={css.never ?? ''}
          label={t(($) => $.spot.confirm.never, { type: names[order.type] })}
          checked={never}
          onChange={(event) => setNever(event.currentTarget.checked)}
        />
      )}
      <div className={css.buttons}>
        <Button variant="default" onClick={close}>
          {t(($) => $.shell.session.back)}
        </Button>
        <Button data-autofocus className={css.send ?? ''} data-side={order.side} onClick={go}>
          {t(($) => $.spot.confirm.send)}
        </Button>
      </div>
    </Dialog>
  );
}

function OrderLines({ order, preview }: { order: PlaceOrder; preview: Preview | null }) {
  const { t } = useTranslation();
  const { market, rules } = useDeal();
  const format = useFormat();
  const names = useTypeNames();
  const { base, quote } = market;
  const figure = (text: string | undefined, unit: string) =>
    text === undefined ? null : <Ltr>{`${format.plain(text)} ${unit}`}</Ltr>;
  const units = (value: number | undefined) =>
    value === undefined ? null : figure(formatSafe(value, SCALE), quote);
  // What is paid at market can differ from the estimate: these two say by how much at most.
  const slippage = order.maxSlippagePpm;
  const average = slippage === undefined || preview === null ? null : averagePrice(preview, rules);
  const lines: [string, ReactNode][] = [
    [t(($) => $.spot.table.pair), <PairName key="pair" base={base} quote={quote} />],
    [t(($) => $.spot.table.type), names[order.type]],
    [t(($) => $.spot.ticket.trigger), figure(order.triggerPrice, quote)],
    [t(($) => $.spot.ticket.price), figure(order.limitPrice, quote)],
    [t(($) => $.spot.ticket.quantity), figure(order.quantity, base)],
    [t(($) => $.spot.ticket.amount), figure(order.quoteAmount, quote)],
    [
      t(($) => $.spot.preview.average),
      average === null ? null : (
        <Ltr key="average">{`${format.fixed(average, rules.priceDecimals)} ${quote}`}</Ltr>
      ),
    ],
    [
      t(($) => $.spot.ticket.slippage),
      slippage === undefined ? null : <Ltr key="slippage">{format.ppm(slippage)}</Ltr>,
    ],
    [t(($) => $.spot.table.fee), units(preview?.fee)],
    [
      order.side === 'buy' ? t(($) => $.spot.preview.pay) : t(($) => $.spot.preview.receive),
      units(preview?.total),
    ],
  ];
  return (
    <dl className={css.summary}>
      {lines.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className={css.line}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
