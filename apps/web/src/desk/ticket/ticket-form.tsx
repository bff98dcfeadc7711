import type { SideName } from '@assay/core/order/order';
import { BUY, SELL } from '@assay/core/order/side';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Plain } from '../../ui/figures.tsx';
import { balanceOf, useAccount } from '../account/account-store.ts';
import { useDesk } from '../context.tsx';
import { useDeskPreferences } from '../layout/preferences.ts';
import type { Problem } from './check.ts';
import { OcoFields } from './oco-fields.tsx';
import { Options } from './options.tsx';
import { PreviewLines } from './preview-lines.tsx';
import { SendButton } from './send-button.tsx';
import { Share } from './share.tsx';
import css from './ticket.module.css';
import { Fields } from './ticket-fields.tsx';
import { useTypeNames } from './type-names.ts';
import { useCheck, useForm } from './use-ticket.ts';

const TYPES = ['limit', 'market', 'stopLimit', 'stopMarket', 'oco'] as const;

/** The order ticket: everything an order needs in one column, checked while it is typed. */
export function Ticket() {
  const { t } = useTranslation();
  const check = useCheck();
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
      <Sides />
      <Types />
      <Available />
      <Numbers problems={check.problems} />
      <Share />
      <Options problems={check.problems} />
      <PreviewLines check={check} />
      <SendButton check={check} submit={submit} />
    </form>
  );
}

/** The numbers of an order, or of two. */
function Numbers({ problems }: { problems: readonly Problem[] }) {
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

function Sides() {
  const { t } = useTranslation();
  const { ticket } = useDesk();
  const { side } = useForm();
  const sides: [SideName, string][] = [
    ['buy', t(($) => $.desk.side.buy)],
    ['sell', t(($) => $.desk.side.sell)],
  ];
  return (
    <fieldset className={css.sides}>
      <legend className="seen-by-ear">{t(($) => $.desk.ticket.side)}</legend>
      {sides.map(([name, text]) => (
        <button
          key={name}
          type="button"
          className={css.side}
          data-side={name}
          aria-pressed={side === name}
          onClick={() => ticket.getState().setSide(name)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}

function Types() {
  const { t } = useTranslation();
  const { ticket } = useDesk();
  const { type } = useForm();
  const names = useTypeNames();
  return (
    <fieldset className={css.types}>
      <legend className="seen-by-ear">{t(($) => $.desk.ticket.type)}</legend>
      {TYPES.map((name) => (
        <button
          key={name}
          type="button"
          className={css.type}
          aria-pressed={type === name}
          title={name === 'oco' ? t(($) => $.desk.ticket.ocoHint) : undefined}
          onClick={() => ticket.getState().setType(name)}
        >
          {names[name]}
        </button>
      ))}
    </fieldset>
  );
}

function Available() {
  const { t } = useTranslation();
  const { market } = useDesk();
  const { side } = useForm();
  const asset = side === 'buy' ? market.quote : market.base;
  const balances = useAccount((account) => account.balances);
  const ready = useAccount((account) => account.ready);
  const hidden = useDeskPreferences((preferences) => preferences.hideBalances);
  const { available } = balanceOf(balances, asset);
  return (
    <p className={css.available}>
      <span>{t(($) => $.desk.ticket.available)}</span>
      {hidden ? (
        <span>•••• {asset}</span>
      ) : (
        <Plain value={ready ? available : undefined} unit={asset} />
      )}
    </p>
  );
}
