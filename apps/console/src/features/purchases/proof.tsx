import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openPicture } from '../../lib/call.ts';
import css from './purchases.module.css';

/** The picture of a payment. It is opened on demand, because each look is recorded. */
export function Proof({ purchaseId }: { purchaseId: number }) {
  const { t } = useTranslation();
  const [url, setUrl] = useState('');
  const [failed, setFailed] = useState('');
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (url !== '') return <img className={css.proof} src={url} alt={t(($) => $.purchases.proof)} />;
  const open = () =>
    openPicture('openPurchaseProof', { purchaseId }).then(setUrl, (error: Error) =>
      setFailed(error.message || t(($) => $.withdrawals.failed)),
    );
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconEye size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => void open()}
      >
        {t(($) => $.purchases.openProof)}
      </Button>
      {failed === '' ? null : <p>{failed}</p>}
    </div>
  );
}
