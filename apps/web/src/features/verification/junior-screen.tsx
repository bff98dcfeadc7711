import { CountryField } from '@assay/kit/input/country-field.tsx';
import { FieldGroup } from '@assay/kit/input/field.tsx';
import { RadioCards } from '@assay/kit/input/radio-cards.tsx';
import { TextButton } from '@assay/kit/input/text-button.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import {
  DOCUMENT_TYPES,
  NAME_MAX,
  NUMBER_MAX,
  normalNumber,
} from '@assay/modules/verification/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelForm } from './level-form.tsx';
import { type FormProps, LevelScreen } from './level-screen.tsx';
import { useNationalities } from './use-nationalities.ts';
import { useSubmit } from './use-submit.ts';

/** /smauth: junior verification, who somebody is. */
export default function JuniorScreen() {
  return <LevelScreen level="junior" form={JuniorForm} />;
}

const FIELDS = ['country', 'type', 'name', 'number'] as const;

function JuniorForm({ before }: FormProps) {
  const { t } = useTranslation();
  const send = useSubmit('setNameAuth', FIELDS);
  const form = useForm({
    first: {
      country: before?.country ?? '',
      type: String(before?.type ?? ''),
      name: before?.name ?? '',
      number: '',
    },
    rules: {
      country: (value) => (value === '' ? t(($) => $.verification.errors.nationality) : ''),
      type: (value) => (value === '' ? t(($) => $.verification.errors.type) : ''),
      name: (value) => (value.trim() === '' ? t(($) => $.verification.errors.name) : ''),
      number: (value) => {
        if (value.trim() === '') return t(($) => $.verification.errors.number);
        return normalNumber(value) === null ? t(($) => $.verification.errors.numberShape) : '';
      },
    },
    send: (values) => send({ ...values, type: Number(values.type) }),
  });
  const { values, set, left, errorOf } = form;
  return (
    <LevelForm title={t(($) => $.verification.form.data)} form={form}>
      <Nationality
        value={values.country}
        error={errorOf('country')}
        set={(c) => set('country', c)}
      />
      <Kinds value={values.type} error={errorOf('type')} set={(type) => set('type', type)} />
      <TextField
        label={t(($) => $.verification.fields.name)}
        hint={t(($) => $.verification.form.nameHint)}
        autoComplete="name"
        maxLength={NAME_MAX}
        value={values.name}
        error={errorOf('name')}
        onBlur={() => left('name')}
        onChange={(name) => set('name', name)}
      />
      <TextField
        label={t(($) => $.verification.fields.number)}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={NUMBER_MAX}
        value={values.number}
        error={errorOf('number')}
        onBlur={() => left('number')}
        onChange={(number) => set('number', number)}
      />
    </LevelForm>
  );
}

interface PartProps {
  value: string;
  error: string;
  set(value: string): void;
}

function Nationality({ value, error, set }: PartProps) {
  const { t } = useTranslation();
  return (
    <CountryField
      label={t(($) => $.verification.fields.country)}
      countries={useNationalities()}
      value={value}
      error={error}
      onChange={set}
    />
  );
}

/** The short list of kinds, and all of them for who has none of these. */
function Kinds({ value, error, set }: PartProps) {
  const { t } = useTranslation();
  const isLong = DOCUMENT_TYPES.some(({ id, short }) => !short && String(id) === value);
  const [all, setAll] = useState(isLong);
  const cards = DOCUMENT_TYPES.filter(({ short }) => all || short).map(({ id, key }) => ({
    value: String(id),
    title: t(($) => $.verification.types[key]),
    text: t(($) => $.verification.typeNotes[key]),
  }));
  return (
    <FieldGroup label={t(($) => $.verification.fields.type)} error={error}>
      <RadioCards
        label={t(($) => $.verification.fields.type)}
        cards={cards}
        value={value === '' ? null : value}
        onChange={set}
      />
      {all ? null : (
        <TextButton onClick={() => setAll(true)}>
          {t(($) => $.verification.form.moreKinds)}
        </TextButton>
      )}
    </FieldGroup>
  );
}
