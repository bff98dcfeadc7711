import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Progress } from '../display/progress.tsx';
import { IconFile } from '../icons/file.ts';
import { IconRefresh } from '../icons/refresh.ts';
import { IconTrash } from '../icons/trash.ts';
import css from './upload.module.css';

export type UploadState =
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'sent' }
  /** `why`: the sentence of whoever did not take it. */
  | { readonly kind: 'failed'; readonly why?: string };

interface UploadItemProps {
  file: File;
  state: UploadState;
  onRetry(): void;
  onRemove(): void;
}

/** A file that was chosen: what it shows, how far it is, and what can be done. */
export function UploadItem({ file, state, onRetry, onRemove }: UploadItemProps) {
  const { t } = useTranslation();
  return (
    <div className={css.item} data-state={state.kind}>
      <Preview file={file} />
      <div className={css.words}>
        <p className={css.name}>
          <bdi>{file.name}</bdi>
        </p>
        {state.kind === 'sending' ? (
          <Progress label={t(($) => $.kit.sending)} share={state.share} />
        ) : (
          <p className={css.said} role={state.kind === 'failed' ? 'alert' : 'status'}>
            {state.kind === 'sent'
              ? t(($) => $.kit.sent)
              : state.why || t(($) => $.kit.uploadFailed)}
          </p>
        )}
      </div>
      {state.kind === 'failed' ? (
        <button
          type="button"
          className={css.tool}
          aria-label={t(($) => $.kit.retry)}
          onClick={onRetry}
        >
          <IconRefresh size={16} stroke={1.5} aria-hidden="true" />
        </button>
      ) : null}
      <button
        type="button"
        className={css.tool}
        aria-label={t(($) => $.kit.remove, { name: file.name })}
        onClick={onRemove}
      >
        <IconTrash size={16} stroke={1.5} aria-hidden="true" />
      </button>
    </div>
  );
}

function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <span className={css.preview}>
      {url === null ? (
        <IconFile size={20} stroke={1.25} aria-hidden="true" />
      ) : (
        <img src={url} alt="" width={56} height={56} />
      )}
    </span>
  );
}
