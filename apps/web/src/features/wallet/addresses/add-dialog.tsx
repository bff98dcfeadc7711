import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { AddressField } from '@assay/kit/input/address-field.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../lib/api/errors.ts';
import { api } from '../../../lib/data/services.ts';
import { confirmed } from '../../../lib/data/step-up.ts';
import { isChainAddress } from '../chain-address.ts';
import { addressesChanged, type Book } from './use-addresses.ts';

const keyOf = ({ asset, chainId }: Book['networks'][number]) => `${asset} ${chainId}`;

/** Adds an address, once the person has confirmed exactly this one. */
export function AddDialog({ book, close }: { book: Book; close(): void }) {
  const { t } = useTranslation();
  const [alike, setAlike] = useState('');
  const [isMeant, setMeant] = useState(false);
  const [first] = book.networks;
  const form = useForm({
    first: { network: first === undefined ? '' : keyOf(first), address: '', memo: '', remark: '' },
    rules: {
      address: (value) => {
        if (value === '') return t(($) => $.addresses.missing);
        return isChainAddress(value) ? '' : t(($) => $.wallet.out.addressWrong);
      },
    },
    send: async ({ network, ...texts }) => {
      const found = book.networks.find((one) => keyOf(one) === network) ?? book.networks[0];
      if (found === undefined) return { form: t(($) => $.addresses.noNetwork) };
      const { asset, chainId } = found;
      const fields = { asset, chainId, ...trimmed(texts), despite: isMeant && alike !== '' };
      try {
        const added = await confirmed('addAddress', fields, (proof) =>
          api.call('addAddress', { ...fields, ...proof }, { quiet: true }),
        );
        if (added === null) return {};
      } catch (error) {
        return refusedBy(error);
      }
      await addressesChanged();
      toastSuccess(t(($) => $.addresses.done));
      close();
      return undefined;
    },
  });
  const refusedBy = (error: unknown) => {
    if (!(error instanceof CallError)) return { form: t(($) => $.kit.failed) };
    if (error.refusal === 'addressAlike') {
      setAlike(error.message);
      return {};
    }
    return error.fields.address === undefined
      ? { form: error.message }
      : { address: error.message };
  };
  return (
    <FormDialog
      title={t(($) => $.addresses.add)}
      form={form}
      action={t(($) => $.addresses.add)}
      disabled={alike !== '' && !isMeant}
      close={close}
    >
      <SelectField
        label={t(($) => $.addresses.network)}
        options={book.networks.map((one) => {
          return { value: keyOf(one), text: `${one.asset} · ${one.chain}` };
        })}
        value={form.values.network}
        onChange={(network) => form.set('network', network)}
      />
      <AddressField
        label={t(($) => $.addresses.address)}
        hint={t(($) => $.addresses.addressHint)}
        {...textOf(form, 'address')}
        onChange={(address) => {
          setAlike('');
          setMeant(false);
          form.set('address', address);
        }}
      />
      <TextField
        label={t(($) => $.addresses.memo)}
        hint={t(($) => $.addresses.memoHint)}
        maxLength={100}
        {...textOf(form, 'memo')}
      />
      <TextField
        label={t(($) => $.addresses.remark)}
        hint={t(($) => $.addresses.remarkHint)}
        maxLength={60}
        {...textOf(form, 'remark')}
      />
      {alike === '' ? null : (
        <Callout live tone="danger" title={t(($) => $.addresses.alikeTitle)}>
          <p>{alike}</p>
          <Checkbox checked={isMeant} onChange={setMeant}>
            {t(($) => $.addresses.alikeMeant)}
          </Checkbox>
        </Callout>
      )}
    </FormDialog>
  );
}

/** As the server reads them, so that what is confirmed is what is sent. */
const trimmed = ({ address, memo, remark }: Record<'address' | 'memo' | 'remark', string>) => {
  return { address: address.trim(), memo: memo.trim(), remark: remark.trim() };
};
