import { Label } from '@assay/kit/display/panel.tsx';
import { Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/data/session.ts';
import { usePractise } from '../../lib/data/use-practise.ts';
import css from './form.module.css';

interface FormFrameProps {
  title: string;
  step?: string;
  lead?: string;
  /** The error of the form as a whole; empty if there is none. */
  formError: string;
  children: ReactNode;
  below?: ReactNode;
  onSubmit(): void;
}

/** The card of an account form, with notes beside it on how the account is protected. */
export function FormFrame(props: FormFrameProps) {
  const { title, step, lead, formError, children, below, onSubmit } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <div className={css.screen}>
      <div className={css.card}>
        <div className={css.head}>
          <h1 className={css.title}>{title}</h1>
          {step ? <span className={css.step}>{step}</span> : null}
        </div>
        {lead ? <p className={css.lead}>{lead}</p> : null}
        <form className={css.form} noValidate onSubmit={submit}>
          {formError ? (
            <p role="alert" className={css.alert}>
              {/* The server may answer in another language than that of the page. */}
              <bdi>{formError}</bdi>
            </p>
          ) : null}
          {children}
        </form>
        {below ? <div className={css.below}>{below}</div> : null}
      </div>
      <Side />
    </div>
  );
}

function Side() {
  const { t } = useTranslation();
  const signedIn = useSession((session) => session.token !== null);
  return (
    <aside className={css.side} aria-label={t(($) => $.identity.side.label)}>
      <Label>{t(($) => $.identity.side.label)}</Label>
      <ul className={css.facts}>
        <li>{t(($) => $.identity.side.one)}</li>
        <li>{t(($) => $.identity.side.two)}</li>
        <li>{t(($) => $.identity.side.three)}</li>
      </ul>
      {signedIn ? null : <VirtualAccountOffer />}
    </aside>
  );
}

function VirtualAccountOffer() {
  const { t } = useTranslation();
  const { busy, practise } = usePractise();
  return (
    <div className={css.virtual}>
      <h2>{t(($) => $.identity.side.virtualTitle)}</h2>
      <p>{t(($) => $.identity.side.virtualText)}</p>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconFlask size={16} stroke={1.5} aria-hidden="true" />}
        onClick={practise}
      >
        {t(($) => $.identity.side.virtual)}
      </Button>
    </div>
  );
}
