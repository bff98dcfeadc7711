import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepReceipt } from '../../lib/data/receipts.ts';
import { api } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';
import { useConnected } from '../../lib/stream/use-stream-status.ts';
import css from './earn.module.css';
import { type Order, type OrderStory, renewEarn } from './use-earn.ts';

interface RedeemProps {
  order: Order;
  redemption: NonNullable<OrderStory['redemption']>;
}

/** Early redemption, its cost and its day shown before it is asked for. */
export function Redeem({ order, redemption }: RedeemProps) {
  const { t } = useTranslation();
  const online = useConnected();
  const realm = useRealm();
  const [asking, ask] = useState(false);
  const { id: orderId, asset } = order;
  const { cost, back, dueAt, endsSooner, earned } = redemption;
  if (endsSooner) return <p className={css.note}>{t(($) => $.earn.endsSooner)}</p>;
  const run = async () => {
    try {
      const { receipt } = await api.call('sellProfit', { orderId, cost });
      keepReceipt(realm, receipt);
      toastSuccess(t(($) => $.earn.asked));
    } catch {
      // A toast has said why; the page shows how it stands.
    }
    renewEarn();
  };
  const amount = (value: string) => <Amount named value={value} asset={asset} />;
  return (
    <Buttons>
      <Button variant="default" disabled={!online} onClick={() => ask(true)}>
        {t(($) => $.earn.redeem)}
      </Button>
      {asking ? (
        <Confirm
          title={t(($) => $.earn.redeem)}
          action={t(($) => $.earn.redeem)}
          close={() => ask(false)}
          run={run}
        >
          <Stack>
            <p>{t(($) => $.earn.redeemText)}</p>
            <FigureLines
              lines={[
                { label: t(($) => $.earn.head.principal), value: amount(order.principal) },
                { label: t(($) => $.earn.head.earned), value: amount(earned) },
                { label: t(($) => $.earn.redeemCost), value: amount(cost) },
                { label: t(($) => $.earn.back), value: amount(back), strong: true },
                { label: t(($) => $.earn.paidBy), value: <Instant at={dueAt} /> },
              ]}
            />
          </Stack>
        </Confirm>
      ) : null}
    </Buttons>
  );
}
