import type { IncomingMessage } from 'node:http';
import type { UploadRule } from '@assay/core/schema/call';
import type { SentFile } from './context.ts';
import { Gate } from './gate.ts';

/**
 * Files as bodies. A file is read once it is known that its sender may send it, into memory that is
 * bounded: so many files at once, of one sender one after the other.
 */

/** Of one sender, and of all together: 8 files of 8 MiB are 64 MiB. */
const OF_SENDER = { running: 1, waiting: 3 } as const;
const OF_ALL = { running: 8, waiting: 16 } as const;
const EVERYBODY = '';
/** What a sender may go on to send of a refused file, so that the answer reaches a browser. */
const DRAIN_MAX_BYTES = 64 * 1024 * 1024;

/** A file that is not taken; `key` is one of the message catalogue. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
  readonly key: string;
  readonly status: number;

  constructor(key: string, status: number) {
    super(key);
    this.key = key;
    this.status = status;
  }
}

export class Uploads {
  readonly #ofSender = new Gate(OF_SENDER.running, OF_SENDER.waiting);
  readonly #ofAll = new Gate(OF_ALL.running, OF_ALL.waiting);

  /**
   * Reads the file and hands it over; its memory counts until it has been dealt with.
   * @throws Unusable by its length or type, GateFull when too many are being sent
   */
  async receive<T>(
    request: IncomingMessage,
    rule: UploadRule,
    sender: string,
    take: (file: SentFile) => Promise<T>,
  ): Promise<T> {
    const { type, length } = announced(request, rule);
    const receive = async () => take({ type, bytes: await readBody(request, length) });
    return this.#ofSender.run(sender, async () => this.#ofAll.run(EVERYBODY, receive));
  }
}

/** What the head says of the file. */
function announced(request: IncomingMessage, rule: UploadRule): { type: string; length: number } {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (length > DRAIN_MAX_BYTES) request.destroy();
  const type = headers['content-type'] ?? '';
  if (!rule.types.includes(type) || headers['content-encoding'] !== undefined) {
    throw new Unusable('fileType', 415);
  }
  if (!Number.isSafeInteger(length)) throw new Unusable('fileLength', 411);
  if (length === 0) throw new Unusable('fileEmpty', 400);
  if (length >= rule.belowBytes) throw new Unusable('fileLarge', 413);
  return { type, length };
}

/** Node has checked the length: no more bytes come, and an end before that is an abort. */
function readBody(request: IncomingMessage, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const whole = Buffer.allocUnsafe(length);
    let filled = 0;
    request.on('data', (chunk: Buffer) => {
      filled += chunk.copy(whole, filled);
    });
    request.on('end', () =>
      filled === length ? resolve(whole) : reject(new Unusable('fileAborted', 400)),
    );
    request.on('error', () => reject(new Unusable('fileAborted', 400)));
    request.on('close', () => reject(new Unusable('fileAborted', 400)));
  });
}
