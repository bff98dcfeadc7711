import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../log.ts';
import { type Cleaned, Decoder } from './decoder.ts';
import { archive, mutated, picture } from './images.suite.ts';
import { imageTypeOf } from './magic.ts';

let decoder: Decoder;
beforeAll(() => {
  decoder = new Decoder({ log: silentLog });
});
afterAll(() => decoder.stop());

async function cleaned(bytes: Buffer, type: 'image/jpeg' | 'image/png' = 'image/jpeg') {
  const made = await decoder.clean(bytes, type);
  if (typeof made === 'string') throw new Error(made);
  return made;
}

describe('the kind of an image', () => {
  it('FILE-010 needs content, declared type and extension to agree', async () => {
    const jpeg = await picture(1);
    const png = await picture(1, { type: 'image/png' });
    expect(imageTypeOf(jpeg, 'image/jpeg', 'front.JPG')).toBe('image/jpeg');
    expect(imageTypeOf(jpeg, 'image/jpeg', '..%2f..%2fetc%2fpasswd.jpeg')).toBe('image/jpeg');
    expect(imageTypeOf(png, 'image/png', 'front.png')).toBe('image/png');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    const gif = Buffer.concat([Buffer.from('GIF89a'), archive('a.class', 'x')]);
    const wrong: [Buffer, string, string][] = [
      [png, 'image/jpeg', 'front.jpg'],
      [jpeg, 'image/png', 'front.png'],
      [jpeg, 'image/jpeg', 'front.png'],
      [jpeg, 'image/jpeg', 'front.jpg.php'],
      [jpeg, 'image/jpeg', 'front'],
      [jpeg, 'image/jpg', 'front.jpg'],
      [jpeg, 'image/svg+xml', 'front.svg'],
      [svg, 'image/svg+xml', 'a.svg'],
      [svg, 'image/png', 'a.png'],
      [gif, 'image/jpeg', 'a.jpg'],
      [archive('a.png', 'x'), 'image/png', 'a.png'],
      [Buffer.from('%PDF-1.7'), 'image/jpeg', 'a.jpg'],
      [Buffer.alloc(0), 'image/jpeg', 'a.jpg'],
      [Buffer.from([0xff, 0xd8]), 'image/jpeg', 'a.jpg'],
    ];
    for (const [bytes, declared, name] of wrong) {
      expect(imageTypeOf(bytes, declared, name), `${declared} ${name}`).toBeNull();
    }
  });
});

