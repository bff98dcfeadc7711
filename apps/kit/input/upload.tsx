import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCamera } from '../icons/camera.ts';
import { IconUpload } from '../icons/upload.ts';
import css from './upload.module.css';
import { UploadItem, type UploadState } from './upload-item.tsx';

interface UploadProps {
  label: string;
  /** What may be sent, in words. */
  rule: string;
  /** The same as MIME types. */
  accept: readonly string[];
  maxBytes: number;
  /** Offers the camera where there is one. */
  camera?: boolean;
  /** Sends a file, reporting how much of it is sent from 0 to 1; rejects when it was not taken. */
  send(file: File, onProgress: (share: number) => void): Promise<void>;
  onRemove?(): void;
}

/** One file: dropped, pasted, chosen, or taken with the camera. */
export function Upload(props: UploadProps) {
  const { label, rule, accept, maxBytes, camera = false, send, onRemove } = props;
  const { t } = useTranslation();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [state, setState] = useState<UploadState>({ kind: 'sending', share: 0 });
  const [refused, setRefused] = useState('');
  const [over, setOver] = useState(false);
  const go = (chosen: File) => {
    setFile(chosen);
    setState({ kind: 'sending', share: 0 });
    send(chosen, (share) => setState({ kind: 'sending', share })).then(
      () => setState({ kind: 'sent' }),
      (error: unknown) => {
        setState({ kind: 'failed', why: error instanceof Error ? error.message : '' });
      },
    );
  };
  const take = (chosen: File | null | undefined) => {
    if (!chosen) return;
    if (!accept.includes(chosen.type)) return setRefused(t(($) => $.kit.uploadKind));
    if (chosen.size > maxBytes) return setRefused(t(($) => $.kit.uploadLarge));
    setRefused('');
    go(chosen);
  };
  usePaste(file === null, take);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  if (file !== null) {
    const remove = () => {
      setFile(null);
      onRemove?.();
    };
    return <UploadItem file={file} state={state} onRetry={() => go(file)} onRemove={remove} />;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a place to drop on, with a control in it
    <div
      role="group"
      aria-labelledby={id}
      className={css.place}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconUpload className={css.icon} size={22} stroke={1.25} aria-hidden="true" />
      <p id={id} className={css.title}>
        {label}
      </p>
      <p className={css.rule}>{rule}</p>
      <div className={css.buttons}>
        <Choose text={t(($) => $.kit.choose)} accept={accept} onFile={take} />
        {camera ? (
          <Choose text={t(($) => $.kit.camera)} accept={accept} capture onFile={take} />
        ) : null}
      </div>
      {refused === '' ? null : (
        <p role="alert" className={css.refused}>
          {refused}
        </p>
      )}
    </div>
  );
}

interface ChooseProps {
  text: string;
  accept: readonly string[];
  capture?: boolean;
  onFile(file: File | undefined): void;
}

function Choose({ text, accept, capture = false, onFile }: ChooseProps) {
  return (
    <label className={css.choose}>
      {capture ? <IconCamera size={15} stroke={1.5} aria-hidden="true" /> : null}
      {text}
      <input
        type="file"
        className="seen-by-ear"
        accept={accept.join(',')}
        capture={capture ? 'environment' : undefined}
        onChange={(event) => onFile(event.target.files?.[0])}
      />
    </label>
  );
}

/** Takes a file that is pasted anywhere on the page. */
function usePaste(active: boolean, take: (file: File | undefined) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!active) return;
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0];
      // Of several places on a page the first empty one takes it.
      if (file === undefined || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [active]);
}
