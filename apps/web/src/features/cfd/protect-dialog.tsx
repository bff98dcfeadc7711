import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { api, queries } from '../../lib/data/services.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { PositionName, Price, PriceNow } from './cells.tsx';
import { ProtectionFields, type ProtectionValues } from './protection-fields.tsx';
import { type CfdPosition, CHANGING, useContract } from './use-cfd.ts';
import { useTrial } from './use-trial.ts';

/** Sets by what a position closes itself; what is left empty is taken away. */
export default function ProtectDialog(props: { position: CfdPosition; close(): void }) {
  const { position, close } = props;
  const { t } = useTranslation();
  const refusals = useRefusals();
  const trial = useTrial();
  const contract = useContract(position.contract);
  const isTrailing = position.trailing !== '';
  const form = useForm<ProtectionValues>({
    first: {
      takeProfit: position.takeProfit,
      stop: isTrailing ? 'trailing' : 'fixed',
      stopLoss: isTrailing ? position.trailing : position.stopLoss,
      guaranteed: position.guaranteed,
    },
    rules: {},
    send: async ({ takeProfit, stop, stopLoss, guaranteed }) => {
      const isFixed = stop === 'fixed';
      const input = {
        positionId: position.id,
        ...trial,
        ...(takeProfit === '' ? {} : { takeProfit }),
        ...(stopLoss === '' ? {} : isFixed ? { stopLoss } : { trailing: stopLoss }),
        ...(isFixed && guaranteed && stopLoss !== '' ? { guaranteed } : {}),
      };
      try {
        await api.call('protectCfdPosition', input, { quiet: true });
      } catch (error) {
        const names = ['takeProfit', 'stopLoss'] as const;
        return refusals(error, { names, byRefusal: { badProtection: 'stopLoss' } });
      } finally {
        for (const key of CHANGING) void queries.invalidateQueries({ queryKey: [key] });
      }
      toastSuccess(t(($) => $.cfd.protect.saved));
      close();
      return undefined;
    },
  });
  return (
    <FormDialog
      title={t(($) => $.cfd.protect.title)}
      form={form}
      action={t(($) => $.cfd.protect.save)}
      close={close}
    >
      <FigureLines
        dense
        lines={[
          { label: t(($) => $.cfd.head.contract), value: <PositionName position={position} /> },
          {
            label: t(($) => $.cfd.head.entry),
            value: <Price symbol={position.contract} value={position.entry} />,
          },
          { label: t(($) => $.cfd.head.now), value: <PriceNow position={position} /> },
        ]}
      />
      {contract === undefined ? null : <ProtectionFields contract={contract} form={form} />}
    </FormDialog>
  );
}
