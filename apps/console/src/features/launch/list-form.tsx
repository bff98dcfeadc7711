import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import { marketOf } from './market.ts';
import type { Launch } from './use-launches.ts';

/** Proposes the spot market of a coin, with numbers that follow from its project. */
export function ListForm({ launch, close }: { launch: Launch; close(): void }) {
  const { t } = useTranslation();
  const propose = usePropose('publishListing', close);
  const market = marketOf(launch);
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: ({ reason }) => propose({ kind: 'market', market }, reason),
  });
  const { tickSize, stepSize, maxPrice, maxQuantity } = market;
  const numbers = { tickSize, stepSize, maxPrice, maxQuantity };
  return (
    <FormDialog
      title={`${t(($) => $.launches.list)}: ${market.symbol}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">{t(($) => $.markets.listing.does)}</Callout>
      <KeyValues
        items={Object.entries(numbers).map(([name, value]) => ({
          label: t(($) => $.markets.listing.fields[name as keyof typeof numbers]),
          value: <Ltr>{value}</Ltr>,
        }))}
      />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
