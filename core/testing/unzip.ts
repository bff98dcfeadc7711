import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

/**
 * The files of a zip archive by name. Enough for test data: no encryption, no zip64, no
 * checksums. Throws on what it does not know.
 */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('unzip: no zip');
  const files = new Map<string, Buffer>();
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  for (let n = 0; n < count; n += 1) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('unzip: broken directory');
    const method = archive.readUInt16LE(at + 10);
    const packed = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const rest = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    const header = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const skip = archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const data = archive.subarray(header + 30 + skip, header + 30 + skip + packed);
    if (method !== STORED && method !== DEFLATED) throw new Error(`unzip: method ${method}`);
    files.set(name, method === DEFLATED ? inflateRawSync(data) : data);
    at += 46 + nameLength + rest;
  }
  return files;
}