describe('a clean image', () => {
  it('FILE-011 has nothing of the file but its picture, upright and within bounds', async () => {
    const place = {
      IFD0: { Copyright: '<script>alert(1)</script>' },
      IFD3: { GPSLatitude: '51/1' },
    };
    const large = await sharp(await picture(2, { width: 3000, height: 1500 }))
      .withMetadata({ orientation: 6 })
      .withExifMerge(place)
      .jpeg()
      .toBuffer();
    const tail = Buffer.from(
      `<?php system($_GET[0]); ?>${archive('a.html', '<b>').toString('latin1')}`,
    );
    const { bytes, facts } = await cleaned(Buffer.concat([large, tail]));
    expect(large.includes('alert(1)')).toBe(true);
    for (const left of ['alert', 'php', 'Exif', 'PK\x03\x04'])
      expect(bytes.includes(left)).toBe(false);
    const { format, width, height, exif, orientation } = await sharp(bytes).metadata();
    expect({ format, exif, orientation }).toEqual({ format: 'jpeg' });
    expect([width, height]).toEqual([1250, 2500]);
    expect(facts).toMatchObject({ width: 1250, height: 2500 });
    expect(bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  });

  it('FILE-012 what is not a whole image of a sensible size is refused', async () => {
    const jpeg = await picture(3);
    const png = await picture(3, { type: 'image/png' });
    const refused = async (bytes: Buffer, type: 'image/jpeg' | 'image/png') => {
      const made = await decoder.clean(bytes, type);
      return typeof made === 'string' ? made : 'taken';
    };
    const svgAsPng = Buffer.concat([png.subarray(0, 8), Buffer.from('<svg xmlns="x"/>')]);
    const cases: [string, Buffer, 'image/jpeg' | 'image/png', string][] = [
      ['half', jpeg.subarray(0, jpeg.length / 2), 'image/jpeg', 'unreadable'],
      ['half', png.subarray(0, png.length / 2), 'image/png', 'unreadable'],
      [
        'vector',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        'image/png',
        'unreadable',
      ],
      ['vector in a PNG', svgAsPng, 'image/png', 'unreadable'],
      ['archive', archive('a.png', 'x'), 'image/png', 'unreadable'],
      ['GIF', await sharp(jpeg).gif().toBuffer(), 'image/png', 'unreadable'],
      ['WebP', await sharp(jpeg).webp().toBuffer(), 'image/jpeg', 'unreadable'],
      ['TIFF', await sharp(jpeg).tiff().toBuffer(), 'image/jpeg', 'unreadable'],
      ['empty', Buffer.alloc(0), 'image/png', 'unreadable'],
      ['the other kind', png, 'image/jpeg', 'unreadable'],
      ['tiny', await picture(3, { width: 199, height: 300 }), 'image/jpeg', 'tooSmall'],
      [
        'a sliver',
        await sharp(await picture(3, { width: 6000, height: 201 }))
          .jpeg()
          .toBuffer(),
        'image/jpeg',
        'tooSmall',
      ],
      ['16,000 x 16,000', bomb(16_000), 'image/png', 'tooManyPixels'],
    ];
    for (const [name, bytes, type, fault] of cases) {
      expect(await refused(bytes, type), name).toBe(fault);
    }
    const cmyk = await cleaned(await sharp(jpeg).toColourspace('cmyk').jpeg().toBuffer());
    expect((await sharp(cmyk.bytes).metadata()).space).toBe('srgb');
    const still = await cleaned(animated(png), 'image/png');
    expect(await sharp(still.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640 });
    const clear = await sharp({
      create: { width: 300, height: 300, channels: 4, background: '#00000000' },
    });
    const white = await cleaned(await clear.png().toBuffer(), 'image/png');
    expect((await sharp(white.bytes).stats()).channels[0]?.min).toBe(255);
  });

  it('FILE-013 500 mutated files: no crash, no bypass, bounded memory', async () => {
    const seeds = [await picture(4, { width: 320, height: 240 })];
    seeds.push(await picture(5, { width: 320, height: 240, type: 'image/png' }));
    seeds.push(await sharp(seeds[0]).withMetadata({ orientation: 3 }).toBuffer());
    let state = 7;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const memory = process.memoryUsage.rss();
    let taken = 0;
    for (let i = 0; i < 500; i++) {
      const bytes = mutated(seeds[i % seeds.length] as Buffer, random);
      const declared = i % seeds.length === 1 ? 'image/png' : 'image/jpeg';
      const type = imageTypeOf(bytes, declared, declared === 'image/png' ? 'a.png' : 'a.jpg');
      if (type === null) continue;
      const made: Cleaned = await decoder.clean(bytes, type);
      if (typeof made === 'string') continue;
      taken += 1;
      if (taken % 20 === 0) {
        const { format, exif } = await sharp(made.bytes, { failOn: 'warning' }).metadata();
        expect({ format, exif }).toEqual({ format: 'jpeg' });
      }
    }
    expect(taken).toBeGreaterThan(0);
    expect(process.memoryUsage.rss() - memory).toBeLessThan(200 * 1024 * 1024);
    expect(decoder.pid).toBeDefined();
  }, 300_000);

  it('FILE-015 two pictures of one document are alike, two documents are not', async () => {
    const distance = (a: string, b: string) => {
      let bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
      let count = 0;
      for (; bits > 0n; bits >>= 1n) count += Number(bits & 1n);
      return count;
    };
    const first = await picture(6, { width: 1200, height: 800 });
    const again = await sharp(first)
      .resize(900)
      .modulate({ brightness: 1.1 })
      .jpeg({ quality: 60 });
    const [a, b, c] = await Promise.all([
      cleaned(first),
      cleaned(await again.toBuffer()),
      cleaned(await picture(8)),
    ]);
    expect(distance(a.facts.likeness, b.facts.likeness)).toBeLessThanOrEqual(20);
    expect(distance(a.facts.likeness, c.facts.likeness)).toBeGreaterThan(40);
  });

  it('FILE-016 a watermark is seen on dark and on light, and only whoever removes pixels removes it', async () => {
    for (const background of ['#000000', '#ffffff', '#808080']) {
      const plain = sharp({ create: { width: 900, height: 600, channels: 3, background } });
      const marked = await decoder.mark(await plain.jpeg().toBuffer(), [
        'STAFF #7 CASE 12',
        '2026-11-23 14:05:09 UTC',
      ]);
      const { channels } = await sharp(marked ?? Buffer.alloc(0)).stats();
      expect(channels[0]?.stdev, background).toBeGreaterThan(8);
    }
    expect(await decoder.mark(Buffer.from('no image'), ['X'])).toBeNull();
  });
});

describe('the process that decodes', () => {
  it('FILE-014 holds no secret, works at a low priority, and one image waits for another', async () => {
    const image = await picture(9);
    const own = new Decoder({ log: silentLog, waitingMax: 2 });
    const asked = Array.from({ length: 4 }, () => own.clean(image, 'image/jpeg'));
    const ends = await Promise.allSettled(asked);
    const full = ends.filter((one) => one.status === 'rejected');
    expect(full.map((one) => (one as PromiseRejectedResult).reason.name)).toEqual(['GateFull']);
    if (process.platform === 'linux') {
      const environment = readFileSync(`/proc/${own.pid}/environ`, 'utf8').split('\0');
      expect(environment.filter((line) => line !== '').map((line) => line.split('=')[0])).toEqual([
        'UV_THREADPOOL_SIZE',
        'MALLOC_ARENA_MAX',
      ]);
      // The nineteenth field, after the name in brackets (proc_pid_stat(5)).
      const fields = readFileSync(`/proc/${own.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      expect(Number(fields[16])).toBeGreaterThanOrEqual(10);
    }
    own.stop();
  });

  it('FILE-014 a hanging or dying process costs an answer; the next image gets a new process', async () => {
    const ready = JSON.stringify({ done: 'ready', memoryBytes: 0 });
    const say = `const t=Buffer.from('${ready}');const h=Buffer.alloc(8);h.writeUInt32BE(t.length);process.stdout.write(Buffer.concat([h,t]));`;
    const image = await picture(10);
    const hanging = new Decoder({
      ...{ log: silentLog, timeoutMs: 100, script: ['-e', `${say}setInterval(()=>{},1e6)`] },
    });
    expect(await hanging.clean(image, 'image/jpeg')).toBe('tooSlow');
    expect(await hanging.clean(image, 'image/jpeg')).toBe('tooSlow');
    hanging.stop();
    const dying = new Decoder({
      ...{ log: silentLog, script: ['-e', `${say}process.stdin.once('data',()=>process.abort())`] },
    });
    expect(await dying.clean(image, 'image/jpeg')).toBe('unreadable');
    expect(await dying.clean(image, 'image/jpeg')).toBe('unreadable');
    dying.stop();
  });
});

/** A PNG of one colour that is small as a file and huge as a picture. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((side + 1) * 500);
  return png(chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND'));
}

/** A PNG that claims to be an animation. */
function animated(still: Buffer): Buffer {
  const frames = Buffer.alloc(8);
  frames.writeUInt32BE(2, 0);
  const afterHeader = 8 + 25;
  return Buffer.concat([
    still.subarray(0, afterHeader),
    chunk('acTL', frames),
    still.subarray(afterHeader),
  ]);
}

function png(...chunks: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const whole = Buffer.alloc(12 + data.length);
  whole.writeUInt32BE(data.length, 0);
  whole.write(name, 4, 'latin1');
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
  return whole;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
