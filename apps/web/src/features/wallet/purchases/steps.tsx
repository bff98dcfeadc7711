import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { Upload } from '@assay/kit/input/upload.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../lib/api/errors.ts';
import { api } from '../../../lib/data/services.ts';
import { PURCHASES, type Purchase } from './use-purchases.ts';

/** As modules/purchases takes them. */
const PROOF_TYPES = ['image/jpeg', 'image/png'] as const;
const PROOF_MAX_BYTES = 8 * 1024 * 1024 - 1;

/** What the person can do about an order that is open. */
export function Steps({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [asking, ask] = useState<'' | 'cancel' | 'dispute'>('');
  const { purchaseId, canProve, canCancel, canDispute, hasProof } = purchase;
  if (!canProve && !canDispute) return null;
  const renew = () => queries.invalidateQueries({ queryKey: [PURCHASES] });
  const close = () => ask('');
  return (
    <Panel title={t(($) => $.purchases.paid)}>
      <PanelBody>
        <Stack>
          {canProve ? (
            <Upload
              camera
              label={hasProof ? t(($) => $.purchases.proofAgain) : t(($) => $.purchases.proof)}
              rule={t(($) => $.purchases.proofRule)}
              accept={PROOF_TYPES}
              maxBytes={PROOF_MAX_BYTES}
              send={async (file, onProgress) => {
                const input = { purchaseId, fileName: file.name };
                const how = { file, onProgress, quiet: true };
                await api.call('uploadPurchaseProof', input, how);
                await renew();
              }}
            />
          ) : null}
          <Buttons>
            {canDispute ? (
              <Button variant="default" onClick={() => ask('dispute')}>
                {t(($) => $.purchases.dispute)}
              </Button>
            ) : null}
            {canCancel ? (
              <Button variant="default" onClick={() => ask('cancel')}>
                {t(($) => $.purchases.cancel)}
              </Button>
            ) : null}
          </Buttons>
        </Stack>
      </PanelBody>
      {asking === 'cancel' ? (
        <Confirm
          title={t(($) => $.purchases.cancelAsk)}
          action={t(($) => $.purchases.cancel)}
          close={close}
          run={async () => {
            // What was refused, a toast has said; the page shows how it stands.
            await api.call('cancelPurchase', { purchaseId }).catch(() => null);
            await renew();
          }}
        >
          <p>{t(($) => $.purchases.cancelText)}</p>
        </Confirm>
      ) : null}
      {asking === 'dispute' ? <Dispute purchaseId={purchaseId} close={close} done={renew} /> : null}
    </Panel>
  );
}

interface DisputeProps {
  purchaseId: number;
  close(): void;
  done(): Promise<void>;
}

/** What is wrong, in the person's words: support answers it. */
function Dispute({ purchaseId, close, done }: DisputeProps) {
  const { t } = useTranslation();
  const form = useForm({
    first: { text: '' },
    rules: { text: (text) => (text.trim() === '' ? t(($) => $.purchases.textMissing) : '') },
    send: async ({ text }) => {
      try {
        await api.call('disputePurchase', { purchaseId, text }, { quiet: true });
        await done();
        close();
        return undefined;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return { form: error.kind === 'network' ? t(($) => $.kit.failed) : error.message };
      }
    },
  });
  return (
    <FormDialog
      title={t(($) => $.purchases.dispute)}
      form={form}
      action={t(($) => $.purchases.disputeDo)}
      close={close}
    >
      <p>{t(($) => $.purchases.disputeText)}</p>
      <TextArea label={t(($) => $.purchases.disputeWhat)} {...textOf(form, 'text')} />
    </FormDialog>
  );
}
