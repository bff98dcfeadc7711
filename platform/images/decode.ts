import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { ImageFacts, ImageFault } from './job.ts';
import { dotsOf } from './letters.ts';
import type { ImageType } from './magic.ts';

/**
 * What happens to an image in the process that decodes (integrity reference §2.5): it is read as
 * nothing but JPEG or PNG, within a number of pixels, and re-encoded, so that whatever else was
 * in the file is gone.
 */

const PIXELS_MAX = 40_000_000;
/** The longer side of what is kept. */
const SIDE_MAX = 2_500;
/** On fewer pixels the text of a document cannot be read. */
const SIDE_MIN = 200;
const QUALITY = 85;
const LIKENESS_SIDE = 16;

// No other loader is reachable, whatever a file looks like.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });
sharp.cache(false);
sharp.concurrency(1);

const STRICT: SharpOptions = {
  limitInputPixels: PIXELS_MAX,
  failOn: 'error',
  sequentialRead: true,
  pages: 1,
};

/** An image that is not taken. */
export class Refused extends Error {
  readonly fault: ImageFault;

  constructor(fault: ImageFault) {
    super(fault);
    this.fault = fault;
  }
}

const asJpeg = (image: Sharp): Sharp => image.jpeg({ quality: QUALITY });

/** Upright, in sRGB on white, without metadata, at most 2,500 pixels wide and high. */
export async function clean(
  bytes: Buffer,
  type: ImageType,
): Promise<{ bytes: Buffer; facts: ImageFacts }> {
  const { format, width, height } = await sharp(bytes, STRICT).metadata();
  if (`image/${format}` !== type) throw new Refused('unreadable');
  if (width * height > PIXELS_MAX) throw new Refused('tooManyPixels');
  if (Math.min(width, height) < SIDE_MIN) throw new Refused('tooSmall');
  const upright = sharp(bytes, STRICT)
    .autoOrient()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');
  const { data, info } = await asJpeg(upright).toBuffer({ resolveWithObject: true });
  if (Math.min(info.width, info.height) < SIDE_MIN) throw new Refused('tooSmall');
  const facts = { width: info.width, height: info.height, likeness: await likenessOf(data) };
  return { bytes: data, facts };
}

/** Each bit says whether brightness rises from one point to the next on its right (dHash). */
async function likenessOf(image: Buffer): Promise<string> {
  const width = LIKENESS_SIDE + 1;
  const grey = await sharp(image)
    .greyscale()
    .resize(width, LIKENESS_SIDE, { fit: 'fill' })
    .raw()
    .toBuffer();
  const bits: string[] = [];
  for (let row = 0; row < LIKENESS_SIDE; row++) {
    for (let column = 0; column < LIKENESS_SIDE; column++) {
      const at = row * width + column;
      bits.push((grey[at + 1] ?? 0) > (grey[at] ?? 0) ? '1' : '0');
    }
  }
  const nibbles = bits.join('').match(/.{4}/g) ?? [];
  return nibbles.map((nibble) => Number.parseInt(nibble, 2).toString(16)).join('');
}

/** How many times a line of the watermark fits beside itself. */
const ACROSS = 2;
const LINE_GAP = 3;
const MARK_ALPHA = 96;

/** Burns lines of text into an image, all over it, light with a dark edge. */
export async function mark(bytes: Buffer, lines: readonly string[]): Promise<Buffer> {
  const { width, height } = await sharp(bytes, STRICT).metadata();
  const tile = tileOf(lines, Math.floor(width / ACROSS), width, height);
  return asJpeg(sharp(bytes, STRICT).composite([tile])).toBuffer();
}

function tileOf(lines: readonly string[], forWidth: number, maxWidth: number, maxHeight: number) {
  const texts = lines.map((line) => dotsOf(line));
  const dots = Math.max(...texts.map((text) => text.width)) + LINE_GAP * 2;
  const rows = texts.reduce((sum, text) => sum + text.height + LINE_GAP, LINE_GAP * 2);
  const scale = Math.max(1, Math.floor(forWidth / dots));
  const width = Math.min(dots * scale, maxWidth);
  const height = Math.min(rows * scale, maxHeight);
  const pixels = Buffer.alloc(width * height * 4);
  const paint = (x: number, y: number, grey: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    pixels.fill(grey, (y * width + x) * 4, (y * width + x) * 4 + 3);
    pixels[(y * width + x) * 4 + 3] = MARK_ALPHA;
  };
  const edge = Math.max(1, Math.floor(scale / 3));
  for (const [shift, grey] of [
    [edge, 0],
    [0, 255],
  ] as const) {
    let top = LINE_GAP;
    for (const text of texts) {
      text.on.forEach((isOn, at) => {
        if (!isOn) return;
        const left = ((at % text.width) + LINE_GAP) * scale + shift;
        const upper = (Math.floor(at / text.width) + top) * scale + shift;
        for (let y = 0; y < scale; y++) {
          for (let x = 0; x < scale; x++) paint(left + x, upper + y, grey);
        }
      });
      top += text.height + LINE_GAP;
    }
  }
  return { input: pixels, raw: { width, height, channels: 4 as const }, tile: true };
}

/** Why the decoder gave up, as far as a sender can use it. */
export function faultOf(err: unknown): ImageFault {
  if (err instanceof Refused) return err.fault;
  return /pixel limit/i.test(String(err)) ? 'tooManyPixels' : 'unreadable';
}
