import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed, call } from '../../lib/call.ts';
import { session } from '../../lib/session.ts';
import css from './enter.module.css';

/** The secret is the part after the last "#", or the whole text. */
const SECRET = /(?:^|#)([A-Za-z0-9_-]{43})$/;

/** The login: by the link that was opened, or by one that is pasted. */
export function Enter() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState(false);
  const enter = useCallback(
    async (link: string) => {
      setBusy(true);
      try {
        session.enter((await call('operatorEnter', { link })).token);
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
    void enter(link);
  }, [enter]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const link = SECRET.exec(text.trim())?.[1];
    if (link === undefined) setTrouble(t(($) => $.enter.pattern));
    else void enter(link);
  };
  return (
    <form className={css.card} onSubmit={submit}>
      <h1 className={css.title}>{t(($) => $.enter.title)}</h1>
      <p className={css.lead}>{t(($) => $.enter.lead)}</p>
      <TextInput
        label={t(($) => $.enter.link)}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={trouble}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setTrouble('');
        }}
      />
      <Button type="submit" fullWidth loading={busy}>
        {t(($) => $.enter.submit)}
      </Button>
    </form>
  );
}
