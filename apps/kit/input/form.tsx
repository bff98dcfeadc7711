import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Callout } from '../feedback/callout.tsx';
import css from './form.module.css';
import type { SentState } from './use-form.ts';

interface FormProps {
  /** What concerns the form as a whole; empty if nothing does. */
  error: string;
  /** How many times the form was not taken: each time its first error takes the focus. */
  failures?: number;
  children: ReactNode;
  /** The buttons; the one that sends is of the type "submit". */
  actions?: ReactNode;
  onSubmit(): void;
}

const FIELDS = ':is(input, select, textarea):not(:disabled, [type="hidden"], [type="file"])';

/** A form: its error, its fields one below the other, its buttons. */
export function Form({ error, failures = 0, children, actions, onSubmit }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failures > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);
  // In a dialog the first field has the focus, not the button that closes.
  useEffect(() => {
    if (form.current?.closest('[role="dialog"]')?.querySelector('[data-autofocus]')) return;
    form.current?.querySelector(FIELDS)?.setAttribute('data-autofocus', '');
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} className={css.form} data-kit="form" noValidate onSubmit={submit}>
      {error ? (
        <Callout tone="danger" live>
          <bdi>{error}</bdi>
        </Callout>
      ) : null}
      {children}
      {actions === undefined ? null : <Buttons>{actions}</Buttons>}
    </form>
  );
}

export interface StateFormProps {
  form: SentState;
  /** The text of the button that sends. */
  action: string;
  /** Nothing can be sent yet. */
  disabled?: boolean;
  /** Where the form is not what the screen is for. */
  quiet?: boolean;
  /** It stops, ends or deletes something: the button is red. */
  danger?: boolean;
  /** Leaves the form: the button's text, and what it does. */
  back?: { readonly text: string; run(): void };
  children: ReactNode;
}

/** A form of a state (`useForm`): its error, its fields, and its button, busy while it is sent. */
export function StateForm({ form, action, back, children, ...button }: StateFormProps) {
  const { disabled = false, quiet = false, danger = false } = button;
  return (
    <Form
      error={form.formError}
      failures={form.failures}
      onSubmit={() => void form.submit()}
      actions={
        <>
          {back === undefined ? null : (
            <Button variant="default" onClick={back.run}>
              {back.text}
            </Button>
          )}
          <Button
            type="submit"
            variant={quiet ? 'default' : 'filled'}
            data-danger={danger || undefined}
            loading={form.busy}
            disabled={disabled}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Form>
  );
}

/** Buttons at the end of a form or a dialog, the one that goes on last. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className={css.buttons}>{children}</div>;
}

interface FormFrameProps {
  title: string;
  /** Which step of how many. */
  step?: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Links below the form. */
  below?: ReactNode;
}

/** The card in which a form stands. */
export function FormFrame({ title, step, lead, children, below }: FormFrameProps) {
  return (
    <div className={css.card}>
      <div className={css.head}>
        <h1 className={css.title}>{title}</h1>
        {step ? <span className={css.step}>{step}</span> : null}
      </div>
      {lead ? <p className={css.lead}>{lead}</p> : null}
      {children}
      {below ? <div className={css.below}>{below}</div> : null}
    </div>
  );
}
