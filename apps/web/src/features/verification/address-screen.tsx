import { TextArea } from '@assay/kit/input/text-field.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import { ADDRESS_MAX } from '@assay/modules/verification/rules';
import { useTranslation } from 'react-i18next';
import { LevelForm } from './level-form.tsx';
import { type FormProps, LevelScreen } from './level-screen.tsx';
import { usePhotos } from './use-photos.tsx';
import { useSubmit } from './use-submit.ts';

/** /dzrz: where somebody lives, by a bill. */
export default function AddressScreen() {
  return <LevelScreen level="address" form={AddressForm} />;
}

function AddressForm({ before, own }: FormProps) {
  const { t } = useTranslation();
  const photos = usePhotos('address', own, before);
  const submit = useSubmit('setAddressAuth', ['address']);
  const noBill = t(($) => $.verification.errors.bill);
  const form = useForm({
    first: { address: before?.address ?? '' },
    rules: {
      address: (value) => (value.trim() === '' ? t(($) => $.verification.errors.address) : ''),
    },
    send: async ({ address }) => {
      if (!photos.check()) return { form: noBill };
      // One line: the server takes no control characters.
      return submit({ address: address.split(/\s*\n\s*/).join(', ') });
    },
  });
  return (
    <LevelForm title={t(($) => $.verification.levels.address)} form={form}>
      <TextArea
        label={t(($) => $.verification.fields.address)}
        hint={t(($) => $.verification.form.addressHint)}
        autoComplete="street-address"
        maxLength={ADDRESS_MAX}
        value={form.values.address}
        error={form.errorOf('address')}
        onBlur={() => form.left('address')}
        onChange={(address) => form.set('address', address)}
      />
      {photos.fields(noBill)}
    </LevelForm>
  );
}
