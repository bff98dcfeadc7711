import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Form, FormFrame } from '@assay/kit/input/form.tsx';
import { PinField } from '@assay/kit/input/pin-field.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { SecretField, TextField } from '@assay/kit/input/text-field.tsx';
import { Page } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { startAuthentication } from '@simplewebauthn/browser';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed, call } from '../../lib/call.ts';
import { session } from '../../lib/session.ts';

/** The secret is the part after the last "#", or the whole text. */
const SECRET = /(?:^|#)([A-Za-z0-9_-]{43})$/;

const WAYS = ['passkey', 'app', 'link'] as const;
type Way = (typeof WAYS)[number];

/** The log-in: by a passkey, by an app, or the first time by a one-time link. */
export function Enter() {
  const { t } = useTranslation();
  const [way, setWay] = useState<Way>('passkey');
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState(false);
  const enter = useCallback(
    async (log: () => Promise<{ token: string }>) => {
      setBusy(true);
      setTrouble('');
      try {
        session.enter((await log()).token);
      } catch (error) {
        const said = error instanceof CallFailed ? error.message : '';
        setTrouble(said || t(($) => $.enter.refused));
        setBusy(false);
      }
    },
    [t],
  );
  useEffect(() => {
    const link = SECRET.exec(location.hash)?.[1];
    if (link === undefined) return;
    // Removes the secret from the address bar before it is used: a used link must not look usable.
    history.replaceState(null, '', location.pathname);
    setWay('link');
    void enter(() => call('operatorEnter', { link }));
  }, [enter]);
  const choose = (next: Way) => {
    setWay(next);
    setTrouble('');
  };
  const ways = (
    <Segments
      fill
      label={t(($) => $.enter.way)}
      options={WAYS.map((value) => ({ value, text: t(($) => $.enter.ways[value]) }))}
      value={way}
      onChange={choose}
    />
  );
  const shared = { ways, busy, trouble, enter, forget: () => setTrouble('') };
  return (
    <Page width="form">
      <FormFrame title={t(($) => $.enter.title)} lead={t(($) => $.enter.leads[way])}>
        {way === 'passkey' ? <ByPasskey {...shared} /> : null}
        {way === 'app' ? <ByApp {...shared} /> : null}
        {way === 'link' ? <ByLink {...shared} /> : null}
      </FormFrame>
    </Page>
  );
}

interface WayProps {
  /** The choice between them, first in each form. */
  ways: ReactNode;
  busy: boolean;
  trouble: string;
  enter(log: () => Promise<{ token: string }>): Promise<void>;
  forget(): void;
}

function Submit({ busy }: Pick<WayProps, 'busy'>) {
  const { t } = useTranslation();
  return (
    <Button type="submit" loading={busy}>
      {t(($) => $.enter.submit)}
    </Button>
  );
}

function ByPasskey({ ways, busy, trouble, enter }: WayProps) {
  const { t } = useTranslation();
  const log = async () => {
    const { challengeId, options } = await call('askOperatorLogin', {});
    const signed = await startAuthentication({ optionsJSON: JSON.parse(options) });
    return call('operatorLogin', { challengeId, credential: JSON.stringify(signed) });
  };
  return (
    <Form error={trouble} onSubmit={() => void enter(log)} actions={<Submit busy={busy} />}>
      {ways}
      {isSecureContext ? null : <Callout tone="warning">{t(($) => $.enter.insecure)}</Callout>}
    </Form>
  );
}

function ByApp({ ways, busy, trouble, enter, forget }: WayProps) {
  const { t } = useTranslation();
  const [key, setKey] = useState('');
  const [totp, setTotp] = useState('');
  const submit = () => void enter(() => call('operatorTotpLogin', { key: key.trim(), totp }));
  return (
    <Form error={trouble} onSubmit={submit} actions={<Submit busy={busy} />}>
      {ways}
      <SecretField
        label={t(($) => $.enter.key)}
        autoComplete="current-password"
        value={key}
        onChange={(value) => {
          setKey(value);
          forget();
        }}
      />
      <PinField
        label={t(($) => $.access.code)}
        secret={false}
        autoComplete="one-time-code"
        value={totp}
        onChange={(value) => {
          setTotp(value);
          forget();
        }}
      />
    </Form>
  );
}

function ByLink({ ways, busy, trouble, enter, forget }: WayProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = () => {
    const link = SECRET.exec(text.trim())?.[1];
    if (link === undefined) setWrong(true);
    else void enter(() => call('operatorEnter', { link }));
  };
  return (
    <Form error="" onSubmit={submit} actions={<Submit busy={busy} />}>
      {ways}
      <TextField
        label={t(($) => $.enter.link)}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={isWrong ? t(($) => $.enter.pattern) : trouble}
        onChange={(value) => {
          setText(value);
          setWrong(false);
          forget();
        }}
      />
    </Form>
  );
}
