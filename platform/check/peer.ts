import type { MessagePort, Worker } from 'node:worker_threads';

type Handlers = Readonly<Record<string, (...values: never[]) => unknown>>;

type Message =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly name: string;
      readonly values: unknown[];
    }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly text: string };

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One end of a pair of threads that call functions of each other. */
export class Peer {
  readonly #port: Pick<MessagePort | Worker, 'postMessage'>;
  readonly #handlers: Handlers;
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;

  constructor(port: MessagePort | Worker, handlers: Handlers) {
    this.#port = port;
    this.#handlers = handlers;
    port.on('message', (message: Message) => void this.#take(message));
  }

  /** Calls a function of the other end. The caller states what it returns. */
  call<T>(name: string, ...values: unknown[]): Promise<T> {
    this.#calls += 1;
    const id = this.#calls;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#port.postMessage({ kind: 'call', id, name, values } satisfies Message);
    });
  }

  /** Rejects what waits for the other end: it is gone. */
  end(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  async #take(message: Message): Promise<void> {
    const { id } = message;
    if (message.kind === 'call') {
      this.#port.postMessage(await this.#answer(id, message.name, message.values));
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (message.kind === 'answer') waiting?.resolve(message.value);
    else waiting?.reject(new Error(message.text));
  }

  async #answer(id: number, name: string, values: unknown[]): Promise<Message> {
    try {
      const value = await this.#handlers[name]?.(...(values as never[]));
      return { kind: 'answer', id, value };
    } catch (error) {
      return { kind: 'error', id, text: error instanceof Error ? error.message : String(error) };
    }
  }
}
