import net from 'node:net';

/**
 * One keep-alive connection that sends a request and waits for its whole answer: the least that a
 * load generator can cost, because it shares the cores with what it measures.
 */
export class Wire {
  readonly #socket: net.Socket;
  #waiting: ((body: string) => void) | null = null;
  #fail: ((error: Error) => void) | null = null;
  #head = '';
  #chunks: Buffer[] = [];
  #left = -1;

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#fail?.(error));
    socket.on('close', () => this.#fail?.(new Error('the server closed the connection')));
  }

  static connect(port: number): Promise<Wire> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(new Wire(socket)));
      socket.once('error', reject);
    });
  }

  /** Sends a POST with a form body; resolves with the text of the answer. */
  post(path: string, token: string, form: string): Promise<string> {
    const head =
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Token: ${token}\r\n` +
      'Content-Type: application/x-www-form-urlencoded\r\n' +
      `Content-Length: ${Buffer.byteLength(form)}\r\n\r\n`;
    return new Promise((resolve, reject) => {
      this.#waiting = resolve;
      this.#fail = reject;
      this.#socket.write(head + form);
    });
  }

  close(): void {
    this.#fail = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#left >= 0) {
      this.#add(chunk);
      return;
    }
    this.#head += chunk.toString('latin1');
    const end = this.#head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = /content-length: *(\d+)/i.exec(this.#head.slice(0, end))?.[1];
    if (length === undefined) throw new Error(`an answer without a length: ${this.#head}`);
    this.#left = Number(length);
    const rest = Buffer.from(this.#head.slice(end + 4), 'latin1');
    this.#head = '';
    this.#add(rest);
  }

  #add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#left -= chunk.length;
    if (this.#left > 0) return;
    const body = Buffer.concat(this.#chunks).toString();
    this.#chunks = [];
    this.#left = -1;
    this.#fail = null;
    this.#waiting?.(body);
  }
}

/** Sorted samples' value at a share of 1, rounded to 0.01. */
export function quantile(sorted: Float64Array, share: number): number {
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return Math.round((sorted[at] ?? 0) * 100) / 100;
}
