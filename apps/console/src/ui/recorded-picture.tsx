import { IconEye } from '@assay/kit/icons/eye.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './recorded-picture.module.css';

interface RecordedPictureProps {
  /** What the picture shows, and what opens it. */
  alt: string;
  action: string;
  /** Its address on this page; rejects with what the server says. */
  open(): Promise<string>;
}

/** A picture of a customer. It is opened on demand, because each look is recorded. */
export function RecordedPicture({ alt, action, open }: RecordedPictureProps) {
  const { t } = useTranslation();
  const [url, setUrl] = useState('');
  const [failed, setFailed] = useState('');
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (url !== '') return <img className={css.picture} src={url} alt={alt} />;
  const look = () =>
    open().then(setUrl, (error: Error) =>
      setFailed(error.message || t(($) => $.withdrawals.failed)),
    );
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconEye size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => void look()}
      >
        {action}
      </Button>
      {failed === '' ? null : <p>{failed}</p>}
    </div>
  );
}
