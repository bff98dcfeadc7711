import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { CasePage } from '../../ui/case-page.tsx';
import { CustomerPanel, SeenPanel } from '../../ui/case-parts.tsx';
import { Decision } from './decision.tsx';
import { Proof } from './proof.tsx';
import { STAGES } from './stages.ts';
import { type PurchaseCase, useCase, useForget } from './use-purchases.ts';

interface CaseScreenProps {
  purchaseId: number;
  leave(): void;
}

/** An order with what may pay it, and what is decided about it. */
export function CaseScreen({ purchaseId, leave }: CaseScreenProps) {
  const { t } = useTranslation();
  const query = useCase(purchaseId);
  const forget = useForget();
  return (
    <CasePage title={t(($) => $.purchases.one, { id: purchaseId })} query={query} leave={leave}>
      {(one) => (
        <>
          <Decision one={one} done={forget} />
          <Order one={one} />
          <CustomerPanel one={one} />
          <Seen one={one} />
        </>
      )}
    </CasePage>
  );
}

function Order({ one }: { one: PurchaseCase }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const { purchase, digest } = one;
  const { amount, asset, cost, currency, rate, payee, marginPpm } = purchase;
  return (
    <Panel title={t(($) => $.purchases.order)}>
      <PanelBody>
        <Stack>
          <KeyValues
            columns={2}
            items={[
              {
                label: t(($) => $.purchases.stage),
                value: <StatusBadge map={STAGES} state={purchase.stage} />,
              },
              {
                label: t(($) => $.purchases.reference),
                value: <Ltr>{purchase.reference}</Ltr>,
              },
              {
                label: t(($) => $.purchases.amount),
                value: <Amount value={amount} asset={asset} named />,
              },
              {
                label: t(($) => $.purchases.cost),
                value: <Amount value={cost} asset={currency} named />,
              },
              { label: t(($) => $.purchases.payer), value: purchase.payer || '—' },
              {
                label: t(($) => $.purchases.payee),
                value: <Ltr>{`${payee.holder}, ${payee.account}`}</Ltr>,
              },
              {
                label: t(($) => $.purchases.rate),
                value: (
                  <Ltr>
                    1 {currency} = {rate} {asset}
                  </Ltr>
                ),
              },
              { label: t(($) => $.purchases.margin), value: ppm(marginPpm) },
              {
                label: t(($) => $.purchases.ordered),
                value: <Instant at={purchase.orderedAt} />,
              },
              {
                label: t(($) => $.purchases.deadline),
                value: <Instant at={purchase.deadline} />,
              },
              { label: t(($) => $.withdrawals.digest), value: <Ltr>{digest}</Ltr>, wide: true },
            ]}
          />
          {purchase.hasProof ? <Proof purchaseId={purchase.purchaseId} /> : null}
        </Stack>
      </PanelBody>
    </Panel>
  );
}

/** What the customer sees. */
function Seen({ one }: { one: PurchaseCase }) {
  const { t } = useTranslation();
  return (
    <SeenPanel
      events={one.timeline.map(({ what, at, reason }) => ({
        id: what,
        title: t(($) => $.purchases.events[what]),
        when: <Instant at={at} />,
        text: reason === '' ? undefined : t(($) => $.purchases.reasons[reason]),
        state: what === 'cancelled' || what === 'refunded' ? 'failed' : 'done',
      }))}
    />
  );
}
