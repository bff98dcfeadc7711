import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Callout } from '../feedback/callout.tsx';
import css from './form.module.css';

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

/** A form: its error, its fields one below the other, its buttons. */
export function Form({ error, failures = 0, children, actions, onSubmit }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failures > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);
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
