import type { SideName } from '@assay/core/order/order';
import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PairName } from '../../ui/pair-name.tsx';
import { useDesk } from '../context.tsx';
import { MarketStrip } from '../header/market-strip.tsx';
import { BottomPanel } from '../tables/bottom-panel.tsx';
import css from './desk.module.css';
import { MarketViews } from './market-views.tsx';
import { PanelBoundary } from './panel-boundary.tsx';
import phone from './phone.module.css';

/** The desk below 1024 px: one view of the market, own orders below it, the ticket as a sheet. */
export function PhonePanels() {
  const { t } = useTranslation();
  return (
    <>
      <MarketStrip />
      <div className={css.desk} data-desk="">
        <section
          className={`${css.panel} ${css.chart}`}
          data-panel="chart"
          aria-label={t(($) => $.desk.panel.market)}
        >
          <MarketViews />
        </section>
        <section
          className={`${css.panel} ${css.bottom}`}
          data-panel="bottom"
          aria-label={t(($) => $.desk.panel.account)}
        >
          <PanelBoundary>
            <BottomPanel />
          </PanelBoundary>
        </section>
      </div>
      <Trade />
    </>
  );
}

/** Both sides at the lower edge of the screen, and the ticket that they open. */
function Trade() {
  const { t } = useTranslation();
  const { product, market, ticket } = useDesk();
  const [opened, setOpened] = useOpened();
  const open = (side: SideName) => {
    ticket.getState().setSide(side);
    setOpened(true);
  };
  return (
    <>
      <div className={phone.trade} data-panel="trade">
        {(['buy', 'sell'] as const).map((side) => (
          <Button
            key={side}
            size="lg"
            className={phone.side ?? ''}
            data-side={side}
            aria-haspopup="dialog"
            onClick={() => open(side)}
          >
            {side === 'buy' ? t(($) => $.desk.side.buy) : t(($) => $.desk.side.sell)}
          </Button>
        ))}
      </div>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={<PairName base={market.base} quote={market.quote} />}
      >
        <div className={phone.sheet}>
          <product.Ticket />
        </div>
      </Dialog>
    </>
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
