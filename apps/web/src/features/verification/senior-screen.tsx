import { DayField } from '@assay/kit/input/day-field.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import { isDay } from '@assay/modules/verification/rules';
import { useTranslation } from 'react-i18next';
import { LevelForm } from './level-form.tsx';
import { type FormProps, LevelScreen } from './level-screen.tsx';
import { usePhotos } from './use-photos.tsx';
import { useSubmit } from './use-submit.ts';

/** /seniorauth: senior verification, pictures of the document and its owner. */
export default function SeniorScreen() {
  return <LevelScreen level="senior" form={SeniorForm} />;
}

function SeniorForm({ before, own }: FormProps) {
  const { t } = useTranslation();
  const photos = usePhotos('senior', own, before);
  const submit = useSubmit('userIdCard', ['expiresOn']);
  const form = useForm({
    first: { expiresOn: before?.expiresOn ?? '' },
    rules: {
      expiresOn: (value) =>
        value === '' || isDay(value) ? '' : t(($) => $.verification.errors.day),
    },
    send: async ({ expiresOn }) => {
      if (!photos.check()) return { form: t(($) => $.verification.errors.photos) };
      return submit(expiresOn === '' ? {} : { expiresOn });
    },
  });
  return (
    <LevelForm title={t(($) => $.verification.form.photos)} form={form}>
      {photos.fields(t(($) => $.verification.errors.photo))}
      <DayField
        label={t(($) => $.verification.fields.expiresOn)}
        hint={t(($) => $.verification.form.expiresHint)}
        value={form.values.expiresOn}
        error={form.errorOf('expiresOn')}
        onBlur={() => form.left('expiresOn')}
        onChange={(expiresOn) => form.set('expiresOn', expiresOn)}
      />
    </LevelForm>
  );
}
