import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { IconCheck } from '@assay/kit/icons/check.ts';
import { IconPencil } from '@assay/kit/icons/pencil.ts';
import { IconX } from '@assay/kit/icons/x.ts';
import { IconButton } from '@assay/kit/input/icon-button.tsx';
import field from '@assay/kit/input/number-field.module.css';
import { NumberInput, useUnreadWords } from '@assay/kit/input/number-input.tsx';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../lib/api/wire.ts';
import { type ListPlace, partnerOf, placeInList, useAccount } from '../account/account-store.ts';
import { changeableOf, isRead, numbersOf } from '../amend.ts';
import { useDesk } from '../context.tsx';
import { useDeskPreferences } from '../layout/preferences.ts';
import type { OrderChange } from '../orders.ts';
import { useProductOrders } from '../product-markets.ts';
import type { WorstCase } from '../ticket/worst-case.ts';
import { WorstNote } from '../ticket/worst-note.tsx';
import { columns } from './columns.ts';
import {
  Filled,
  firstCells,
  LimitPrice,
  type ListMark,
  orderValue,
  Size,
  Trigger,
  Value,
} from './order-cells.tsx';
import css from './tables.module.css';
import { ToTicket } from './to-ticket.tsx';
import { useOrderActions } from './use-order-actions.ts';
import { useWorstOfChange } from './use-worst-of-change.ts';

/** The open orders that the filter leaves. */
export function useShownOrders(): readonly OrderView[] {
  const { product, market } = useDesk();
  const orders = useProductOrders(product);
  const onlyThis = useDeskPreferences((preferences) => preferences.hideOtherPairs);
  return useMemo(
    () => (onlyThis ? orders.filter((order) => order.market === market.market) : orders),
    [orders, onlyThis, market.market],
  );
}

/** What still stands, with its cancel and its change. */
export function OpenOrders() {
  const { t } = useTranslation();
  const ready = useAccount((account) => account.ready);
  const orders = useShownOrders();
  const heads = columns([
    [t(($) => $.desk.table.time), 'time'],
    [t(($) => $.desk.table.pair), 'pair'],
    [t(($) => $.desk.table.type), 'type'],
    [t(($) => $.desk.table.side), 'side'],
    [t(($) => $.desk.table.price), 'figure'],
    [t(($) => $.desk.table.quantity), 'figure'],
    [t(($) => $.desk.table.value), 'figure'],
    [t(($) => $.desk.table.filled), 'share'],
    [t(($) => $.desk.table.trigger), 'figure'],
    [t(($) => $.desk.table.actions), 'actions'],
  ]);
  const caption = t(($) => $.desk.tabs.open);
  if (ready && orders.length === 0) {
    return (
      <EmptyState
        compact
        title={t(($) => $.desk.empty.open)}
        text={t(($) => $.desk.empty.openText)}
        action={<ToTicket />}
      />
    );
  }
  return (
    <ListTable fills caption={caption} columns={heads}>
      {ready ? orders.map((order) => <OpenRow key={order.id} order={order} />) : undefined}
    </ListTable>
  );
}

