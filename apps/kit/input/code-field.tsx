import { Button } from '@mantine/core';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './code-field.module.css';
import { TextField } from './text-field.tsx';

/** Where a code was sent, and when it may be sent again. */
export interface CodeSent {
  readonly account: string;
  readonly resendAt: number;
}

interface DigitsProps {
  digits: number;
  value: string;
  error?: string | undefined;
  /** To whom a code is on its way. */
  account: string | undefined;
  onChange(value: string): void;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Takes the digits of a code that was sent. */
export function SentCodeField({ digits, value, error, account, onChange, ref }: DigitsProps) {
  const { t } = useTranslation();
  return (
    <TextField
      ref={ref}
      label={t(($) => $.kit.sentCode)}
      placeholder={t(($) => $.kit.codeDigits, { count: digits })}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      maxLength={digits}
      value={value}
      error={error}
      hint={account === undefined ? undefined : t(($) => $.kit.codeSent, { account })}
      onChange={(typed) => onChange(typed.replace(/\D/g, ''))}
    />
  );
}

interface CodeFieldProps extends Omit<DigitsProps, 'account' | 'ref'> {
  sent: CodeSent | null;
  /** Sends a code; whether it is on its way. What prevented it is shown by who was asked. */
  send(): Promise<boolean>;
}

/** Sends a code, counts down until it may be sent again, and takes its digits. */
export function CodeField({ sent, send, ...field }: CodeFieldProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const digits = useRef<HTMLInputElement>(null);
  const left = useSecondsUntil(sent?.resendAt ?? 0);
  const press = async () => {
    setBusy(true);
    // The button is disabled then, and the next input is the code.
    if (await send()) digits.current?.focus();
    setBusy(false);
  };
  const again = sent ? t(($) => $.kit.sendAgain) : t(($) => $.kit.sendCode);
  return (
    <div className={css.line}>
      <SentCodeField ref={digits} {...field} account={sent?.account} />
      <Button
        variant="default"
        className={css.send ?? ''}
        loading={busy}
        disabled={left > 0}
        onClick={() => void press()}
      >
        {left > 0 ? t(($) => $.kit.codeWait, { count: left }) : again}
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
