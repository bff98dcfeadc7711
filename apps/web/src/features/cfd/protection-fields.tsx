import { useFormat } from '@assay/kit/format/use-format.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { useTranslation } from 'react-i18next';
import css from './cfd.module.css';
import type { Contract } from './use-cfd.ts';

/** By what a position closes itself, as a form holds it. */
export interface ProtectionValues {
  readonly takeProfit: string;
  readonly stop: 'fixed' | 'trailing';
  readonly stopLoss: string;
  readonly guaranteed: boolean;
}

interface ProtectionForm {
  readonly values: ProtectionValues;
  errorOf(name: 'takeProfit' | 'stopLoss'): string;
  set(name: 'takeProfit' | 'stopLoss', value: string): void;
  set(name: 'stop', value: 'fixed' | 'trailing'): void;
  set(name: 'guaranteed', value: boolean): void;
}

/** Take-profit, and a stop-loss that stands, follows the price, or is guaranteed for a fee. */
export function ProtectionFields(props: { contract: Contract; form: ProtectionForm }) {
  const { contract, form } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { takeProfit, stop, stopLoss, guaranteed } = form.values;
  const { quote } = contract.market;
  const { premiumPpm, guaranteedPpm } = contract.terms;
  const isFixed = stop === 'fixed';
  return (
    <>
      <AmountField
        label={t(($) => $.cfd.takeProfit)}
        unit={quote}
        value={takeProfit}
        error={form.errorOf('takeProfit')}
        onChange={(text) => form.set('takeProfit', text)}
      />
      <div className={css.stop}>
        <AmountField
          label={isFixed ? t(($) => $.cfd.stopLoss) : t(($) => $.cfd.trailing)}
          unit={quote}
          value={stopLoss}
          error={form.errorOf('stopLoss')}
          onChange={(text) => form.set('stopLoss', text)}
        />
        <Segments
          dense
          label={t(($) => $.cfd.stopKind)}
          options={(['fixed', 'trailing'] as const).map((value) => ({
            value,
            text: t(($) => $.cfd.stopKinds[value]),
          }))}
          value={stop}
          onChange={(next) => form.set('stop', next)}
        />
      </div>
      {isFixed && stopLoss !== '' ? (
        <Checkbox checked={guaranteed} onChange={(on) => form.set('guaranteed', on)}>
          {t(($) => $.cfd.guaranteed, {
            fee: format.ppm(premiumPpm),
            distance: format.ppm(guaranteedPpm),
          })}
        </Checkbox>
      ) : null}
    </>
  );
}
