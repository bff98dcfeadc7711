import net from 'node:net';

const READ_BYTES = 64 * 1024;

/**
 * One keep-alive connection that sends a request and waits for the complete answer, at the lowest
 * cost, because the load generator shares the cores with the server. ASCII in both directions.
 */
export class Wire {
  readonly #socket: net.Socket;
  #waiting: ((body: string) => void) | null = null;
  #fail: ((error: Error) => void) | null = null;
  #text = '';

  private constructor(port: number, connected: (wire: Wire) => void) {
    // Reads into one reused buffer, which avoids the stream and its buffer per chunk.
    const buffer = Buffer.alloc(READ_BYTES);
    const callback = (length: number): boolean => {
      this.#take(buffer.toString('latin1', 0, length));
      return true;
    };
    const onread = { buffer, callback };
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true, onread });
    socket.on('connect', () => connected(this));
    socket.on('error', (error) => this.#fail?.(error));
    socket.on('close', () => this.#fail?.(new Error('the server closed the connection')));
    this.#socket = socket;
  }

  static connect(port: number): Promise<Wire> {
    return new Promise((resolve, reject) => {
      new Wire(port, resolve).#fail = reject;
    });
  }

  /** Sends a POST with a form body; resolves with the text of the answer. */
  post(path: string, token: string, form: string): Promise<string> {
    return this.send('POST', path, `X-Token: ${token}`, form);
  }

  /** Like `post`, with any method and any header. */
  send(method: string, path: string, header: string, form: string): Promise<string> {
    const text =
      `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\n` +
      'Content-Type: application/x-www-form-urlencoded\r\n' +
      `Content-Length: ${form.length}\r\n\r\n${form}`;
    return new Promise((resolve, reject) => {
      this.#waiting = resolve;
      this.#fail = reject;
      this.#socket.write(text, 'latin1');
    });
  }

  close(): void {
    this.#fail = null;
    this.#socket.destroy();
  }

  /** An answer nearly always comes in one piece; if not, it is parsed again with each piece. */
  #take(piece: string): void {
    const text = this.#text + piece;
    const end = text.indexOf('\r\n\r\n');
    const bodyAt = end + 4;
    if (end < 0 || text.length < bodyAt + bodyLength(text.slice(0, end))) {
      this.#text = text;
      return;
    }
    this.#text = '';
    this.#fail = null;
    this.#waiting?.(text.slice(bodyAt));
  }
}

function bodyLength(head: string): number {
  // Our server's spelling, then Node's.
  const at = Math.max(head.indexOf('\ncontent-length:'), head.indexOf('\nContent-Length:'));
  if (at < 0) throw new Error(`an answer without a length: ${head}`);
  return Number.parseInt(head.slice(at + '\ncontent-length:'.length), 10);
}

/** The quantile of sorted samples at a share from 0 to 1, rounded to 0.01. */
export function quantile(sorted: Float64Array, share: number): number {
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return Math.round((sorted[at] ?? 0) * 100) / 100;
}
