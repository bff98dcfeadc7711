import { Ltr } from '@assay/kit/display/ltr.tsx';
import { CodeField } from '@assay/kit/input/code-field.tsx';
import { type Country, CountryField } from '@assay/kit/input/country-field.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { type FormState, type TextFields, textOf } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import css from './form.module.css';
import type { AccountKind } from './kinds.ts';
import { CODE_DIGITS } from './limits.ts';
import type { SentCode } from './use-code.ts';

/** The address or number that is typed into a form. */
interface WhoValues {
  kind: AccountKind;
  account: string;
  country: string;
}

interface WhoFieldsProps {
  form: Pick<FormState<WhoValues>, 'values' | 'errorOf' | 'set' | 'clear'>;
  countries: readonly Country[];
  /** Between which one may choose; none where it is given. */
  kinds?: readonly AccountKind[];
  /** A country belongs to a number; to an address only where somebody registers. */
  country?: { readonly hint: string };
  placeholder?: string;
}

/** Whose account it is: by an e-mail address, or a number with its country. */
export function WhoFields({ form, countries, kinds = [], country, ...more }: WhoFieldsProps) {
  const { t } = useTranslation();
  const { kind, country: chosen } = form.values;
  const isPhone = kind === 'phone';
  const calling = countries.find(({ code }) => code === chosen)?.calling;
  // An address of the other kind is none.
  const setKind = (next: AccountKind) => {
    if (next !== kind) form.clear('account');
    form.set('kind', next);
  };
  const countryField =
    isPhone || country !== undefined ? (
      <CountryField countries={countries} hint={country?.hint} {...textOf(form, 'country')} />
    ) : null;
  return (
    <>
      {country === undefined ? null : countryField}
      {kinds.length < 2 ? null : (
        <Segments
          fill
          label={t(($) => $.identity.kinds.label)}
          options={kinds.map((value) => ({ value, text: t(($) => $.identity.kinds[value]) }))}
          value={kind}
          onChange={setKind}
        />
      )}
      {country === undefined ? countryField : null}
      <TextField
        label={isPhone ? t(($) => $.identity.fields.phone) : t(($) => $.identity.fields.email)}
        type={isPhone ? 'tel' : 'email'}
        autoComplete={isPhone ? 'tel-national' : 'email'}
        dir="ltr"
        spellCheck={false}
        placeholder={more.placeholder}
        before={isPhone && calling ? <Ltr className={css.prefix}>{calling}</Ltr> : null}
        {...textOf(form, 'account')}
      />
    </>
  );
}

interface CodeStepProps {
  form: TextFields<'code'>;
  sent: SentCode | null;
  send(): Promise<boolean>;
}

/** The code that proves it. */
export function CodeStep({ form, sent, send }: CodeStepProps) {
  return <CodeField digits={CODE_DIGITS} sent={sent} send={send} {...textOf(form, 'code')} />;
}
