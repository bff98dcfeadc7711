import { Fold } from '@assay/kit/display/fold.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Loaded } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { SideChoice } from '@assay/kit/input/side-choice.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { textOf } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { TicketFoot } from '../../desk/layout/quote-desk.tsx';
import { useAvailable } from '../../lib/data/available.ts';
import { serverNow } from '../../lib/data/clock.ts';
import { type TrialFunds, useTrialFunds } from '../../lib/data/trial-funds.ts';
import { usePractise } from '../../lib/data/use-practise.ts';
import { useConnected } from '../../lib/stream/use-stream-status.ts';
import { type Direction, DirectionWord } from './direction.tsx';
import css from './options.module.css';
import { QuoteLines } from './quote-lines.tsx';
import { type OptionMarket, useLimits, useQuote } from './use-options.ts';
import { type OptionForm, type TicketProps, usePurchase } from './use-purchase.ts';
import { useTermWords } from './words.ts';

interface PurchaseProps extends TicketProps {
  /** The direction that was chosen at the lower edge of a phone. */
  asked: Direction | null;
}

/** Buys an option, or says why nothing is sold to this person. */
export function Ticket(props: PurchaseProps) {
  return (
    <Loaded query={useLimits()} height="30rem">
      {({ policy, excludedUntil }) => {
        if (policy === 'strict') return <Forbidden />;
        if (excludedUntil > serverNow()) return <Excluded until={excludedUntil} />;
        return <Purchase {...props} />;
      }}
    </Loaded>
  );
}

function Forbidden() {
  const { t } = useTranslation();
  const { busy, practise } = usePractise('/deal_jg');
  return (
    <Callout
      tone="warning"
      title={t(($) => $.options.forbidden.title)}
      action={
        <Button size="xs" variant="default" loading={busy} onClick={practise}>
          {t(($) => $.options.forbidden.action)}
        </Button>
      }
    >
      {t(($) => $.options.forbidden.text)}
    </Callout>
  );
}

function Excluded({ until }: { until: number }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Callout tone="warning" title={t(($) => $.options.excluded.title)}>
      <Sentence parts={{ at: <Ltr>{dateTime(until)}</Ltr> }}>
        {(put) => t(($) => $.options.excluded.text, put)}
      </Sentence>
    </Callout>
  );
}

const TYPING_MS = 300;

/** The stake once somebody has stopped to type it. */
function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}

function Purchase({ asked: direct, ...props }: PurchaseProps) {
  const { market } = props;
  const available = useAvailable(market.asset, 'contract');
  const trials = useTrialFunds('options', market.asset);
  const purchase = usePurchase(props, available, trials);
  const { form, isStake } = purchase;
  useDirection(form, direct);
  const { term, direction, stake } = form.values;
  const typed = useTyped(stake);
  const asked = { market: market.market, direction, termMs: Number(term), stake: typed };
  const { data, error } = useQuote(isStake(typed) && market.isOpen ? asked : null);
  const quoted = error === null && typed === stake ? data : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    purchase.take(quoted);
    void form.submit();
  };
  return (
    <form className={css.ticket} noValidate onSubmit={submit}>
      {form.formError === '' ? null : (
        <Callout tone="danger" live>
          <bdi>{form.formError}</bdi>
        </Callout>
      )}
      <Pays trials={trials} form={form} />
      <Fields market={market} available={available} form={form} />
      <QuoteLines market={market} termMs={Number(term)} quoted={quoted} failed={error?.message} />
      <TicketFoot>
        <BuyButton form={form} ready={quoted !== undefined || !isStake(stake)} />
      </TicketFoot>
    </form>
  );
}

function useDirection({ set }: OptionForm, asked: Direction | null): void {
  const latest = useRef(set);
  useEffect(() => {
    latest.current = set;
  });
  useEffect(() => {
    if (asked !== null) latest.current('direction', asked);
  }, [asked]);
}

