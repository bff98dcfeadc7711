import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { usePublish } from './use-publish.ts';

/** Proposes an asset, which markets can then trade. */
export function ListAsset({ close }: { close(): void }) {
  const { t } = useTranslation();
  const publish = usePublish();
  const first = { symbol: '', name: '', reason: '' };
  const given = (text: string) => (text.trim() === '' ? t(($) => $.staff.missing) : '');
  const form = useForm({
    first,
    rules: {
      symbol: (symbol) => (/^[A-Z0-9]{1,16}$/.test(symbol) ? '' : t(($) => $.markets.listing.code)),
      name: given,
      reason: given,
    },
    send: async ({ symbol, name, reason }) => {
      const body = { kind: 'asset', asset: { symbol, name: name.trim() } };
      const refused = await publish<typeof first>(body, reason);
      if (refused !== undefined) return refused;
      toastSuccess(t(($) => $.parameters.prepared));
      close();
      return undefined;
    },
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
