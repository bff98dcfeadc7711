import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormFrame, StateForm } from '@assay/kit/input/form.tsx';
import { PinField } from '@assay/kit/input/pin-field.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { SecretField, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Page } from '@assay/kit/page/page.tsx';
import { startAuthentication } from '@simplewebauthn/browser';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';
import { session } from '../../lib/session.ts';

/** The secret is the part after the last "#", or the whole text. */
const SECRET = /(?:^|#)([A-Za-z0-9_-]{43})$/;

const WAYS = ['passkey', 'app', 'link'] as const;
type Way = (typeof WAYS)[number];

/** The link by which the page was opened; it is in the address only until here. */
function takeLink(): string {
  const link = SECRET.exec(location.hash)?.[1] ?? '';
  // A used link must not look usable.
  if (link !== '') history.replaceState(null, '', location.pathname);
  return link;
}

/** The log-in: by a passkey, by an app, or the first time by a one-time link. */
export function Enter() {
  const { t } = useTranslation();
  const [link] = useState(takeLink);
  const [way, setWay] = useState<Way>(link === '' ? 'passkey' : 'link');
  const ways = (
    <Segments
      fill
      label={t(($) => $.enter.way)}
      options={WAYS.map((value) => ({ value, text: t(($) => $.enter.ways[value]) }))}
      value={way}
      onChange={setWay}
    />
  );
  return (
    <Page width="form">
      <FormFrame title={t(($) => $.enter.title)} lead={t(($) => $.enter.leads[way])}>
        {way === 'passkey' ? <ByPasskey ways={ways} /> : null}
        {way === 'app' ? <ByApp ways={ways} /> : null}
        {way === 'link' ? <ByLink ways={ways} link={link} /> : null}
      </FormFrame>
    </Page>
  );
}

interface WayProps {
  /** The choice between them, first in each form. */
  ways: ReactNode;
}

/** Logs in, or says why not. */
function useEnter() {
  const { t } = useTranslation();
  return (log: Promise<{ token: string }>) =>
    refusalOf(
      log.then(({ token }) => session.enter(token)),
      t(($) => $.enter.refused),
    );
}

async function byPasskey(): Promise<{ token: string }> {
  const { challengeId, options } = await call('askOperatorLogin', {});
  const signed = await startAuthentication({ optionsJSON: JSON.parse(options) });
  return call('operatorLogin', { challengeId, credential: JSON.stringify(signed) });
}

function ByPasskey({ ways }: WayProps) {
  const { t } = useTranslation();
  const enter = useEnter();
  const form = useForm({ first: {}, rules: {}, send: () => enter(byPasskey()) });
  return (
    <StateForm form={form} action={t(($) => $.enter.submit)}>
      {ways}
      {isSecureContext ? null : <Callout tone="warning">{t(($) => $.enter.insecure)}</Callout>}
    </StateForm>
  );
}

function ByApp({ ways }: WayProps) {
  const { t } = useTranslation();
  const enter = useEnter();
  const form = useForm({
    first: { key: '', totp: '' },
    rules: {},
    send: ({ key, totp }) => enter(call('operatorTotpLogin', { key: key.trim(), totp })),
  });
  return (
    <StateForm form={form} action={t(($) => $.enter.submit)}>
      {ways}
      <SecretField
        label={t(($) => $.enter.key)}
        autoComplete="current-password"
        {...textOf(form, 'key')}
      />
      <PinField
        label={t(($) => $.access.code)}
        secret={false}
        autoComplete="one-time-code"
        {...textOf(form, 'totp')}
      />
    </StateForm>
  );
}

/** `link`: by which the page was opened; it is sent at once. */
function ByLink({ ways, link }: WayProps & { link: string }) {
  const { t } = useTranslation();
  const enter = useEnter();
  const isWaiting = useRef(link !== '');
  const form = useForm({
    first: { link, code: '' },
    rules: {
      link: (text) => (SECRET.test(text.trim()) ? '' : t(($) => $.enter.pattern)),
    },
    send: async (typed) => {
      const secret = SECRET.exec(typed.link.trim())?.[1] ?? '';
      const code = typed.code.trim() === '' ? {} : { code: typed.code.trim() };
      const refused = await enter(call('operatorEnter', { link: secret, ...code }));
      return refused === undefined ? undefined : { link: refused.form };
    },
  });
  useEffect(() => {
    if (!isWaiting.current) return;
    isWaiting.current = false;
    void form.submit();
  }, [form]);
  return (
    <StateForm form={form} action={t(($) => $.enter.submit)}>
      {ways}
      <TextField
        label={t(($) => $.enter.link)}
        autoComplete="off"
        spellCheck={false}
        {...textOf(form, 'link')}
      />
      <TextField
        label={t(($) => $.enter.code)}
        autoComplete="off"
        spellCheck={false}
        {...textOf(form, 'code')}
      />
    </StateForm>
  );
}
