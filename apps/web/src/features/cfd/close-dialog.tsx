import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { api, queries } from '../../lib/data/services.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { GainNow, PositionName, PriceNow } from './cells.tsx';
import { type CfdPosition, CHANGING, useContract } from './use-cfd.ts';
import { useTrial } from './use-trial.ts';

const BY_REFUSAL = { badLots: 'lots', badSlippage: 'slippage' } as const;

/** Closes a position or a part of it at the next tick. */
export default function CloseDialog(props: { position: CfdPosition; close(): void }) {
  const { position, close } = props;
  const { t } = useTranslation();
  const refusals = useRefusals();
  const trial = useTrial();
  const contract = useContract(position.contract);
  const isPart = (text: string) => {
    const lots = parseDecimal(text, SCALE);
    return lots !== null && lots > 0n && lots <= parseDecimal(position.lots, SCALE)!;
  };
  const form = useForm({
    first: { lots: position.lots, slippage: '' },
    rules: {
      lots: (text) => (isPart(text) ? '' : t(($) => $.cfd.problem.badLots)),
    },
    send: async ({ lots, slippage }) => {
      const bound = slippage === '' ? {} : { slippage };
      const part = lots === position.lots ? {} : { lots };
      try {
        const input = { positionId: position.id, ...part, ...bound, ...trial };
        await api.call('closeCfdPositions', input, { quiet: true });
      } catch (error) {
        return refusals(error, { names: ['lots', 'slippage'], byRefusal: BY_REFUSAL });
      } finally {
        for (const key of CHANGING) void queries.invalidateQueries({ queryKey: [key] });
      }
      const isOpen = contract?.view.isOpen !== false;
      toastSuccess(isOpen ? t(($) => $.cfd.close.sent) : t(($) => $.cfd.close.sentClosed));
      close();
      return undefined;
    },
  });
  const { lots } = form.values;
  const part = isPart(lots) ? { ...position, lots } : position;
  return (
    <FormDialog
      title={t(($) => $.cfd.close.title)}
      form={form}
      action={t(($) => $.cfd.close.do)}
      close={close}
    >
      <FigureLines
        dense
        lines={[
          { label: t(($) => $.cfd.head.contract), value: <PositionName position={position} /> },
          { label: t(($) => $.cfd.head.now), value: <PriceNow position={position} /> },
          { label: t(($) => $.cfd.head.profit), value: <GainNow position={part} /> },
        ]}
      />
      <AmountField
        label={t(($) => $.cfd.lots)}
        unit={t(($) => $.cfd.lotsUnit)}
        most={position.lots}
        {...textOf(form, 'lots')}
      />
      <AmountField
        label={t(($) => $.cfd.slippage)}
        unit={contract?.market.quote ?? ''}
        hint={t(($) => $.cfd.slippageHint)}
        {...textOf(form, 'slippage')}
      />
    </FormDialog>
  );
}
