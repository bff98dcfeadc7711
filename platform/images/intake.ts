import { InvalidInput, type Refusal, refuse } from '@assay/core/schema/outcome';
import type { Files } from '../files/files.ts';
import type { OverQuota } from '../files/rows.ts';
import type { SentFile } from '../http/context.ts';
import type { Decoder } from './decoder.ts';
import type { ImageFacts, ImageFault } from './job.ts';
import { imageTypeOf } from './magic.ts';

/** What a person sent as a picture: nothing of it is believed. */
export interface SentPicture extends SentFile {
  readonly fileName: string;
}

/** Whose a picture is, what for, and how long it is kept unless somebody says otherwise. */
export interface PictureUse {
  readonly owner: number;
  readonly kind: string;
  readonly keepUntil: number;
  /** How many of this kind their owner may have; without it what the quota says. */
  readonly most?: number;
}

/** A picture that was re-encoded and is stored. */
export interface StoredPicture extends ImageFacts {
  readonly objectId: string;
  /** In bytes. */
  readonly size: number;
}

/** Calls that take pictures list these among their refusals. */
type PictureRefusal = 'quotaObjects' | 'quotaBytes' | 'quotaEverybody';

/** The texts of what is wrong with a picture. */
const FAULTS: Readonly<Record<ImageFault, string>> = {
  unreadable: 'imageUnreadable',
  tooManyPixels: 'imagePixels',
  tooSmall: 'imageSmall',
  tooSlow: 'imageSlow',
};

const QUOTAS: Readonly<Record<OverQuota, PictureRefusal>> = {
  objects: 'quotaObjects',
  bytes: 'quotaBytes',
  everybody: 'quotaEverybody',
};

const wrong = (key: string) => new InvalidInput({ file: [key] });

/**
 * Re-encodes a picture and stores it encrypted (integrity reference §2.5, in its order).
 * @throws GateFull when too many pictures wait to be decoded
 */
export async function takePicture(
  { decoder, files }: { readonly decoder: Decoder; readonly files: Files },
  { bytes: sent, type: named, fileName }: SentPicture,
  { owner, kind, keepUntil, most }: PictureUse,
  now: number,
): Promise<StoredPicture | InvalidInput | Refusal<PictureRefusal>> {
  const type = imageTypeOf(sent, named, fileName);
  if (type === null) return wrong('imageKind');
  const cleaned = await decoder.clean(sent, type);
  if (typeof cleaned === 'string') return wrong(FAULTS[cleaned]);
  const { bytes, facts } = cleaned;
  const content = { owner, uploadedBy: owner, kind, mediaType: 'image/jpeg', bytes, most };
  const row = await files.add(content, now);
  if (typeof row === 'string') return refuse(QUOTAS[row]);
  const { objectId, size } = row;
  await files.keepUntil([objectId], keepUntil);
  return { objectId, size, ...facts };
}
