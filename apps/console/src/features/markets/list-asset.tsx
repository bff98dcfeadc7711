import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { usePublishListing } from '../../lib/publish-listing.ts';
import { fieldOf } from './listing.ts';

/** Proposes an asset, which markets can then trade. */
export function ListAsset({ close }: { close(): void }) {
  const { t } = useTranslation();
  const first = { symbol: '', name: '', reason: '' };
  const publish = usePublishListing<typeof first>({ close, fieldOf, named: 'symbol' });
  const given = (text: string) => (text.trim() === '' ? t(($) => $.staff.missing) : '');
  const form = useForm({
    first,
    rules: {
      symbol: (symbol) => (/^[A-Z0-9]{1,16}$/.test(symbol) ? '' : t(($) => $.markets.listing.code)),
      name: given,
      reason: given,
    },
    send: ({ symbol, name, reason }) =>
      publish({ kind: 'asset', asset: { symbol, name: name.trim() } }, reason),
  });
  return (
    <FormDialog
      title={t(($) => $.markets.listing.asset)}
      close={close}
      form={form}
      action={t(($) => $.staff.propose)}
    >
      <Callout tone="information">{t(($) => $.markets.listing.assetDoes)}</Callout>
      <TextField dir="ltr" label={t(($) => $.markets.listing.symbol)} {...textOf(form, 'symbol')} />
      <TextField label={t(($) => $.markets.listing.name)} {...textOf(form, 'name')} />
      <TextArea label={t(($) => $.parameters.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
