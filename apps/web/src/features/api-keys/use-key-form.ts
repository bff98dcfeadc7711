import { type FormState, useForm } from '@assay/kit/input/use-form.ts';
import {
  expiresAtOf,
  IPS_MAX,
  type KeyKind,
  type Permission,
  readIps,
  readPublicKey,
  rightsGrow,
} from '@assay/modules/api-keys/rules';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import type { KeyView } from '../../lib/api/wire.ts';
import { useSecurity } from '../../lib/data/security.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { confirmed } from '../../lib/data/step-up.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { refreshApiKeys } from './use-api-keys.ts';

export interface KeyValues {
  readonly label: string;
  readonly kind: KeyKind;
  readonly publicKey: string;
  readonly permission: Permission;
  readonly ips: string;
  readonly password: string;
}

const EMPTY: KeyValues = {
  ...{ label: '', kind: 'hmac', publicKey: '', permission: 'read', ips: '', password: '' },
};

const NAMES = ['label', 'kind', 'publicKey', 'permission', 'ips', 'password'] as const;

type Changed = CallOutput<'changeApiKey'>;
type Created = CallOutput<'createApiKey'>;

/** The form of a new key; `done` gets the key with its secret. */
export function useNewKeyForm(done: (made: Created) => unknown): KeyForm {
  return useKeyForm(null, async ({ kind, publicKey, ...values }, prove) => {
    const bound = kind === 'ed25519' ? { publicKey } : {};
    const { label, permission, ips } = values;
    const input = { label, permission, ips, kind, ...bound };
    const fields = { kind, ...publicKeyOf({ kind, publicKey }) };
    const made = await prove('createApiKey', fields, (proof) =>
      api.call('createApiKey', { ...input, ...proof }, { quiet: true }),
    );
    return made === null ? {} : void done(made);
  });
}

/** The form of a change to a key. */
export function useChangedKeyForm(before: KeyView, done: (made: Changed) => unknown): KeyForm {
  return useKeyForm(before, async ({ label, permission, ips }, prove) => {
    const { apiKeyId } = before;
    const input = { apiKeyId, label, permission, ips };
    const made = await prove('changeApiKey', { apiKeyId }, (proof) =>
      api.call('changeApiKey', { ...input, ...proof }, { quiet: true }),
    );
    return made === null ? {} : void done(made);
  });
}

/** Sends the form with the proof that the account has. Null when the person gave none. */
type Prove = <T>(
  action: 'createApiKey' | 'changeApiKey',
  fields: object,
  send: (proof: { password?: string; stepUp?: string }) => Promise<T>,
) => Promise<T | null>;

type Send = (values: KeyValues, prove: Prove) => Promise<undefined | Record<never, string>>;

export interface KeyForm extends FormState<KeyValues> {
  /** Whether the account has no other proof of who changes its keys. */
  readonly passwordNeeded: boolean;
  readonly expiresAt: number | null;
  /** A private key that is pasted is dropped at once. */
  setPublicKey(text: string): void;
}

function useKeyForm(before: KeyView | null, send: Send): KeyForm {
  const texts = useErrorTexts();
  const refusalsOf = useRefusals();
  const visitor = useSession((session) => session.profile?.demoOnly === true);
  const factors = useSecurity().data?.factors.length ?? 0;
  // The server's own rule: it never requires a proof that the form does not ask for.
  const proofOf = (values: KeyValues) => {
    const isNeeded = !visitor && (before === null || rightsGrow(before, rightsOf(values)));
    return isNeeded && factors === 0 ? 'password' : isNeeded ? 'stepUp' : 'none';
  };
  const form = useForm<KeyValues>({
    first: valuesOf(before),
    rules: {
      label: (label) => (label.trim() === '' ? texts.labelEmpty : ''),
      publicKey: (text, { kind }) => {
        if (before !== null || kind !== 'ed25519') return '';
        if (text.trim() === '') return texts.publicKeyEmpty;
        return readPublicKey(text) === 'publicKey' ? texts.publicKey : '';
      },
      ips: (text) => {
        const ips = readIps(text);
        return typeof ips === 'string' ? texts[ips] : '';
      },
      password: (text, values) =>
        proofOf(values) === 'password' && text === '' ? texts.passwordEmpty : '',
    },
    async send(values) {
      const { label, permission, password } = values;
      const prove: Prove = (action, fields, carryOut) => {
        const proof = proofOf(values);
        if (proof !== 'stepUp') return carryOut(proof === 'password' ? { password } : {});
        // As the server reads them: a proof is for the rights, not for how they were typed.
        const read = { label: label.trim(), permission, ips: rightsOf(values).ips };
        return confirmed(action, { ...fields, ...read }, carryOut);
      };
      try {
        const refused = await send(values, prove);
        await refreshApiKeys();
        return refused;
      } catch (error) {
        return refusalsOf(error, { names: NAMES, byRefusal: { passwordWrong: 'password' } });
      }
    },
  });
  return {
    ...form,
    passwordNeeded: proofOf(form.values) === 'password',
    expiresAt: expiresAtOf(rightsOf(form.values), before?.createdAt ?? Date.now()),
    setPublicKey(text) {
      const isPrivate = readPublicKey(text) === 'privateKey';
      form.set('publicKey', isPrivate ? '' : text);
      if (isPrivate) form.refuse({ publicKey: texts.privateKey });
    },
  };
}

function rightsOf({ permission, ips }: KeyValues) {
  const read = readIps(ips);
  return { permission, ips: typeof read === 'string' ? [] : read };
}

function publicKeyOf({ kind, publicKey }: Pick<KeyValues, 'kind' | 'publicKey'>): {
  publicKey?: string;
} {
  const read = readPublicKey(publicKey);
  return kind === 'ed25519' && typeof read === 'object' ? { publicKey: read.base64 } : {};
}

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
  };
}
