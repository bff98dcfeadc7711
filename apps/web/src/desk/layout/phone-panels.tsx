import type { SideName } from '@assay/core/order/order';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PairName } from '../../ui/pair-name.tsx';
import { useDesk } from '../context.tsx';
import { MarketStrip } from '../header/market-strip.tsx';
import { BottomPanel } from '../tables/bottom-panel.tsx';
import { StackedPanels } from './desk-panels.tsx';
import { MarketViews } from './market-views.tsx';
import { TradeSheet } from './trade-sheet.tsx';

/** The desk below 1024 px: one view of the market, own orders below it, the ticket as a sheet. */
export function PhonePanels() {
  return (
    <>
      <MarketStrip />
      <StackedPanels chart={<MarketViews />} bottom={<BottomPanel />} />
      <Trade />
    </>
  );
}

function Trade() {
  const { t } = useTranslation();
  const { product, market, ticket } = useDesk();
  const [opened, setOpened] = useOpened();
  return (
    <TradeSheet<SideName>
      sides={[
        { name: 'buy', tone: 'buy', text: t(($) => $.desk.side.buy) },
        { name: 'sell', tone: 'sell', text: t(($) => $.desk.side.sell) },
      ]}
      title={<PairName base={market.base} quote={market.quote} />}
      opened={opened}
      onOpen={(side) => {
        ticket.getState().setSide(side);
        setOpened(true);
      }}
      onClose={() => setOpened(false)}
    >
      <product.Ticket />
    </TradeSheet>
  );
}

/**
 * Whether the ticket is open. An address with `ticket=buy`, and a price that is taken over from the
 * book or the chart, open it too; an order that was accepted closes it. The first order that it
 * proposes is the shortest, at market.
 */
function useOpened() {
  const { product, ticket } = useDesk();
  const [params] = useSearchParams();
  const [asked] = useState(params.get('ticket') === 'buy');
  const [opened, setOpened] = useState(asked);
  useEffect(() => {
    const { form, setSide, setType } = ticket.getState();
    if (asked) setSide('buy');
    if (form.quantity === '' && product.types.includes('market')) setType('market');
    return ticket.subscribe((now, before) => {
      if (now.picked !== before.picked) setOpened(true);
      if (now.accepted !== before.accepted) setOpened(false);
    });
  }, [asked, product, ticket]);
  return [opened, setOpened] as const;
}
