import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { Upload } from '@assay/kit/input/upload.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../../lib/data/services.ts';
import { PROOFS } from './use-deposits.ts';

/** As modules/wallet takes them. */
const TYPES = ['image/jpeg', 'image/png'] as const;
const MOST_BYTES = 8 * 1024 * 1024 - 1;
const DESCRIPTION_MAX = 500;

interface ProofFormProps {
  chainId: number;
  chain: string;
  asset: string;
}

/** For a transfer that was sent and is not there: a picture of it, which credits nothing. */
export function ProofForm({ chainId, chain, asset }: ProofFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isOpen, open] = useState(false);
  const [isSent, setSent] = useState(false);
  const [amount, setAmount] = useState('');
  const [description, setDescription] = useState('');
  const isAmount = (parseDecimal(amount, SCALE) ?? 0n) > 0n;
  if (!isOpen) {
    return (
      <Panel title={t(($) => $.deposits.proof.title)}>
        <PanelBody>
          <Stack>
            <p>{t(($) => $.deposits.proof.lead)}</p>
            <div>
              <Button variant="default" onClick={() => open(true)}>
                {t(($) => $.deposits.proof.open)}
              </Button>
            </div>
          </Stack>
        </PanelBody>
      </Panel>
    );
  }
  const send = async (file: File, onProgress: (share: number) => void) => {
    if (!isAmount) throw new Error(t(($) => $.deposits.proof.amountMissing));
    const input = { chainId, asset, amount, description, fileName: file.name };
    await api.call('sendDepositProof', input, { file, onProgress, quiet: true });
    setSent(true);
    await queries.invalidateQueries({ queryKey: [PROOFS] });
  };
  return (
    <Panel title={t(($) => $.deposits.proof.title)}>
      <PanelBody>
        <Stack>
          {isSent ? (
            <Callout
              live
              tone="success"
              action={<Link to="/cbjl">{t(($) => $.deposits.records)}</Link>}
            >
              {t(($) => $.deposits.proof.sent)}
            </Callout>
          ) : null}
          <p>{t(($) => $.deposits.proof.simple, { chain })}</p>
          <AmountField
            label={t(($) => $.deposits.proof.amount)}
            unit={asset}
            value={amount}
            onChange={setAmount}
          />
          <TextArea
            label={t(($) => $.deposits.proof.description)}
            value={description}
            maxLength={DESCRIPTION_MAX}
            onChange={setDescription}
          />
          {isAmount ? (
            <Upload
              camera
              label={t(($) => $.deposits.proof.picture)}
              rule={t(($) => $.deposits.proof.rule)}
              accept={TYPES}
              maxBytes={MOST_BYTES}
              send={send}
            />
          ) : (
            <p>{t(($) => $.deposits.proof.amountMissing)}</p>
          )}
        </Stack>
      </PanelBody>
    </Panel>
  );
}
