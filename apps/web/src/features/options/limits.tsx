import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { serverNow } from '../../lib/data/clock.ts';
import { api, queries } from '../../lib/data/services.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { CHANGING, useLimits } from './use-options.ts';

type Limits = CallOutput<'getOptionLimits'>;

/** What a person allows themselves, with the way to change it. */
export function LimitsPanel({ asset }: { asset: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const { data } = useLimits();
  const limitOf = (limit: string | undefined) =>
    limit === '' ? t(($) => $.options.limits.none) : <Amount value={limit} asset={asset} named />;
  const next = data?.next ?? null;
  return (
    <Panel
      title={t(($) => $.options.limits.title)}
      tools={
        <Button
          size="xs"
          variant="default"
          disabled={data === undefined}
          onClick={() => setAsking(true)}
        >
          {t(($) => $.options.limits.change)}
        </Button>
      }
    >
      <PanelBody>
        <FigureLines
          dense
          lines={[
            { label: t(($) => $.options.limits.daily), value: limitOf(data?.dailyStake) },
            {
              label: t(($) => $.options.limits.today),
              value: <Amount value={data?.stakedToday} asset={asset} named />,
            },
            {
              label: t(($) => $.options.limits.next),
              value:
                next === null
                  ? null
                  : t(($) => $.options.limits.nextAt, {
                      limit:
                        next.dailyStake === ''
                          ? t(($) => $.options.limits.none)
                          : format.amount(next.dailyStake, asset),
                      time: format.dateTime(next.from),
                    }),
            },
            {
              label: t(($) => $.options.limits.excludeUntil),
              value:
                data === undefined || data.excludedUntil <= serverNow() ? null : (
                  <Instant at={data.excludedUntil} />
                ),
            },
          ]}
        />
      </PanelBody>
      {asking && data !== undefined ? (
        <LimitsDialog asset={asset} limits={data} close={() => setAsking(false)} />
      ) : null}
    </Panel>
  );
}

const EXCLUSIONS = ['', '1', '7', '30', '180', '365'];

interface DialogProps {
  asset: string;
  limits: Limits;
  close(): void;
}

function LimitsDialog({ asset, limits, close }: DialogProps) {
  const { t } = useTranslation();
  const refusals = useRefusals();
  const form = useForm({
    first: { dailyStake: limits.dailyStake, days: '' },
    rules: {
      dailyStake: (text) =>
        text === '' || (parseDecimal(text, SCALE) ?? 0n) > 0n
          ? ''
          : t(($) => $.options.limits.wrong),
    },
    send: async ({ dailyStake, days }) => {
      const input = {
        ...(dailyStake === '' ? {} : { dailyStake }),
        // The measured difference of the clocks is no whole number.
        excludedUntil: days === '' ? 0 : Math.ceil(serverNow()) + Number(days) * DAY,
      };
      try {
        await api.call('limitOptions', input, { quiet: true });
      } catch (error) {
        const byRefusal = { invalidStake: 'dailyStake', invalidTime: 'days' } as const;
        return refusals(error, { names: ['dailyStake', 'days'], byRefusal });
      } finally {
        for (const key of CHANGING) void queries.invalidateQueries({ queryKey: [key] });
      }
      toastSuccess(t(($) => $.options.limits.saved));
      close();
      return undefined;
    },
  });
  return (
    <FormDialog
      title={t(($) => $.options.limits.title)}
      form={form}
      action={t(($) => $.options.limits.save)}
      danger={form.values.days !== ''}
      close={close}
    >
      <AmountField
        label={t(($) => $.options.limits.daily)}
        hint={t(($) => $.options.limits.dailyHint)}
        unit={asset}
        {...textOf(form, 'dailyStake')}
      />
      <SelectField
        label={t(($) => $.options.limits.exclude)}
        hint={t(($) => $.options.limits.excludeHint)}
        options={EXCLUSIONS.map((value) => ({
          value,
          text:
            value === ''
              ? t(($) => $.options.limits.not)
              : t(($) => $.options.limits.days, { count: Number(value) }),
        }))}
        value={form.values.days}
        onChange={(days) => form.set('days', days)}
      />
    </FormDialog>
  );
}
