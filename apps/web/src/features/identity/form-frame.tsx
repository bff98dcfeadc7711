import { Label } from '@assay/kit/display/panel.tsx';
import { IconFlask } from '@assay/kit/icons/flask.ts';
import { FormFrame as Card, Form } from '@assay/kit/input/form.tsx';
import { Page } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/data/session.ts';
import { usePractise } from '../../lib/data/use-practise.ts';
import css from './form.module.css';

interface FormFrameProps {
  title: string;
  step?: string;
  lead?: string | undefined;
  /** The error of the form as a whole; empty if there is none. */
  formError: string;
  /** How many times the form was not taken: each time its first error takes the focus. */
  failures: number;
  children: ReactNode;
  below?: ReactNode;
  onSubmit(): void;
}

/** The card of an account form, with notes beside it on how the account is protected. */
export function FormFrame({ formError, failures, children, onSubmit, ...card }: FormFrameProps) {
  return (
    <Page>
      <div className={css.beside}>
        <Card {...card}>
          <Form error={formError} failures={failures} onSubmit={onSubmit}>
            {children}
          </Form>
        </Card>
        <Side />
      </div>
    </Page>
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
