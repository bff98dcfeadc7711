import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { type FormState, useForm } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { useFieldTexts } from './field-texts.ts';
import css from './form.module.css';
import { FormFrame } from './form-frame.tsx';
import { PasswordPair, usePairRules } from './password-pair.tsx';
import type { Proof } from './use-proof.ts';

const NAMES = ['password', 'passwordAgain', 'invitationCode'] as const;

const CODE = /^[A-Z0-9]{6,12}$/;

/** The code of the link that led here, if it is one. */
function invitedBy(search: URLSearchParams): string {
  const code = (search.get('code') ?? '').toUpperCase();
  return CODE.test(code) ? code : '';
}

interface Chosen {
  password: string;
  passwordAgain: string;
  invitationCode: string;
  agreement: boolean;
}

interface PasswordStepProps {
  form: FormState<Chosen>;
  invitationRequired: boolean;
  back(): void;
}

/** The last step of a registration: password twice, invitation code, agreement. */
export function PasswordStep({ form, invitationRequired, back }: PasswordStepProps) {
  const { t } = useTranslation();
  const [before, terms, after] = t(($) => $.identity.fields.agreement).split(/<\/?terms>/);
  return (
    <FormFrame
      title={t(($) => $.identity.register.stepTwo)}
      step={t(($) => $.identity.register.step, { step: 2 })}
      formError={form.formError}
      failures={form.failures}
      onSubmit={() => void form.submit()}
    >
      <PasswordPair label={t(($) => $.identity.fields.password)} form={form} />
      <TextField
        label={
          invitationRequired
            ? t(($) => $.identity.fields.invitation)
            : t(($) => $.identity.fields.invitationOptional)
        }
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={form.values.invitationCode}
        error={form.errorOf('invitationCode')}
        onChange={(value) => form.set('invitationCode', value.toUpperCase())}
      />
      <Checkbox
        checked={form.values.agreement}
        error={form.errorOf('agreement')}
        onChange={(on) => form.set('agreement', on)}
      >
        {before}
        <Link to="/agrt?id=3" target="_blank" className={css.inline ?? ''}>
          {terms}
        </Link>
        {after}
      </Checkbox>
      <div className={css.row}>
        <Button variant="default" size="lg" onClick={back}>
          {t(($) => $.identity.register.back)}
        </Button>
        <Button type="submit" size="lg" className={css.grow ?? ''} loading={form.busy}>
          {t(($) => $.identity.register.submit)}
        </Button>
      </div>
    </FormFrame>
  );
}

interface StepOptions extends Pick<PasswordStepProps, 'invitationRequired' | 'back'> {
  proof: Proof;
  done(): void;
}

/** Sends the registration. What is refused of the first step, such as a late code, leads back. */
export function usePasswordStep({ proof, invitationRequired, back, done }: StepOptions) {
  const { t } = useTranslation();
  const byKey = useFieldTexts();
  const refusalsOf = useRefusals();
  const [search] = useSearchParams();
  return useForm<Chosen>({
    first: { password: '', passwordAgain: '', invitationCode: invitedBy(search), agreement: false },
    rules: {
      ...usePairRules(),
      invitationCode: (code) =>
        invitationRequired && code.trim() === ''
          ? t(($) => $.identity.errors.invitationRequired)
          : '',
      agreement: (agreed) => (agreed ? '' : t(($) => $.identity.errors.agreement)),
    },
    async send({ invitationCode, ...chosen }) {
      const proved = proof.proved();
      if (proved === null) return {};
      const { country } = proof.form.values;
      const input = { ...proved, ...chosen, country, invitationCode: invitationCode.trim() };
      try {
        useSession.getState().enter(await api.call('userRegister', input, { quiet: true }));
      } catch (error) {
        const here = refusalsOf(error, { names: NAMES, byKey });
        if (here.form === undefined || !proof.refuse(error)) return here;
        back();
        return {};
      }
      toastSuccess(t(($) => $.identity.register.done));
      done();
      return undefined;
    },
  });
}
