import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import type { Chain, Token } from './use-chains.ts';

const ADDRESS = /^(0x[0-9a-fA-F]{40})?$/;
const DECIMALS = /^([0-9]|[12][0-9]|3[0-6])$/;
const AMOUNT = /^(0|[1-9][0-9]{0,9})(\.[0-9]{1,8})?$/;

interface TokenFormProps {
  chain: Chain;
  token: Token | null;
  close(): void;
}

/** Proposes a token of a chain, or another minimum of one. */
export function TokenForm({ chain, token, close }: TokenFormProps) {
  const { t } = useTranslation();
  const propose = usePropose('setDepositToken', close);
  const [isOpen, setOpen] = useState(token?.isOpen ?? true);
  const form = useForm({
    first: {
      ...{ asset: token?.asset ?? '', contract: token?.contract ?? '', reason: '' },
      ...{ decimals: String(token?.decimals ?? ''), minimum: token?.minimum ?? '' },
    },
    rules: {
      asset: (text) => (/^[A-Z0-9]{1,16}$/.test(text) ? '' : t(($) => $.chains.assetWrong)),
      contract: (text) => (ADDRESS.test(text) ? '' : t(($) => $.chains.contractWrong)),
      decimals: (text) => (DECIMALS.test(text) ? '' : t(($) => $.chains.decimalsWrong)),
      minimum: (text) =>
        AMOUNT.test(text) && Number(text) > 0 ? '' : t(($) => $.chains.minimumWrong),
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: ({ decimals, reason, ...rest }) =>
      propose({ chainId: chain.chainId, ...rest, decimals: Number(decimals), isOpen }, reason),
  });
  const name = token === null ? t(($) => $.chains.addToken) : token.asset;
  return (
    <FormDialog
      title={`${chain.name}: ${name}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">{t(($) => $.chains.tokenText)}</Callout>
      {token === null ? (
        <>
          <TextField dir="ltr" label={t(($) => $.chains.asset)} {...textOf(form, 'asset')} />
          <TextField
            dir="ltr"
            label={t(($) => $.chains.contract)}
            hint={t(($) => $.chains.contractHint)}
            {...textOf(form, 'contract')}
          />
          <TextField dir="ltr" label={t(($) => $.chains.decimals)} {...textOf(form, 'decimals')} />
        </>
      ) : null}
      <TextField dir="ltr" label={t(($) => $.chains.minimum)} {...textOf(form, 'minimum')} />
      <Checkbox checked={isOpen} onChange={setOpen}>
        {t(($) => $.chains.isOffered)}
      </Checkbox>
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
