import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import css from './form.module.css';
import { CODE_DIGITS } from './limits.ts';

/** A code that was sent; its id is sent back with the digits. */
export interface SentCode {
  readonly codeId: string;
  readonly account: string;
  readonly resendAt: number;
}

interface CodeFieldProps {
  value: string;
  error?: string | undefined;
  sent: SentCode | null;
  onChange(value: string): void;
  onSent(sent: SentCode): void;
  /** The recipient of the code; null if the form is incomplete, after showing what is missing. */
  request(): CallInput<'getCode'> | null;
  /** Shows in the form why no code was sent, because the cause can be corrected there. */
  onFailed(error: unknown): void;
}

/** Sends a code, counts down until it may be sent again, and takes the digits. */
export function CodeField(props: CodeFieldProps) {
  const { value, error, sent, onChange, onSent, request, onFailed } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const digits = useRef<HTMLInputElement>(null);
  const left = useSecondsUntil(sent?.resendAt ?? 0);
  const send = async () => {
    const input = request();
    if (!input) return;
    setBusy(true);
    try {
      const { codeId, resendAfterSeconds } = await api.call('getCode', input, { quiet: true });
      onSent({ codeId, account: input.account, resendAt: Date.now() + resendAfterSeconds * 1000 });
      // The button is disabled now, and the next input is the code.
      digits.current?.focus();
    } catch (failure) {
      onFailed(failure);
    }
    setBusy(false);
  };
  const again = sent ? t(($) => $.identity.fields.resend) : t(($) => $.identity.fields.send);
  return (
    <div className={css.codeRow}>
      <TextInput
        ref={digits}
        label={t(($) => $.identity.fields.code)}
        placeholder={t(($) => $.identity.fields.codeHint)}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        maxLength={CODE_DIGITS}
        value={value}
        error={error}
        description={sent ? t(($) => $.identity.fields.sent, { account: sent.account }) : undefined}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
      />
      <Button
        variant="default"
        className={css.send ?? ''}
        loading={busy}
        disabled={left > 0}
        onClick={send}
      >
        {left > 0 ? t(($) => $.identity.fields.wait, { count: left }) : again}
      </Button>
    </div>
  );
}

function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (at <= Date.now()) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (at <= Date.now()) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [at]);
  return Math.max(0, Math.ceil((at - now) / 1000));
}
