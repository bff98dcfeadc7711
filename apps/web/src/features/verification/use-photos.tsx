import { type Level, type Slot, slotsOf } from '@assay/modules/verification/rules';
import { type ReactNode, useState } from 'react';
import { Photos } from './photos.tsx';
import type { OwnCase, OwnData } from './use-verification.ts';

interface OwnPhotos {
  /** Marks what is missing; whether nothing is. */
  check(): boolean;
  /** A field for each picture; `missing` stands at those that are missing. */
  fields(missing: string): ReactNode;
}

/** The pictures of a level: those sent now, and those sent earlier and not objected to. */
export function usePhotos(level: Level, own: OwnData, before: OwnCase | undefined): OwnPhotos {
  const slots = slotsOf[level];
  const [there, setThere] = useState<ReadonlySet<Slot>>(() => {
    const kept = [...own.drafts.map(({ slot }) => slot), ...(before?.reusable ?? [])];
    return new Set(kept.filter((slot) => slots.includes(slot)));
  });
  const [asked, setAsked] = useState(false);
  const set = (slot: Slot, has: boolean) => {
    setThere((known) => new Set([...known, slot].filter((one) => has || one !== slot)));
  };
  return {
    check() {
      setAsked(true);
      return slots.every((slot) => there.has(slot));
    },
    fields: (missing) => (
      <Photos
        {...{ slots, own, before }}
        onChange={set}
        errorOf={(slot) => (asked && !there.has(slot) ? missing : '')}
      />
    ),
  };
}
