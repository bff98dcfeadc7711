import { IconEye } from '@assay/kit/icons/eye.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openPicture } from '../../lib/call.ts';
import css from './support.module.css';
import type { SupportCase } from './use-support.ts';

interface PicturesProps {
  ticketId: number;
  files: SupportCase['messages'][number]['files'];
}

/** The pictures of a message. Each is opened by itself, because each look is recorded. */
export function Pictures({ ticketId, files }: PicturesProps) {
  return files.map(({ fileId, gone }, at) => (
    <Picture key={fileId} {...{ ticketId, fileId, gone }} number={at + 1} />
  ));
}

interface PictureProps {
  ticketId: number;
  fileId: number;
  gone: boolean;
  number: number;
}

function Picture({ ticketId, fileId, gone, number }: PictureProps) {
  const { t } = useTranslation();
  const [url, setUrl] = useState('');
  const [failed, setFailed] = useState('');
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (gone) return <p className={css.note}>{t(($) => $.support.destroyed, { number })}</p>;
  if (url !== '') {
    return <img className={css.picture} src={url} alt={t(($) => $.support.picture, { number })} />;
  }
  const open = () =>
    openPicture('openSupportAttachment', { ticketId, fileId }).then(setUrl, (error: Error) =>
      setFailed(error.message || t(($) => $.support.failed)),
    );
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconEye size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => void open()}
      >
        {t(($) => $.support.open, { number })}
      </Button>
      {failed === '' ? null : <p className={css.note}>{failed}</p>}
    </>
  );
}
