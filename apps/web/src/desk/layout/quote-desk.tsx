import { useIsNarrow, useIsPhone } from '@assay/kit/look/small-screens.ts';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { GROUPS, type Group, useGroupNames } from '../../ui/market-groups.ts';
import { DeskPanels, StackedPanels } from './desk-panels.tsx';
import css from './quote-desk.module.css';
import { TradeSheet } from './trade-sheet.tsx';

const useIsStacked = () => [useIsNarrow(), useIsPhone()].includes(true);

interface QuoteDeskProps {
  title: string;
  lead: string;
  groups: { readonly label: string; readonly value: Group; onChange(group: Group): void };
  /** What can be done with the whole of the page. */
  actions: ReactNode;
  /** What may be lost, which everybody has in view. */
  risk: ReactNode;
  /** Its panels, or why there are none. */
  children: ReactNode;
  /** What is read rather than watched, below them. */
  more: ReactNode;
}

/**
 * The desk of what is traded at a quote, without a book. Its panels have what the window has, so
 * that chart, ticket and positions are in view together; on a phone they come first.
 */
export function QuoteDesk(props: QuoteDeskProps) {
  const { title, lead, groups, actions, risk, children, more } = props;
  const names = useGroupNames();
  const isStacked = useIsStacked();
  const tabs = {
    ...groups,
    tabs: GROUPS.map((name) => ({ name, text: names[name] })),
    dense: true,
  };
  const said = <p className={css.lead}>{lead}</p>;
  const heading = <h1 className="seen-by-ear">{title}</h1>;
  const notes = <div className={css.risk}>{risk}</div>;
  const links = <div className={css.actions}>{actions}</div>;
  const tools = (
    <>
      {said}
      {links}
    </>
  );
  // One tree for both: what was begun stays when a window becomes narrow or a tablet is turned.
  return (
    <div className={isStacked ? css.bare : css.whole}>
      <div className={isStacked ? css.bare : css.first}>
        {heading}
        <Tabs {...tabs} {...(isStacked ? {} : { tools })}>
          {isStacked ? null : notes}
          {children}
        </Tabs>
      </div>
      <div className={css.more}>
        {isStacked ? (
          <>
            {said}
            {notes}
            {links}
          </>
        ) : null}
        {more}
      </div>
    </div>
  );
}

interface QuotePanelsProps<Side extends string> {
  /** The market in one line: which, its prices, whether it is open. */
  strip: ReactNode;
  chart: ReactNode;
  ticket: ReactNode;
  bottom: ReactNode;
  /** On a phone the ticket is a sheet. */
  sheet: Omit<ComponentProps<typeof TradeSheet<Side>>, 'children'>;
}

export function QuotePanels<Side extends string>(props: QuotePanelsProps<Side>) {
  const { strip, chart, ticket, bottom, sheet } = props;
  const isStacked = useIsStacked();
  const market = (
    <>
      <div className={css.strip}>{strip}</div>
      {chart}
    </>
  );
  const order = <div className={css.ticket}>{ticket}</div>;
  if (!isStacked) return <DeskPanels chart={market} ticket={order} bottom={bottom} />;
  return (
    <>
      <StackedPanels chart={market} bottom={bottom} />
      <TradeSheet {...sheet}>{order}</TradeSheet>
    </>
  );
}

/** The end of the ticket with the button that sends, in view in a low panel, too. */
export function TicketFoot({ children }: { children: ReactNode }) {
  return <div className={css.foot}>{children}</div>;
}

/** A list in the panel of the person's own. */
export function OwnList({ children }: { children: ReactNode }) {
  return <div className={css.list}>{children}</div>;
}
