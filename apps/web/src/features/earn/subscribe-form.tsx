import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { type SentState, type TextFields, textOf } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { useConnected } from '../../lib/stream/use-stream-status.ts';
import css from './earn.module.css';

/** A form with an amount, whatever else it asks. */
interface AmountForm extends SentState, TextFields<'amount'> {
  left(name: 'amount'): void;
}

interface SubscribeFormProps {
  form: AmountForm;
  asset: string;
  available: string | undefined;
  words: {
    amount: string;
    subscribe: string;
    offline: string;
    available(places: { amount: string }): string;
  };
  /** Below the amount. */
  hint?: ReactNode;
  /** Between the amount and the button. */
  children: ReactNode;
  /** What is asked before anything is sent. */
  question: ReactNode;
}

/** An amount out of the currency account, with all that is said before it is sent. */
export function SubscribeForm(props: SubscribeFormProps) {
  const { form, asset, available, words, hint, children, question } = props;
  const online = useConnected();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      {form.formError === '' ? null : (
        <Callout tone="danger" live>
          <bdi>{form.formError}</bdi>
        </Callout>
      )}
      <AmountField
        label={words.amount}
        unit={asset}
        {...(available === undefined ? {} : { most: available })}
        beside={
          <Sentence parts={{ amount: <OwnAmount value={available} asset={asset} /> }}>
            {words.available}
          </Sentence>
        }
        hint={hint}
        {...textOf(form, 'amount')}
        onBlur={() => form.left('amount')}
      />
      {children}
      <Button fullWidth type="submit" size="lg" loading={form.busy} disabled={!online}>
        {online ? words.subscribe : words.offline}
      </Button>
      {question}
    </form>
  );
}
