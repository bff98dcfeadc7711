import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { SELF_HOSTED } from '@assay/modules/wallet/rules';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { type Terms, unitsOf } from './use-withdrawals.ts';

type Values = Readonly<Record<'kind' | 'amount' | 'recipient' | 'provider', string>>;
type Field = Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'maxLength'>;

interface TravelProps {
  terms: Terms;
  values: Values;
  recipient: Field;
  provider: Field;
}

/** What goes back to its source asks for nobody. */
const isAsked = (from: string | null, { kind, amount }: Values) =>
  from !== null && kind !== 'return' && unitsOf(amount) >= unitsOf(from);

export const recipientMissing = ({ travelAmount }: Terms, values: Values) =>
  values.recipient.trim() === '' && isAsked(travelAmount, values);

export const providerMissing = ({ providerAmount }: Terms, values: Values) =>
  values.provider.trim() === '' && isAsked(providerAmount, values);

/** Whom the money is for, and who holds the address for them, where the law asks. */
export function Travel({ terms, values, recipient, provider }: TravelProps) {
  const { t } = useTranslation();
  const { travelAmount, providerAmount } = terms;
  if (!isAsked(travelAmount, values)) return null;
  const isNeeded = isAsked(providerAmount, values);
  const isOwn = values.provider === SELF_HOSTED;
  return (
    <>
      <TextField
        label={t(($) => $.wallet.out.recipient)}
        hint={t(($) => $.wallet.out.recipientHint)}
        {...recipient}
      />
      {isOwn ? null : (
        <TextField
          label={t(($) => $.wallet.out.provider)}
          hint={
            isNeeded ? t(($) => $.wallet.out.providerAsked) : t(($) => $.wallet.out.providerHint)
          }
          maxLength={140}
          {...provider}
        />
      )}
      {isNeeded ? (
        <Checkbox
          checked={isOwn}
          onChange={(checked) => provider.onChange(checked ? SELF_HOSTED : '')}
        >
          {t(($) => $.wallet.out.selfHosted)}
        </Checkbox>
      ) : null}
    </>
  );
}
