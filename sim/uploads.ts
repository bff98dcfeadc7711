import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Decoder } from '@assay/platform/images/decoder';
import { mutated, picture } from '@assay/platform/images/images.suite';
import { imageTypeOf } from '@assay/platform/images/magic';
import { silentLog } from '@assay/platform/log';

/**
 * The long form of FILE-013: `npx tsx sim/uploads.ts --files 10000 --seed 1`. Random damage to
 * images goes through the check of their kind and the process that decodes. Exits with 1 when what
 * comes out is no clean image, or when memory grows beyond its bound, here or in that process.
 */
const MIB = 1024 * 1024;
const GROWN_MAX_MIB = 200;
/** A process that has grown beyond 350 MiB is replaced after its job. */
const DECODER_MAX_MIB = 500;

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
});
let state = (Number(values.seed) * 48_271) % 2_147_483_647;
const random = () => {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
};

const decoder = new Decoder({ log: silentLog });
const small = { width: 320, height: 240 };
const sources = [
  { bytes: await picture(1, small), type: 'image/jpeg', name: 'a.jpg' },
  { bytes: await picture(2, { ...small, type: 'image/png' }), type: 'image/png', name: 'a.png' },
] as const;
const counts = { stopped: 0, refused: 0, taken: 0 };
const before = process.memoryUsage.rss();
const begun = performance.now();
let decoderMiB = 0;

/** The most memory that the process which decodes has had, as Linux counts it. */
function peakOf(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

for (let i = 0; i < Number(values.files); i++) {
  const { bytes, type: declared, name } = sources[i % 2] as (typeof sources)[number];
  const damaged = mutated(bytes, random);
  const type = imageTypeOf(damaged, declared, name);
  if (type === null) {
    counts.stopped += 1;
    continue;
  }
  const made = await decoder.clean(damaged, type);
  decoderMiB = Math.max(decoderMiB, peakOf(decoder.pid));
  if (typeof made === 'string') counts.refused += 1;
  else if (made.bytes.readUInt16BE(0) !== 0xffd8 || made.bytes.includes('Exif')) {
    throw new Error(`file ${i} of seed ${values.seed} passed as something else than a clean image`);
  } else counts.taken += 1;
}
decoder.stop();
const grownMiB = Math.round((process.memoryUsage.rss() - before) / MIB);
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(JSON.stringify({ ...counts, grownMiB, decoderMiB: Math.round(decoderMiB), seconds }));
process.exitCode = grownMiB > GROWN_MAX_MIB || decoderMiB > DECODER_MAX_MIB ? 1 : 0;