function OpenRow({ order }: { order: OrderView }) {
  const place = useAccount(({ orders }) => placeInList(order, orders));
  const list = useListMark(order, place);
  const [change, setChange] = useState<OrderChange | null>(null);
  // An order of a list is not changed without the others.
  const fields = place === 'alone' ? changeableOf(order) : [];
  const { amend, cancel, busy } = useOrderActions();
  const row = useFocusInRow(change !== null);
  const [worst, setWorst] = useState<WorstCase | null>(null);
  const worstOf = useWorstOfChange(order);
  const save = async () => {
    if (change === null || !isRead(change)) return;
    const far = worst === null ? worstOf(change) : null;
    setWorst(far);
    if (far === null && (await amend(order, change))) setChange(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save();
    if (event.key === 'Escape') setChange(null);
    if (event.key === 'Enter' || event.key === 'Escape') event.stopPropagation();
  };
  const cell = (name: keyof OrderChange, shown: ReactNode) =>
    change === null || !fields.includes(name) ? (
      shown
    ) : (
      <Input
        name={name}
        first={fields[0] === name}
        value={change[name]}
        onChange={(text) => setChange((before) => before && { ...before, [name]: text })}
        onKeyDown={onKeyDown}
      />
    );
  const far =
    worst === null ? null : (
      <FarChange order={order} worst={worst} close={() => setWorst(null)} go={save} />
    );
  return (
    <TableRow
      ref={row}
      cells={[
        ...firstCells(order, list),
        cell('limitPrice', <LimitPrice order={order} />),
        cell('quantity', <Size order={order} />),
        <Value key="value" market={order.market} value={orderValue(order)} />,
        <Filled key="filled" order={order} />,
        cell('triggerPrice', <Trigger order={order} />),
        <Fragment key="actions">
          <Actions
            changeable={fields.length > 0}
            place={place}
            editing={change !== null}
            busy={busy}
            edit={() => setChange(numbersOf(order))}
            save={save}
            close={() => setChange(null)}
            cancel={() => cancel(order)}
          />
          {far}
        </Fragment>,
      ]}
    />
  );
}

/** The mark of an open order that belongs to others; null for one that is alone. */
function useListMark(order: OrderView, place: ListPlace): ListMark | null {
  const { t } = useTranslation();
  const partner = useAccount(({ orders }) => partnerOf(order, orders)?.id);
  switch (place) {
    case 'waits': {
      const hint = t(($) => $.desk.table.waitsFor, { other: order.oco });
      return { name: t(($) => $.desk.table.waits), hint };
    }
    case 'triggers':
      return { name: t(($) => $.desk.type.oto), hint: t(($) => $.desk.table.triggers) };
    case 'pair': {
      const hint = t(($) => $.desk.table.ocoOpen, { other: partner ?? order.oco });
      return { name: t(($) => $.desk.type.oco), hint };
    }
    case 'alone':
      return null;
  }
}

/**
 * Keeps the focus in the table: on the row's first button when its fields are closed, and on the
 * next row when the row is gone.
 */
function useFocusInRow(editing: boolean) {
  const row = useRef<HTMLTableRowElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasEditing.current && !editing && isLost) focusIn(row.current);
    wasEditing.current = editing;
  }, [editing]);
  useLayoutEffect(() => {
    const own = row.current;
    return () => {
      if (own?.contains(document.activeElement) !== true) return;
      focusIn(own.nextElementSibling ?? own.previousElementSibling);
    };
  }, []);
  return row;
}

function focusIn(row: Element | null): void {
  row?.querySelector('button')?.focus({ preventScroll: true });
}

interface InputProps {
  name: keyof OrderChange;
  /** The first field of the row takes the focus. */
  first: boolean;
  value: string;
  onChange(text: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

function Input({ name, first, value, onChange, onKeyDown }: InputProps) {
  const { t } = useTranslation();
  const problem = useUnreadWords()(value);
  const label = {
    limitPrice: t(($) => $.desk.table.price),
    quantity: t(($) => $.desk.table.quantity),
    triggerPrice: t(($) => $.desk.table.trigger),
  }[name];
  return (
    <NumberInput
      autoFocus={first}
      className={`${field.number} ${css.input}`}
      size={8}
      aria-label={label}
      aria-invalid={problem !== undefined}
      title={problem}
      value={value}
      onChange={onChange}
      onKeyDown={onKeyDown}
    />
  );
}

interface FarChangeProps {
  order: OrderView;
  worst: WorstCase;
  close(): void;
  go(): Promise<void>;
}

/** Asks about a change that would let the order trade far from the market. */
function FarChange({ order, worst, close, go }: FarChangeProps) {
  const { t } = useTranslation();
  return (
    <Confirm
      title={t(($) => $.desk.table.change)}
      warning={<WorstNote worst={worst} market={order.market} side={order.side} byAmount={false} />}
      action={t(($) => $.desk.table.save)}
      run={go}
      close={close}
    />
  );
}

interface ActionsProps {
  changeable: boolean;
  /** It says what ends when the order is cancelled: it alone, both, or all of its list. */
  place: ListPlace;
  editing: boolean;
  busy: boolean;
  edit(): void;
  save(): void;
  close(): void;
  cancel(): void;
}

function Actions(props: ActionsProps) {
  const { changeable, place, editing, busy, edit, save, close, cancel } = props;
  const { t } = useTranslation();
  const cancelText = {
    alone: t(($) => $.desk.table.cancel),
    pair: t(($) => $.desk.table.cancelBoth),
    triggers: t(($) => $.desk.table.cancelList),
    waits: t(($) => $.desk.table.cancelList),
  }[place];
  const button = (text: string, Icon: typeof IconX, run: () => void) => (
    // A disabled button would lose the focus.
    <IconButton small aria-disabled={busy} label={text} onClick={run}>
      <Icon size={15} stroke={1.5} aria-hidden="true" />
    </IconButton>
  );
  return (
    <span className={css.actions}>
      {editing
        ? button(
            t(($) => $.desk.table.save),
            IconCheck,
            save,
          )
        : null}
      {editing
        ? button(
            t(($) => $.desk.table.keep),
            IconX,
            close,
          )
        : null}
      {!editing && changeable
        ? button(
            t(($) => $.desk.table.change),
            IconPencil,
            edit,
          )
        : null}
      {editing ? null : button(cancelText, IconX, cancel)}
    </span>
  );
}
