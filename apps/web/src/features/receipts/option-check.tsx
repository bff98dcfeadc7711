import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { saveFile } from '@assay/kit/data/csv.ts';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Form } from '@assay/kit/input/form.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Verified, verifyOption } from '../../../../../examples/verify-option.mjs';
import { api } from '../../lib/data/services.ts';
import { offlinePage } from './offline.ts';
import css from './verify.module.css';

type Checked = { readonly made: Verified } | { readonly wrong: string };

/** Computes the receipt of a delivery contract here, by a program that shares nothing of ours. */
async function check(text: string, publicKey: string): Promise<Checked> {
  try {
    const read = JSON.parse(text) as { readonly data?: unknown };
    const key = publicKey.trim().toLowerCase();
    return { made: await verifyOption(read.data ?? read, key === '' ? undefined : key) };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
}

interface OptionCheckProps {
  readonly publicKey: string;
  /** An own contract whose receipt is fetched; null: it is entered. */
  readonly optionId: number | null;
}

/** Fetches the receipt; why there is none, in words, else "". */
function useReceiptOf(optionId: number | null, take: (text: string) => void): string {
  const [missing, setMissing] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is fetched once for a contract
  useEffect(() => {
    if (optionId === null) return;
    api.call('getOptionReceipt', { optionId }, { quiet: true }).then(
      (receipt) => take(JSON.stringify(receipt)),
      (error: Error) => setMissing(error.message),
    );
  }, [optionId]);
  return missing;
}

/** A receipt of a delivery contract, checked by what this browser computes itself. */
export function OptionCheck({ publicKey, optionId }: OptionCheckProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const missing = useReceiptOf(optionId, setText);
  return (
    <Panel title={t(($) => $.receipts.option.title)}>
      <div className={css.form}>
        <Form
          error={missing}
          onSubmit={() => void check(text, publicKey).then(setChecked)}
          actions={
            <>
              <Button type="submit">{t(($) => $.receipts.check)}</Button>
              <Button
                variant="default"
                onClick={() => saveFile('verify-option.html', offlinePage())}
              >
                {t(($) => $.receipts.option.download)}
              </Button>
            </>
          }
        >
          <TextField
            label={t(($) => $.receipts.option.receipt)}
            hint={t(($) => $.receipts.option.hint)}
            value={text}
            onChange={setText}
          />
        </Form>
      </div>
      <div role="status" className={css.verdict}>
        {checked === null ? null : <CheckedText checked={checked} />}
      </div>
    </Panel>
  );
}

function CheckedText({ checked }: { readonly checked: Checked }) {
  const { t } = useTranslation();
  if ('wrong' in checked) {
    return (
      <>
        <p className={css.bad}>{t(($) => $.receipts.option.wrong)}</p>
        <p>
          <bdi>{checked.wrong}</bdi>
        </p>
      </>
    );
  }
  const { result, exit, paid } = checked.made;
  return (
    <>
      <p className={css.good}>{t(($) => $.receipts.option.right)}</p>
      <p>
        {t(($) => $.receipts.option.results[result], {
          exit: formatDecimal(exit, SCALE),
          paid: formatDecimal(BigInt(paid), SCALE),
        })}
      </p>
    </>
  );
}
