import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import type { ImageType } from './magic.ts';

/** A picture with something to see on it, that differs by its seed. */
export async function picture(
  seed: number,
  { width = 640, height = 400, type = 'image/jpeg' as ImageType } = {},
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const waves = Array.from({ length: 6 }, () => [next() * 12, next() * 12, next() * 7] as const);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (const [across, down, phase] of waves) {
        sum += Math.sin((x / width) * across + (y / height) * down + phase);
      }
      pixels.fill(Math.round(127 + sum * 20), (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  const image = sharp(pixels, { raw: { width, height, channels: 3 } });
  return type === 'image/png' ? image.png().toBuffer() : image.jpeg({ quality: 90 }).toBuffer();
}

/** The smallest archive that has one file, as a zip. */
export function archive(name: string, text: string): Buffer {
  const content = Buffer.from(text);
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.write('PK\x03\x04', 'latin1');
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  return Buffer.concat([local, Buffer.from(name), packed]);
}

/** Random damage: bytes changed, cut out, doubled, put in, or the end cut off. */
export function mutated(image: Buffer, random: () => number): Buffer {
  let bytes = Buffer.from(image);
  const at = () => Math.floor(random() * bytes.length);
  const times = 1 + Math.floor(random() * 8);
  for (let i = 0; i < times && bytes.length > 16; i++) {
    const [from, to] = [at(), at()].sort((a, b) => a - b) as [number, number];
    const kind = Math.floor(random() * 6);
    if (kind === 0) bytes[from] = Math.floor(random() * 256);
    else if (kind === 1) bytes[from] = (bytes[from] ?? 0) ^ (1 << Math.floor(random() * 8));
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
    else if (kind === 3) {
      bytes = Buffer.concat([
        bytes.subarray(0, to),
        bytes.subarray(from, Math.min(to, from + 999)),
      ]);
    } else if (kind === 4) bytes.fill(Math.floor(random() * 256), from, Math.min(to, from + 64));
    else bytes = Buffer.from(bytes.subarray(0, to));
  }
  return bytes;
}
