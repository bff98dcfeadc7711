import { formatDecimal, parseSafe, SCALE } from '@assay/core/num/decimal';
import { Fold } from '@assay/kit/display/fold.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { SideChoice } from '@assay/kit/input/side-choice.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { textOf } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { TicketFoot } from '../../desk/layout/quote-desk.tsx';
import { usePractise } from '../../lib/data/use-practise.ts';
import { useClosedUntil } from '../../lib/data/use-session.ts';
import { useConnected } from '../../lib/stream/use-stream-status.ts';
import css from './cfd.module.css';
import { isClosingOnly } from './closing.ts';
import type { Picked } from './contract-chart.tsx';
import { PreviewLines } from './preview-lines.tsx';
import { ProtectionFields } from './protection-fields.tsx';
import { useQuotes } from './quotes.ts';
import { CASH, type Contract, pricesOf, useAccountNow } from './use-cfd.ts';
import {
  EXPIRIES,
  firstError,
  leverageSteps,
  type TicketForm,
  type TicketProps,
  useTicket,
} from './use-ticket.ts';

interface OrderProps extends TicketProps {
  picked: Picked | null;
}

/** Places an order, or says why nothing is opened here. */
export function Ticket(props: OrderProps) {
  return props.contract.view.leverage === 0 ? <Forbidden /> : <Order {...props} />;
}

function Forbidden() {
  const { t } = useTranslation();
  const { busy, practise } = usePractise('/preciousMetal');
  return (
    <Callout
      tone="warning"
      title={t(($) => $.cfd.forbidden.title)}
      action={
        <Button size="xs" variant="default" loading={busy} onClick={practise}>
          {t(($) => $.cfd.forbidden.action)}
        </Button>
      }
    >
      {t(($) => $.cfd.forbidden.text)}
    </Callout>
  );
}

function Order({ picked, ...props }: OrderProps) {
  const { contract } = props;
  const { form, preview } = useTicket(props);
  usePicked(contract, form, picked);
  const { failures } = form;
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failures > 0) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form ref={place} className={css.ticket} noValidate onSubmit={submit}>
      {form.formError === '' ? null : (
        <Callout tone="danger" live>
          <bdi>{form.formError}</bdi>
        </Callout>
      )}
      <Kind form={form} />
      <Size contract={contract} form={form} />
      <Waiting contract={contract} form={form} />
      <Bounds contract={contract} form={form} />
      <PreviewLines
        contract={contract}
        preview={preview}
        isMarket={form.values.kind === 'market'}
      />
      <TicketFoot>
        <Refused form={form} />
        <SendButton contract={contract} form={form} />
      </TicketFoot>
    </form>
  );
}

/** Takes over a price from the chart: a limit where it is better than now, otherwise a stop. */
function usePicked(contract: Contract, form: TicketForm, picked: Picked | null): void {
  const { bid, ask } = pricesOf(contract.view, useQuotes());
  const latest = useRef({ form, bid, ask });
  useEffect(() => {
    latest.current = { form, bid, ask };
  });
  useEffect(() => {
    if (picked === null) return;
    const { price, side } = picked;
    const { form, bid, ask } = latest.current;
    form.set('side', side);
    if (price === undefined) return;
    const at = parseSafe(price, SCALE);
    form.set('kind', (side === 'buy' ? at < ask : at > bid) ? 'limit' : 'stop');
    form.set('price', price);
  }, [picked]);
}

/** Why it was not taken, beside the button: the field may be out of sight. */
function Refused({ form }: { form: TicketForm }) {
  const text = form.failures === 0 ? '' : form.formError || firstError(form);
  if (text === '') return null;
  return (
    <p className={css.wrong}>
      <bdi>{text}</bdi>
    </p>
  );
}

function Kind({ form }: { form: TicketForm }) {
  const { t } = useTranslation();
  const { kind, side } = form.values;
  return (
    <>
      <SideChoice
        label={t(($) => $.cfd.side)}
        sides={[
          { value: 'buy', text: t(($) => $.cfd.sides.buy) },
          { value: 'sell', text: t(($) => $.cfd.sides.sell) },
        ]}
        value={side}
        onChange={(next) => form.set('side', next)}
      />
      <Segments
        fill
        label={t(($) => $.cfd.kind)}
        options={(['market', 'limit', 'stop'] as const).map((value) => ({
          value,
          text: t(($) => $.cfd.kinds[value]),
        }))}
        value={kind}
        onChange={(next) => form.set('kind', next)}
      />
    </>
  );
}

