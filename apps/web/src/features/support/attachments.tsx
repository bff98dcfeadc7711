import { useFormat } from '@assay/kit/format/use-format.tsx';
import { IconPaperclip } from '@assay/kit/icons/paperclip.ts';
import { IconPhoto } from '@assay/kit/icons/photo.ts';
import { IconButton } from '@assay/kit/input/icon-button.tsx';
import { Upload } from '@assay/kit/input/upload.tsx';
import { FILE_BELOW_BYTES, FILE_TYPES, FILES_OF_MESSAGE_MAX } from '@assay/modules/support/rules';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';
import css from './support.module.css';
import type { Message } from './use-support.ts';

interface Attachments {
  /** The pictures that were sent and go with the next message. */
  readonly ids: readonly number[];
  /** Opens a place for another picture. */
  readonly button: ReactNode;
  readonly places: ReactNode;
  clear(): void;
}

interface Place {
  readonly key: number;
  readonly fileId: number | null;
}

/** Pictures for the next message: each is dropped, pasted, chosen or taken, and sent at once. */
export function useAttachments(): Attachments {
  const { t } = useTranslation();
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const [made, setMade] = useState(0);
  const set = (key: number, fileId: number | null) =>
    setPlaces((known) => known.map((one) => (one.key === key ? { key, fileId } : one)));
  const label = t(($) => $.support.attach);
  const isOpen = places.some(({ fileId }) => fileId === null);
  const add = () => {
    setPlaces((known) => [...known, { key: made, fileId: null }]);
    setMade(made + 1);
  };
  const remove = (key: number, fileId: number | null) => {
    setPlaces((known) => known.filter((one) => one.key !== key));
    if (fileId === null) return;
    void api.call('removeSupportFile', { fileId }, { quiet: true }).catch(() => undefined);
  };
  return {
    ids: places.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])),
    clear: () => setPlaces([]),
    button: (
      <IconButton
        label={label}
        disabled={isOpen || places.length >= FILES_OF_MESSAGE_MAX}
        onClick={add}
      >
        <IconPaperclip size={18} stroke={1.5} aria-hidden="true" />
      </IconButton>
    ),
    places: places.map(({ key, fileId }, at) => (
      <Upload
        key={key}
        camera
        label={t(($) => $.support.picture, { number: at + 1 })}
        rule={t(($) => $.support.pictureRule)}
        accept={FILE_TYPES}
        maxBytes={FILE_BELOW_BYTES - 1}
        send={async (file, onProgress) => {
          const input = { fileName: file.name };
          const options = { file, onProgress, quiet: true };
          const sent = await api.call('uploadSupportFile', input, options);
          set(key, sent.fileId);
        }}
        onRemove={() => remove(key, fileId)}
      />
    )),
  };
}

/** The pictures of a message, shown on demand, each with who of the staff looked at it. */
export function Pictures({ files }: { files: Message['files'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (files.length === 0) return null;
  return files.map(({ fileId, gone, looks }, at) => (
    <div key={fileId} className={css.picture}>
      {gone ? (
        <p className={css.note}>{t(($) => $.support.destroyed, { number: at + 1 })}</p>
      ) : (
        <Picture fileId={fileId} number={at + 1} />
      )}
      {looks.slice(0, 1).map(({ at: when }) => (
        <p key={when} className={css.note}>
          {t(($) => $.support.looked, { when: format.dateTime(when) })}
        </p>
      ))}
    </div>
  ));
}

function Picture({ fileId, number }: { fileId: number; number: number }) {
  const { t } = useTranslation();
  const [url, setUrl] = useState('');
  const [failed, setFailed] = useState('');
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const name = t(($) => $.support.picture, { number });
  if (url !== '') return <img src={url} alt={name} />;
  const show = () =>
    api.picture('openSupportFile', { fileId }).then(
      (blob) => setUrl(URL.createObjectURL(blob)),
      (error: Error) => setFailed(error.message || t(($) => $.kit.failed)),
    );
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPhoto size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => void show()}
      >
        {t(($) => $.support.show, { number })}
      </Button>
      {failed === '' ? null : (
        <p role="alert" className={css.note}>
          {failed}
        </p>
      )}
    </>
  );
}
