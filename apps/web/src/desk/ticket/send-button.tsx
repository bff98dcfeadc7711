import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Button } from '@mantine/core';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnected } from '../../lib/stream/use-stream-status.ts';
import { useDesk } from '../context.tsx';
import { useStale } from '../header/use-stale.ts';
import { useDeskPreferences } from '../layout/preferences.ts';
import type { Sending } from '../orders.ts';
import { markNow } from '../prices.ts';
import { type Check, slippageOf } from './check.ts';
import { ocoOf, orderOf } from './form.ts';
import css from './ticket.module.css';
import { oppositeOf } from './ticket-store.ts';
import { useSend } from './use-send.ts';
import { useForm } from './use-ticket.ts';
import { isWarned, type Warnings } from './warnings.ts';
import { worstCase } from './worst-case.ts';

const Confirm = lazy(() => import('./confirm.tsx'));

/** A market order that is expected to run further than this is always asked about, in percent. */
const ASK_FROM_PERCENT = 1;

interface SendProps {
  check: Check;
  /** Where the form finds what its submission does; null while it can do nothing. */
  submit: RefObject<(() => void) | null>;
}

/** The button that sends the order, or says why it cannot be sent now. */
export function SendButton({ check, submit }: SendProps) {
  const blocked = useBlocked();
  const sending = useSend();
  const { send, busy, unanswered, forget } = sending;
  return (
    <>
      {blocked === null ? (
        <Send check={check} submit={submit} sending={sending} />
      ) : (
        <Button fullWidth size="lg" disabled className={css.send ?? ''}>
          {blocked}
        </Button>
      )}
      {unanswered === null ? null : (
        <Unanswered
          ask={() => void send(unanswered.order, unanswered.form)}
          busy={busy}
          blocked={blocked !== null}
          forget={forget}
        />
      )}
    </>
  );
}

/** Why nothing can be sent at all, in words; null when it can. */
function useBlocked(): string | null {
  const { t } = useTranslation();
  const { market } = useDesk();
  const connected = useConnected();
  const stale = useStale(market.market);
  const { stage } = market;
  if (stage !== 'open') return t(($) => $.desk.ticket[stage]);
  if (market.status === 'halted') return t(($) => $.desk.ticket.halted);
  if (!connected) return t(($) => $.desk.ticket.offline);
  if (stale) return t(($) => $.desk.ticket.stale);
  return null;
}

function Send({ check, submit, sending }: SendProps & { sending: ReturnType<typeof useSend> }) {
  const desk = useDesk();
  const { market, rules, book, product } = desk;
  const words = product.useWords();
  const form = useForm();
  const [asking, setAsking] = useState<{ order: Sending; warnings: Warnings } | null>(null);
  const { send, busy } = sending;
  const button = useRef<HTMLButtonElement>(null);
  const unasked = useDeskPreferences((preferences) => preferences.sendAtOnce);
  const atOnce = unasked.includes(form.type);
  const ready = check.complete && check.problems.length === 0 && check.preview !== null;
  const warningsOf = (): Warnings => {
    const best = book.best(oppositeOf(form.side));
    const away = check.preview === null ? null : slippageOf(check.preview, best);
    return {
      thin: form.type === 'market' && (away ?? 0) > ASK_FROM_PERCENT,
      beyond: check.wait?.isBeyond === true,
      worst: worstCase(rules, form, { mark: markNow(desk), best }),
    };
  };
  const trySend = () => {
    if (busy) return;
    if (!ready) return focusMissing(button.current?.form);
    const order = form.type === 'oco' ? ocoOf(market.market, form) : orderOf(market.market, form);
    const warnings = warningsOf();
    if (isWarned(warnings) || !atOnce) setAsking({ order, warnings });
    else void send(order);
  };
  useEffect(() => {
    submit.current = trySend;
    return () => {
      submit.current = null;
    };
  });
  return (
    <>
      <Button
        ref={button}
        type="submit"
        fullWidth
        size="lg"
        className={css.send ?? ''}
        data-side={form.side}
        loading={busy}
        aria-disabled={!ready}
      >
        {words.send(form.side)}
      </Button>
      {asking === null ? null : (
        <Suspense fallback={null}>
          <Confirm
            {...asking}
            check={check}
            close={() => setAsking(null)}
            send={() => {
              setAsking(null);
              void send(asking.order);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface UnansweredProps {
  ask(): void;
  busy: boolean;
  /** Nothing can be sent now. */
  blocked: boolean;
  forget(): void;
}

/** Nobody knows yet what became of an order; this stays until somebody does. */
function Unanswered({ ask, busy, blocked, forget }: UnansweredProps) {
  const { t } = useTranslation();
  return (
    <Callout
      tone="warning"
      live
      action={
        <>
          <Button size="xs" loading={busy} disabled={blocked} onClick={ask}>
            {t(($) => $.desk.ticket.sendAgain)}
          </Button>{' '}
          <Button size="xs" variant="default" disabled={busy} onClick={forget}>
            {t(($) => $.desk.ticket.looked)}
          </Button>
        </>
      }
    >
      {t(($) => $.desk.toast.unanswered)}
    </Callout>
  );
}

/** The cursor goes to what is wrong, else to what is missing. */
function focusMissing(form: HTMLFormElement | null | undefined): void {
  const fields = Array.from(form?.querySelectorAll<HTMLInputElement>('input[inputmode]') ?? []);
  const wrong = fields.find((field) => field.getAttribute('aria-invalid') === 'true');
  const empty = fields.find((field) => field.value === '' && !field.dataset.optional);
  (wrong ?? empty)?.focus();
}
