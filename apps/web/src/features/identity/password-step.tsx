import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFields } from './fields.ts';
import css from './form.module.css';
import { FormFrame } from './form-frame.tsx';
import { PASSWORD_MIN } from './limits.ts';
import { SecretField } from './secret-field.tsx';

interface PasswordStepProps {
  title: string;
  step: string;
  submitText: string;
  invitation: 'required' | 'optional';
  busy: boolean;
  formError: string;
  back(): void;
  onSubmit(chosen: { password: string; passwordAgain: string; invitationCode: string }): void;
}

/** The last step of a registration: password twice, invitation code, agreement. */
export function PasswordStep(props: PasswordStepProps) {
  const { t } = useTranslation();
  const { fields, agreed, setAgreed, agreementError, submit } = usePasswordStep(props);
  const { values, errors, set } = fields;
  return (
    <FormFrame title={props.title} step={props.step} formError={props.formError} onSubmit={submit}>
      <SecretField
        label={t(($) => $.identity.fields.password)}
        note={t(($) => $.identity.fields.passwordNote, { count: PASSWORD_MIN })}
        autoComplete="new-password"
        value={values.password}
        error={errors.password}
        onChange={(value) => set('password', value)}
      />
      <SecretField
        label={t(($) => $.identity.fields.again)}
        autoComplete="new-password"
        value={values.passwordAgain}
        error={errors.passwordAgain}
        onChange={(value) => set('passwordAgain', value)}
      />
      <TextInput
        label={
          props.invitation === 'required'
            ? t(($) => $.identity.fields.invitation)
            : t(($) => $.identity.fields.invitationOptional)
        }
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={values.invitationCode}
        error={errors.invitationCode}
        onChange={(event) => set('invitationCode', event.currentTarget.value.toUpperCase())}
      />
      <Checkbox
        checked={agreed}
        error={agreementError}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
        label={
          <Trans
            i18nKey={($) => $.identity.fields.agreement}
            components={{
              terms: <Link to="/agrt?id=3" target="_blank" className={css.inline ?? ''} />,
            }}
          />
        }
      />
      <div className={css.row}>
        <Button variant="default" size="lg" onClick={props.back}>
          {t(($) => $.identity.register.back)}
        </Button>
        <Button type="submit" size="lg" className={css.grow ?? ''} loading={props.busy}>
          {props.submitText}
        </Button>
      </div>
    </FormFrame>
  );
}

function usePasswordStep({ invitation, onSubmit }: PasswordStepProps) {
  const { t } = useTranslation();
  const fields = useFields({ password: '', passwordAgain: '', invitationCode: '' });
  const [agreed, setAgreedTo] = useState(false);
  const [agreementError, setAgreementError] = useState('');
  const { password, passwordAgain, invitationCode } = fields.values;
  const setAgreed = (on: boolean) => {
    setAgreedTo(on);
    setAgreementError('');
  };
  const submit = () => {
    const short = t(($) => $.identity.errors.passwordShort, { count: PASSWORD_MIN });
    const valid = fields.check({
      password: password.length < PASSWORD_MIN ? short : '',
      passwordAgain: password === passwordAgain ? '' : t(($) => $.identity.errors.passwordsDiffer),
      invitationCode:
        invitation === 'required' && invitationCode.trim() === ''
          ? t(($) => $.identity.errors.invitationRequired)
          : '',
    });
    if (!agreed) setAgreementError(t(($) => $.identity.errors.agreement));
    if (valid && agreed) {
      onSubmit({ password, passwordAgain, invitationCode: invitationCode.trim() });
    }
  };
  return { fields, agreed, setAgreed, agreementError, submit };
}
