/** The kinds of images that are taken, by their MIME types. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** SPEC.md §9: under 8 MB. */
export const IMAGE_BELOW_BYTES = 8 * 1024 * 1024;

const EXTENSIONS: Readonly<Record<ImageType, RegExp>> = {
  'image/jpeg': /\.jpe?g$/i,
  'image/png': /\.png$/i,
};

/** What a file of each kind begins with (JFIF and Exif alike; PNG third edition §5.2). */
const BEGINNINGS: Readonly<Record<ImageType, readonly number[]>> = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

/**
 * The kind of an image, when its content, its declared type and the extension of its name agree;
 * null otherwise. No decoder sees a file before this.
 */
export function imageTypeOf(bytes: Uint8Array, declared: string, name: string): ImageType | null {
  const type = IMAGE_TYPES.find((one) => one === declared);
  if (type === undefined || !EXTENSIONS[type].test(name)) return null;
  return BEGINNINGS[type].every((byte, i) => bytes[i] === byte) ? type : null;
}
