import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sleep } from '../db/files.ts';
import { Gate } from '../http/gate.ts';
import type { Log } from '../log.ts';
import { type Frame, readFrames, writeFrame } from './frames.ts';
import type { Done, ImageFacts, ImageFault, Job } from './job.ts';
import type { ImageType } from './magic.ts';

/** An image that was re-encoded, and what is known of it; or why it is not taken. */
export type Cleaned = { readonly bytes: Buffer; readonly facts: ImageFacts } | ImageFault;

export interface DecoderOptions {
  readonly log: Log;
  /** For one image, once the process is up. */
  readonly timeoutMs?: number;
  /** How many images wait while one is decoded; one more is refused. */
  readonly waitingMax?: number;
  /** How long it rests after an image, as a share of the time that the image took. */
  readonly restShare?: number;
  /** What runs in the process: for tests of what becomes of a broken one. */
  readonly script?: readonly string[];
}

const TIMEOUT_MS = 10_000;
const WAITING_MAX = 8;
const START_TIMEOUT_MS = 60_000;
/** As long a rest as the work: people who send pictures must not take a core from the engine. */
const REST_SHARE = 1;
const REST_MAX_MS = 1_000;
/** A process that has nothing to do gives its memory back. */
const IDLE_MS = 60_000;
const ONE = '';
/** A process that has grown beyond this, or has done so many, is replaced after its job. */
const MEMORY_MAX_BYTES = 350 * 1024 * 1024;
const JOBS_MAX = 500;

/** The job is over without an answer. */
class Ended extends Error {}

/**
 * Decodes images in a process of its own, one at a time (decision 0034). What kills the process
 * costs its sender an answer and nobody else anything.
 */
export class Decoder {
  readonly #options: Required<DecoderOptions>;
  readonly #gate: Gate;
  #process: Running | null = null;
  #idle: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: DecoderOptions) {
    const defaults = {
      ...{ timeoutMs: TIMEOUT_MS, waitingMax: WAITING_MAX },
      ...{ restShare: REST_SHARE, script: ownScript() },
    };
    this.#options = { ...defaults, ...options };
    this.#gate = new Gate(1, this.#options.waitingMax);
  }

  /** @throws GateFull when too many images wait */
  async clean(bytes: Buffer, type: ImageType): Promise<Cleaned> {
    const answer = await this.#ask({ job: 'clean', type }, bytes);
    if (typeof answer === 'string') return answer;
    const { head } = answer;
    if (head.done !== 'clean') return head.done === 'refused' ? head.fault : 'unreadable';
    // A copy of its own: a view would keep all that was read with it.
    return { bytes: Buffer.from(answer.bytes), facts: head.facts };
  }

  /** The image with lines of text burned in; null when it cannot be read. @throws GateFull */
  async mark(bytes: Buffer, lines: readonly string[]): Promise<Buffer | null> {
    const answer = await this.#ask({ job: 'mark', lines }, bytes);
    if (typeof answer === 'string' || answer.head.done !== 'marked') return null;
    return Buffer.from(answer.bytes);
  }

  stop(): void {
    this.#stopped = true;
    this.#end();
  }

  /** The process that works now; for the figures of a test. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Answers when the image is done; the next one comes after the rest. */
  #ask(job: Job, bytes: Buffer): Promise<Frame<Done> | ImageFault> {
    return new Promise((resolve, reject) => {
      const inTurn = this.#gate.run(ONE, async () => {
        const began = performance.now();
        await this.#do(job, bytes).then(resolve, reject);
        const restMs = (performance.now() - began) * this.#options.restShare;
        await sleep(Math.min(REST_MAX_MS, restMs));
      });
      Promise.resolve(inTurn).catch(reject);
    });
  }

  async #do(job: Job, bytes: Buffer): Promise<Frame<Done> | ImageFault> {
    clearTimeout(this.#idle);
    try {
      this.#process = this.#process?.alive ? this.#process : await this.#begin();
      const answer = await this.#process.ask(job, bytes, this.#options.timeoutMs);
      if (this.#process.isWornBy(answer)) this.#end();
      return answer;
    } catch (err) {
      if (!(err instanceof Ended)) throw err;
      this.#end();
      this.#options.log.warn({ reason: err.message }, 'an image was given up');
      return err.message === 'time' ? 'tooSlow' : 'unreadable';
    } finally {
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    }
  }

  async #begin(): Promise<Running> {
    if (this.#stopped) throw new Error('the decoder is stopped');
    const running = new Running(this.#options.script);
    await running.ready(START_TIMEOUT_MS);
    return running;
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#process?.kill();
    this.#process = null;
  }
}

/** The bundle has the script beside it; from the source tree it runs by the loader of the tests. */
function ownScript(): readonly string[] {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const bundled = path.join(here, 'images.js');
  if (existsSync(bundled)) return [bundled];
  return ['--import', 'tsx', path.join(here, 'worker.ts')];
}

/** What the process may use of memory for JavaScript; pixels are outside of it. */
const NODE_OPTIONS = ['--max-old-space-size=64'];

/** One process from its start to its end. */
class Running {
  readonly #child: ChildProcess;
  #waiting: { resolve(frame: Frame<Done>): void; reject(err: Error): void } | null = null;
  #isReady = false;
  #jobs = 0;
  #failed: string | null = null;

  constructor(script: readonly string[]) {
    this.#child = spawn(process.execPath, [...NODE_OPTIONS, ...script], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // Nothing of our environment: it may hold secrets.
      env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
      windowsHide: true,
    });
    const { pid, stdin, stdout } = this.#child;
    // Pictures can wait; an order that has the other processors busy cannot.
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    if (stdin === null || stdout === null) throw new Error('the decoder has no pipes');
    stdin.on('error', () => this.#fail('ended'));
    this.#child.on('error', () => this.#fail('ended'));
    this.#child.on('exit', () => this.#fail('ended'));
    readFrames<Done>(stdout, (frame) => {
      if (frame.head.done === 'ready') this.#isReady = true;
      const waiting = this.#waiting;
      this.#waiting = null;
      waiting?.resolve(frame);
    });
  }

  get alive(): boolean {
    return this.#failed === null;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  isWornBy({ head }: Frame<Done>): boolean {
    this.#jobs += 1;
    return this.#jobs >= JOBS_MAX || head.memoryBytes > MEMORY_MAX_BYTES;
  }

  async ready(withinMs: number): Promise<void> {
    if (!this.#isReady) await this.#answer(withinMs);
  }

  ask(job: Job, bytes: Buffer, withinMs: number): Promise<Frame<Done>> {
    const answer = this.#answer(withinMs);
    if (this.#child.stdin !== null && this.alive) writeFrame(this.#child.stdin, job, bytes);
    return answer;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #answer(withinMs: number): Promise<Frame<Done>> {
    if (this.#failed !== null) return Promise.reject(new Ended(this.#failed));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#fail('time');
        this.kill();
      }, withinMs);
      const over = <T>(then: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(timer);
          then(value);
        };
      };
      this.#waiting = { resolve: over(resolve), reject: over(reject) };
    });
  }

  #fail(why: string): void {
    this.#failed ??= why;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(new Ended(this.#failed));
  }
}