interface FieldsProps {
  contract: Contract;
  form: TicketForm;
}

function Size({ contract, form }: FieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const account = useAccountNow();
  const { minLots, maxLots, lotStep, contractSize } = contract.view.listing;
  const { base } = contract.market;
  return (
    <>
      <AmountField
        label={t(($) => $.cfd.lots)}
        unit={t(($) => $.cfd.lotsUnit)}
        beside={
          <Sentence
            parts={{
              amount: (
                <OwnAmount
                  value={account && formatDecimal(account.available, SCALE)}
                  asset={CASH}
                />
              ),
            }}
          >
            {(put) => t(($) => $.cfd.availableNow, put)}
          </Sentence>
        }
        hint={
          <>
            {t(($) => $.cfd.lotsHint, {
              least: format.plain(minLots),
              most: format.plain(maxLots),
              step: format.plain(lotStep),
              size: format.plain(contractSize),
              base,
            })}{' '}
            <TextLink to={`/transfer?asset=${CASH}&from=currency`}>
              {t(($) => $.cfd.topUp)}
            </TextLink>
          </>
        }
        {...textOf(form as Texts, 'lots')}
        onBlur={() => form.values.lots !== '' && form.left('lots')}
      />
      <SelectField
        label={t(($) => $.cfd.leverage)}
        error={form.errorOf('leverage')}
        options={leverageSteps(contract.view.leverage).map((step) => ({
          value: String(step),
          text: t(($) => $.cfd.times, { n: step }),
        }))}
        value={form.values.leverage}
        onChange={(leverage) => form.set('leverage', leverage)}
      />
    </>
  );
}

type Texts = Parameters<typeof textOf<'lots' | 'price' | 'slippage'>>[0];

function Waiting({ contract: { market }, form }: FieldsProps) {
  const { t } = useTranslation();
  const { kind, expiry } = form.values;
  return (
    <>
      {kind === 'market' ? null : (
        <>
          <AmountField
            label={t(($) => $.cfd.price)}
            unit={market.quote}
            hint={kind === 'limit' ? t(($) => $.cfd.limitHint) : t(($) => $.cfd.stopHint)}
            {...textOf(form as Texts, 'price')}
          />
          <SelectField
            label={t(($) => $.cfd.expiry)}
            options={EXPIRIES.map((value) => ({ value, text: t(($) => $.cfd.expiries[value]) }))}
            value={expiry}
            onChange={(next) => form.set('expiry', next)}
          />
        </>
      )}
    </>
  );
}

const BOUNDS = ['takeProfit', 'stopLoss', 'slippage'] as const;

/** How far the price may go before an order is filled, and after. */
function Bounds({ contract, form }: FieldsProps) {
  const { t } = useTranslation();
  const hasSlippage = form.values.kind !== 'limit';
  return (
    <Fold
      title={hasSlippage ? t(($) => $.cfd.bounds) : t(($) => $.cfd.stops)}
      opened={BOUNDS.some((name) => form.errorOf(name) !== '')}
    >
      <ProtectionFields contract={contract} form={form} />
      {hasSlippage ? (
        <AmountField
          label={t(($) => $.cfd.slippage)}
          unit={contract.market.quote}
          hint={t(($) => $.cfd.slippageHint)}
          {...textOf(form as Texts, 'slippage')}
        />
      ) : null}
    </Fold>
  );
}

function SendButton({ contract, form }: FieldsProps) {
  const { t } = useTranslation();
  const online = useConnected();
  const isClosed = useClosedUntil(contract.market) !== null;
  const { side, kind } = form.values;
  const isAhead = contract.market.stage === 'preOpen';
  const isEnding = isClosingOnly(contract);
  const waits = isEnding || (isClosed && kind === 'market');
  const text = side === 'buy' ? t(($) => $.cfd.buy) : t(($) => $.cfd.sell);
  return (
    <>
      <Button
        fullWidth
        type="submit"
        size="lg"
        className={css.send ?? ''}
        data-side={side}
        loading={form.busy}
        disabled={!online || waits}
      >
        {online ? text : t(($) => $.cfd.offline)}
      </Button>
      {isEnding ? <p className={css.note}>{t(($) => $.cfd.closeOnlyNote)}</p> : null}
      {waits && !isAhead && !isEnding ? (
        <p className={css.note}>{t(($) => $.cfd.closedNote)}</p>
      ) : null}
      {isAhead ? <p className={css.note}>{t(($) => $.cfd.preOpenNote)}</p> : null}
    </>
  );
}
