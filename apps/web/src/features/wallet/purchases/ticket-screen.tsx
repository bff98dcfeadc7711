import { KeyValues, Timeline, type TimelineEvent } from '@assay/kit/data/key-values.tsx';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { CopyField } from '@assay/kit/display/copy-field.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout, StatusCallout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CallError } from '../../../lib/api/errors.ts';
import { WalletPage } from '../wallet-page.tsx';
import { STAGES } from './stages.ts';
import { Steps } from './steps.tsx';
import { type Purchase, type PurchaseEvent, usePurchase } from './use-purchases.ts';

/** /kjmb?id=: one order: whom to pay, by when, with which number, and what became of it. */
export default function PurchaseTicketScreen() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const id = Number(params.get('id') ?? '');
  const purchaseId = Number.isSafeInteger(id) && id > 0 ? id : 0;
  return (
    <WalletPage
      title={t(($) => $.purchases.ticket)}
      lead={t(($) => $.purchases.ticketLead)}
      actions={<TextLink to="/kjmbSelect">{t(($) => $.purchases.all)}</TextLink>}
    >
      <Ticket purchaseId={purchaseId} />
    </WalletPage>
  );
}

function Ticket({ purchaseId }: { purchaseId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = usePurchase(purchaseId);
  if (purchaseId === 0 || (error instanceof CallError && error.kind === 'refusal')) {
    return (
      <EmptyState
        title={t(($) => $.purchases.unknown)}
        text={t(($) => $.purchases.unknownText)}
        action={<TextLink to="/kjmbSelect">{t(($) => $.purchases.all)}</TextLink>}
      />
    );
  }
  if (data === undefined && error !== null) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="24rem" />;
  const { purchase, timeline } = data;
  return (
    <TwoColumns aside={<Story purchase={purchase} timeline={timeline} />}>
      <Stack>
        <Standing purchase={purchase} />
        {purchase.canProve ? <Pay purchase={purchase} /> : null}
        <Steps purchase={purchase} />
        <Values purchase={purchase} />
      </Stack>
    </TwoColumns>
  );
}

/** What it waits for, or how it ended. */
function Standing({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation();
  const { stage, deadline, reason, ticketId } = purchase;
  return (
    <StatusCallout
      live
      map={STAGES}
      state={stage}
      action={
        ticketId === null ? undefined : (
          <TextLink to={`/service?ticket=${ticketId}`}>
            {t(($) => $.purchases.conversation)}
          </TextLink>
        )
      }
    >
      {t(($) => $.purchases.stageTexts[stage])}{' '}
      {reason === '' ? null : t(($) => $.purchases.reasons[reason])}
      {stage === 'waiting' ? (
        <Countdown label={t(($) => $.purchases.deadline)} until={deadline} />
      ) : null}
    </StatusCallout>
  );
}

/** Whom to pay what, and with which number. */
function Pay({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation();
  const { payee, cost, currency, reference } = purchase;
  return (
    <Panel title={t(($) => $.purchases.pay)}>
      <PanelBody>
        <Stack>
          <p>{t(($) => $.purchases.payText)}</p>
          <CopyField label={t(($) => $.purchases.cost)} text={cost} unit={currency} />
          <CopyField label={t(($) => $.purchases.reference)} text={reference} />
          <CopyField label={t(($) => $.purchases.holder)} text={payee.holder} />
          <CopyField label={t(($) => $.purchases.account)} text={payee.account} />
          {payee.bic === '' ? null : (
            <CopyField label={t(($) => $.purchases.bic)} text={payee.bic} />
          )}
          <KeyValues
            items={[
              { label: t(($) => $.purchases.bank), value: payee.bankName },
              ...(payee.bankAddress === ''
                ? []
                : [{ label: t(($) => $.purchases.bankAddress), value: payee.bankAddress }]),
            ]}
          />
          <Callout tone="warning">{t(($) => $.purchases.onlyThere)}</Callout>
        </Stack>
      </PanelBody>
    </Panel>
  );
}

function Values({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const { amount, asset, cost, currency, rate, rateAt, rateSource, rateTick } = purchase;
  return (
    <Panel title={t(($) => $.purchases.values)}>
      <PanelBody>
        <KeyValues
          columns={2}
          items={[
            {
              label: t(($) => $.purchases.state),
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
            {
              label: t(($) => $.purchases.rate),
              value: (
                <Ltr>
                  1 {currency} = {rate} {asset}
                </Ltr>
              ),
            },
            { label: t(($) => $.purchases.rateAt), value: <Instant at={rateAt} /> },
            {
              label: t(($) => $.purchases.rateFrom),
              value: t(($) => $.purchases.sources[rateSource], { tick: rateTick }),
            },
            {
              label: t(($) => $.purchases.margin),
              value: ppm(purchase.marginPpm),
            },
            { label: t(($) => $.purchases.payer), value: purchase.payer },
            {
              label: t(($) => $.purchases.deadline),
              value: <Instant at={purchase.deadline} />,
            },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

interface StoryProps {
  purchase: Purchase;
  timeline: readonly PurchaseEvent[];
}

function Story({ purchase, timeline }: StoryProps) {
  const { t } = useTranslation();
  const isOpen = purchase.canProve || purchase.stage === 'matched';
  return (
    <Panel title={t(($) => $.purchases.timeline)}>
      <PanelBody>
        <Timeline
          label={t(($) => $.purchases.timeline)}
          events={timeline.map((event, at) =>
            shown(t, event, isOpen && at === timeline.length - 1),
          )}
        />
      </PanelBody>
    </Panel>
  );
}

/** An event as a line; `isLast`: what it waits for now. */
function shown(t: TFunction, { what, at, reason }: PurchaseEvent, isLast: boolean): TimelineEvent {
  const isBad = what === 'cancelled' || what === 'expired' || what === 'refunded';
  return {
    id: what,
    title: t(($) => $.purchases.events[what]),
    when: <Instant at={at} />,
    text: reason === '' ? undefined : t(($) => $.purchases.reasons[reason]),
    state: isBad ? 'failed' : isLast ? 'current' : 'done',
  };
}
