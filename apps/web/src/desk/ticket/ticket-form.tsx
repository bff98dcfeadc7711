import { BUY, SELL } from '@assay/core/order/side';
import { Amount } from '@assay/kit/display/figures.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { SideChoice } from '@assay/kit/input/side-choice.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { balanceOf, useAccount } from '../account/account-store.ts';
import { useDesk } from '../context.tsx';
import { dustOf, staysOf } from '../dust.ts';
import { BalancesEye } from '../layout/balances-eye.tsx';
import { useDeskPreferences } from '../layout/preferences.ts';
import type { Check, Problem } from './check.ts';
import { OcoFields } from './oco-fields.tsx';
import { SendButton } from './send-button.tsx';
import css from './ticket.module.css';
import { Fields } from './ticket-fields.tsx';
import { useTypeNames } from './type-names.ts';
import { useForm } from './use-ticket.ts';

/**
 * The order ticket: the fields that a product puts into it, and the button that sends what they
 * hold.
 */
export function TicketForm({ check, children }: { check: Check; children: ReactNode }) {
  const { t } = useTranslation();
  const submit = useRef<(() => void) | null>(null);
  usePrefill();
  return (
    <form
      id="ticket"
      className={css.ticket}
      aria-label={t(($) => $.desk.ticket.label)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit.current?.();
      }}
    >
      {children}
      <SendButton check={check} submit={submit} />
    </form>
  );
}

/** The numbers of an order, or of two. */
export function Numbers({ problems }: { problems: readonly Problem[] }) {
  const { type } = useForm();
  return type === 'oco' ? <OcoFields problems={problems} /> : <Fields problems={problems} />;
}

/** The first price that is known becomes the limit price; after that it is the person's. */
function usePrefill(): void {
  const { book, ticket } = useDesk();
  useEffect(() => {
    const suggest = () => ticket.getState().suggest(book.best(SELL) || book.best(BUY));
    let leave: () => void = () => undefined;
    const once = () => {
      suggest();
      if (ticket.getState().form.price !== '') leave();
    };
    leave = book.subscribe(once);
    return leave;
  }, [book, ticket]);
}

/** Whether to buy or to sell. */
export function Sides() {
  const { t } = useTranslation();
  const { ticket } = useDesk();
  return (
    <SideChoice
      label={t(($) => $.desk.ticket.side)}
      sides={[
        { value: 'buy', text: t(($) => $.desk.side.buy) },
        { value: 'sell', text: t(($) => $.desk.side.sell) },
      ]}
      value={useForm().side}
      onChange={(side) => ticket.getState().setSide(side)}
    />
  );
}

/** The types of order that the product has. */
export function Types() {
  const { t } = useTranslation();
  const { ticket, product } = useDesk();
  const names = useTypeNames();
  return (
    <Segments
      dense
      look="lines"
      label={t(($) => $.desk.ticket.type)}
      options={product.types.map((value) => ({
        value,
        text: names[value],
        title: value === 'oco' ? t(($) => $.desk.ticket.ocoHint) : undefined,
      }))}
      value={useForm().type}
      onChange={(type) => ticket.getState().setType(type)}
    />
  );
}

/** The free balance of what orders of the side hold. */
export function SideBalance() {
  const { product, market } = useDesk();
  const { side, quantity } = useForm();
  const asset = product.heldIn(market, side);
  const amount = useAccount(({ ready, balances }) =>
    ready ? balanceOf(balances, product.wallet, asset).available : undefined,
  );
  const sells = side === 'sell' && asset === market.base && amount !== undefined;
  return (
    <>
      <Available asset={asset} amount={amount} />
      {sells ? <BelowLot available={amount} quantity={quantity} /> : null}
    </>
  );
}

/**
 * What of the balance no order can sell, and that it stays when the order sells all else. The line
 * is there with either text, so that a press on the most does not move the fields.
 */
function BelowLot({ available, quantity }: { available: string; quantity: string }) {
  const { t } = useTranslation();
  const { stepSize, base } = useDesk().market;
  const format = useFormat();
  const hidden = useDeskPreferences((preferences) => preferences.hideBalances);
  const dust = dustOf(available, [stepSize]);
  if (dust === '' || hidden) return null;
  // Isolated, because a sentence may be written from right to left.
  const amount = `\u2066${format.plain(dust)} ${base}\u2069`;
  const text =
    staysOf(available, quantity, stepSize) === ''
      ? t(($) => $.desk.ticket.belowLot, { amount })
      : t(($) => $.desk.ticket.stays, { amount });
  return (
    <p className={css.belowLot} title={t(($) => $.desk.ticket.belowLotHint)}>
      {text}
    </p>
  );
}

/** What the account has for the order: decimal text, undefined before it is known. */
function Available({ asset, amount }: { asset: string; amount: string | undefined }) {
  const { t } = useTranslation();
  const hidden = useDeskPreferences((preferences) => preferences.hideBalances);
  return (
    <p className={css.available}>
      <span className={css.availableName}>
        {t(($) => $.desk.ticket.available)}
        <BalancesEye />
      </span>
      {hidden ? <span>•••• {asset}</span> : <Amount value={amount} asset={asset} named />}
    </p>
  );
}
