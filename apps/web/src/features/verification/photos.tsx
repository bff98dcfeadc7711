import { useFormat } from '@assay/kit/format/use-format.tsx';
import { IconPhotoCheck } from '@assay/kit/icons/photo-check.ts';
import { Upload } from '@assay/kit/input/upload.tsx';
import { PHOTO_BELOW_BYTES, PHOTO_TYPES, type Slot } from '@assay/modules/verification/rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';
import { Sample } from './samples.tsx';
import type { OwnCase, OwnData } from './use-verification.ts';
import css from './verification.module.css';

interface PhotosProps {
  slots: readonly Slot[];
  own: OwnData;
  before: OwnCase | undefined;
  /** Slots that have a picture. */
  onChange(slot: Slot, has: boolean): void;
  errorOf(slot: Slot): string;
}

/** The pictures of a level, each beside a drawing of what it should show. */
export function Photos({ slots, own, before, onChange, errorOf }: PhotosProps) {
  return slots.map((slot) => (
    <div key={slot} className={css.photo}>
      <Sample slot={slot} />
      <div className={css.place}>
        <Picture slot={slot} own={own} before={before} onChange={onChange} />
        {errorOf(slot) === '' ? null : (
          <p role="alert" className={css.error}>
            {errorOf(slot)}
          </p>
        )}
      </div>
    </div>
  ));
}

function Picture({
  slot,
  own,
  before,
  onChange,
}: Omit<PhotosProps, 'slots' | 'errorOf'> & { slot: Slot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const draft = own.drafts.find((one) => one.slot === slot);
  const isKept = draft !== undefined || before?.reusable.includes(slot) === true;
  const [kept, setKept] = useState(isKept);
  const name = t(($) => $.verification.slots[slot]);
  if (kept) {
    const text =
      draft === undefined
        ? t(($) => $.verification.photo.stays)
        : t(($) => $.verification.photo.there, { when: format.dateTime(draft.sentAt) });
    return (
      <div className={css.kept}>
        <IconPhotoCheck size={20} stroke={1.25} aria-hidden="true" />
        <span className={css.keptText}>
          <strong>{name}</strong>
          {text}
        </span>
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            setKept(false);
            onChange(slot, false);
          }}
        >
          {t(($) => $.verification.photo.replace)}
        </Button>
      </div>
    );
  }
  const send = async (file: File, onProgress: (share: number) => void) => {
    onChange(slot, false);
    const input = { slot, fileName: file.name };
    await api.call('uploadVerificationPhoto', input, { file, onProgress, quiet: true });
    onChange(slot, true);
  };
  return (
    <Upload
      camera
      label={name}
      rule={t(($) => $.verification.photo.rule)}
      accept={PHOTO_TYPES}
      maxBytes={PHOTO_BELOW_BYTES - 1}
      send={send}
      onRemove={() => {
        onChange(slot, false);
        void api.call('removeVerificationPhoto', { slot }, { quiet: true }).catch(() => undefined);
      }}
    />
  );
}
