import {
  expiresAtOf,
  IPS_MAX,
  type KeyKind,
  type Permission,
  readIps,
  readPublicKey,
  rightsGrow,
} from '@assay/modules/api-keys/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api/errors.ts';
import type { CallOutput } from '../../lib/api/tables.ts';
import type { KeyView } from '../../lib/api/wire.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { refreshApiKeys } from './use-api-keys.ts';

export interface KeyValues {
  readonly label: string;
  readonly kind: KeyKind;
  readonly publicKey: string;
  readonly permission: Permission;
  readonly ips: string;
  readonly password: string;
}

/** The error of each field; `form` is for errors that concern no single field. */
export type KeyErrors = Partial<Record<keyof KeyValues | 'form', string>>;

const EMPTY: KeyValues = {
  ...{ label: '', kind: 'hmac', publicKey: '', permission: 'read', ips: '', password: '' },
};

/** The form of a new key when `before` is null, else of a change to the key `before`. */
export function useKeyForm(before: KeyView | null) {
  const texts = useErrorTexts();
  const visitor = useSession((session) => session.profile?.demoOnly === true);
  const [values, setValues] = useState<KeyValues>(() => valuesOf(before));
  const [errors, setErrors] = useState<KeyErrors>({});
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(0);
  const ips = readIps(values.ips);
  const rights = { permission: values.permission, ips: typeof ips === 'string' ? [] : ips };
  // The server's own rule: it never requires a password that the form does not ask for.
  const passwordNeeded = !visitor && (before === null || rightsGrow(before, rights));

  const set = (change: Partial<KeyValues>) => {
    setValues((known) => ({ ...known, ...change }));
    // Editing a field clears its error.
    const cleared = Object.keys(change).map((name) => [name, undefined]);
    setErrors((known) => ({ ...known, ...Object.fromEntries(cleared) }));
  };
  const setPublicKey = (text: string) => {
    if (readPublicKey(text) !== 'privateKey') return set({ publicKey: text });
    set({ publicKey: '' });
    setErrors((known) => ({ ...known, publicKey: texts.privateKey }));
  };
  const check = () => {
    const found: KeyErrors = {};
    if (values.label.trim() === '') found.label = texts.labelEmpty;
    if (before === null && values.kind === 'ed25519') {
      if (values.publicKey.trim() === '') found.publicKey = texts.publicKeyEmpty;
      else if (readPublicKey(values.publicKey) === 'publicKey') found.publicKey = texts.publicKey;
    }
    if (typeof ips === 'string') found.ips = texts[ips];
    if (passwordNeeded && values.password === '') found.password = texts.passwordEmpty;
    setErrors(found);
    return Object.keys(found).length === 0;
  };
  /** Runs `work` if the form is valid; shows the server's errors beside their fields. */
  const submit = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (busy) return null;
    if (!check()) {
      setFailed((times) => times + 1);
      return null;
    }
    setBusy(true);
    try {
      const done = await work();
      await refreshApiKeys();
      return done;
    } catch (error) {
      setErrors(texts.of(error));
      setFailed((times) => times + 1);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const { label, kind, publicKey, permission, password } = values;
  const proof = passwordNeeded ? { password } : {};
  const shared = { label, permission, ips: values.ips, ...proof };
  return {
    ...{ values, errors, busy, passwordNeeded, set, setPublicKey },
    /** How many submissions have failed. */
    failed,
    expiresAt: expiresAtOf(rights, before?.createdAt ?? Date.now()),
    create: (): Promise<CallOutput<'createApiKey'> | null> =>
      submit(() => {
        const bound = kind === 'ed25519' ? { publicKey } : {};
        return api.call('createApiKey', { ...shared, kind, ...bound }, { quiet: true });
      }),
    change: ({ apiKeyId }: KeyView): Promise<CallOutput<'changeApiKey'> | null> =>
      submit(() => api.call('changeApiKey', { apiKeyId, ...shared }, { quiet: true })),
  };
}

export type KeyForm = ReturnType<typeof useKeyForm>;

function valuesOf(before: KeyView | null): KeyValues {
  if (before === null) return EMPTY;
  const { label, kind, permission, ips } = before;
  return { ...EMPTY, label, kind, permission, ips: ips.join('\n') };
}

function useErrorTexts() {
  const { t } = useTranslation();
  return {
    labelEmpty: t(($) => $.apiKeys.errors.labelEmpty),
    addressRange: t(($) => $.apiKeys.errors.addressRange),
    addressRangeWide: t(($) => $.apiKeys.errors.addressRangeWide),
    tooManyAddresses: t(($) => $.apiKeys.errors.tooManyAddresses, { most: IPS_MAX }),
    publicKeyEmpty: t(($) => $.apiKeys.errors.publicKeyEmpty),
    publicKey: t(($) => $.apiKeys.errors.publicKey),
    privateKey: t(($) => $.apiKeys.errors.privateKey),
    passwordEmpty: t(($) => $.identity.errors.passwordEmpty),
    of(error: unknown): KeyErrors {
      if (!(error instanceof CallError)) return { form: t(($) => $.errors.request) };
      if (error.kind === 'network') return { form: t(($) => $.errors.offline) };
      const message = error.message || t(($) => $.errors.request);
      if (error.refusal === 'passwordWrong') return { password: message };
      // The message concerns the first field in the list.
      const [field] = Object.keys(error.fields);
      return field !== undefined && field in EMPTY ? { [field]: message } : { form: message };
    },
  };
}