interface FieldsProps {
  market: OptionMarket;
  available: string | undefined;
  form: OptionForm;
}

function Fields({ market, available, form }: FieldsProps) {
  const { t } = useTranslation();
  const { asset, terms, leastStake, mostStake } = market;
  const format = useFormat();
  const termWords = useTermWords();
  const { values } = form;
  const termError = form.errorOf('term');
  return (
    <>
      <Segments
        wrap
        label={t(($) => $.options.term)}
        options={terms.map(({ termMs }) => ({
          value: `${termMs}`,
          text: <bdi>{termWords(termMs)}</bdi>,
        }))}
        value={values.term}
        onChange={(term) => form.set('term', term)}
      />
      {termError === '' ? null : (
        <p role="alert" className={css.wrong}>
          <bdi>{termError}</bdi>
        </p>
      )}
      <AmountField
        label={t(($) => $.options.stake)}
        unit={asset}
        beside={
          <Sentence parts={{ amount: <OwnAmount value={available} asset={asset} /> }}>
            {(put) => t(($) => $.options.availableNow, put)}
          </Sentence>
        }
        hint={
          <>
            <bdi>
              {t(($) => $.options.bounds, {
                least: format.plain(leastStake),
                most: format.plain(mostStake),
                asset,
              })}
            </bdi>{' '}
            <TextLink to={`/transfer?asset=${asset}&from=currency`}>
              {t(($) => $.options.topUp)}
            </TextLink>
          </>
        }
        {...textOf(form, 'stake')}
        onBlur={() => form.left('stake')}
      />
      <SideChoice
        label={t(($) => $.options.direction)}
        sides={[
          { value: 'up', text: <DirectionWord plain direction="up" /> },
          { value: 'down', text: <DirectionWord plain direction="down" /> },
        ]}
        value={values.direction}
        onChange={(direction) => form.set('direction', direction)}
      />
      <Bound form={form} />
    </>
  );
}

/** Own money or trial funds, whole: asked only of those who have some. */
function Pays({ trials, form }: { trials: readonly TrialFunds[]; form: OptionForm }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (trials.length === 0) return null;
  return (
    <SelectField
      label={t(($) => $.options.pays)}
      hint={t(($) => $.options.paysHint)}
      options={[
        { value: '', text: t(($) => $.options.ownMoney) },
        ...trials.map(({ voucherId, remaining, asset, lastDay }) => ({
          value: `${voucherId}`,
          text: t(($) => $.options.trialOf, {
            amount: format.plain(remaining),
            asset,
            day: lastDay,
          }),
        })),
      ]}
      value={form.values.pays}
      onChange={(pays) => form.set('pays', pays)}
    />
  );
}

/** How far the purchase price may be from the quote, in millionths; "" : anywhere. */
const BOUNDS = ['', '200', '500', '2000'];

function Bound({ form }: { form: OptionForm }) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = (value: string) =>
    value === ''
      ? t(($) => $.options.anywhere)
      : t(($) => $.options.withinShare, { share: format.ppm(Number(value)) });
  return (
    <Fold title={t(($) => $.options.within)} value={nameOf(form.values.within)}>
      <SelectField
        label={t(($) => $.options.within)}
        hint={t(($) => $.options.withinHint)}
        options={BOUNDS.map((value) => ({ value, text: nameOf(value) }))}
        value={form.values.within}
        onChange={(within) => form.set('within', within)}
      />
    </Fold>
  );
}

function BuyButton({ form, ready }: { form: OptionForm; ready: boolean }) {
  const { t } = useTranslation();
  const online = useConnected();
  const { direction } = form.values;
  const text = direction === 'up' ? t(($) => $.options.buyUp) : t(($) => $.options.buyDown);
  return (
    <Button
      fullWidth
      type="submit"
      size="lg"
      className={css.buy ?? ''}
      data-direction={direction}
      loading={form.busy}
      disabled={!online || !ready}
    >
      {online ? text : t(($) => $.options.offline)}
    </Button>
  );
}
