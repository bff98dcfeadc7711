import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api/errors.ts';
import { useMarkets } from '../../lib/data/markets.ts';
import { pairText } from '../../lib/data/pair-text.ts';
import { api } from '../../lib/data/services.ts';
import css from './alerts.module.css';

const KINDS = ['above', 'below', 'change'] as const;
type Kind = (typeof KINDS)[number];

/** Sets an alert on any market. */
export function AlertForm() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const markets = useMarkets().data ?? [];
  const form = useForm<{ market: string; kind: Kind; level: string }>({
    first: { market: markets[0]?.market ?? '', kind: 'above', level: '' },
    rules: { level: (level) => (level === '' ? t(($) => $.alerts.missing) : '') },
    send: async (values) => {
      try {
        await api.call('addAlert', values, { quiet: true });
      } catch (error) {
        return error instanceof CallError && error.kind !== 'network'
          ? { level: error.message }
          : { form: t(($) => $.kit.failed) };
      }
      form.clear('level');
      toastSuccess(t(($) => $.alerts.set));
      await queries.invalidateQueries({ queryKey: ['alerts'] });
      return undefined;
    },
  });
  const { values } = form;
  const quote = markets.find(({ market }) => market === values.market)?.quote ?? '';
  return (
    <div className={css.form}>
      <StateForm form={form} action={t(($) => $.alerts.do)}>
        <SelectField
          dir="ltr"
          label={t(($) => $.alerts.market)}
          options={markets.map((market) => ({ value: market.market, text: pairText(market) }))}
          value={values.market}
          onChange={(market) => form.set('market', market)}
        />
        <SelectField
          label={t(($) => $.alerts.when)}
          options={KINDS.map((value) => ({ value, text: t(($) => $.alerts.kinds[value]) }))}
          value={values.kind}
          onChange={(kind) => form.set('kind', kind)}
        />
        <AmountField
          label={values.kind === 'change' ? t(($) => $.alerts.percent) : t(($) => $.alerts.price)}
          unit={values.kind === 'change' ? '%' : quote}
          {...textOf(form, 'level')}
        />
      </StateForm>
    </div>
  );
}
