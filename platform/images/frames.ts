import type { Readable, Writable } from 'node:stream';

/** A message between the server and the process that decodes: a head and, perhaps, an image. */
export interface Frame<Head> {
  readonly head: Head;
  readonly bytes: Buffer;
}

const LENGTHS_BYTES = 8;
const NONE = Buffer.alloc(0);

/** Writes a frame; the bytes of the image are not copied. */
export function writeFrame(to: Writable, head: object, bytes: Buffer = NONE): void {
  const json = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(LENGTHS_BYTES);
  lengths.writeUInt32BE(json.length, 0);
  lengths.writeUInt32BE(bytes.length, 4);
  to.write(Buffer.concat([lengths, json]));
  if (bytes.length > 0) to.write(bytes);
}

/** More than any image has, before or after. */
const FRAME_MAX_BYTES = 64 * 1024 * 1024;

/** Calls `onFrame` with each frame that has come in completely; a longer one ends the stream. */
export function readFrames<Head>(from: Readable, onFrame: (frame: Frame<Head>) => void): void {
  let chunks: Buffer[] = [];
  let have = 0;
  let need = LENGTHS_BYTES;
  from.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    have += chunk.length;
    while (have >= need) {
      const all = Buffer.concat(chunks);
      const jsonLength = all.readUInt32BE(0);
      const whole = LENGTHS_BYTES + jsonLength + all.readUInt32BE(4);
      chunks = [all];
      need = whole;
      if (whole > FRAME_MAX_BYTES) return void from.destroy();
      if (all.length < whole) return;
      const jsonEnd = LENGTHS_BYTES + jsonLength;
      const head = JSON.parse(all.toString('utf8', LENGTHS_BYTES, jsonEnd)) as Head;
      onFrame({ head, bytes: all.subarray(jsonEnd, whole) });
      const rest = all.subarray(whole);
      chunks = rest.length === 0 ? [] : [rest];
      have = rest.length;
      need = LENGTHS_BYTES;
    }
  });
}
