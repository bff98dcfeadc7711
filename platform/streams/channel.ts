import type { Realm } from '@assay/core/ledger/realm';
import type { Log } from '../log.ts';
import { dataFrame } from './protocol.ts';

/** The reader of a channel. `userId` is null for a visitor. */
export interface Reader {
  readonly userId: number | null;
  readonly realm: Realm;
}

/**
 * The source of snapshots of a family of channels. `name` is the whole channel name
 * (`book.BTCUSDT`). Null means that there is no such channel.
 *
 * A snapshot that is returned at once must contain every delta published before and none after.
 * A promised snapshot may contain deltas published while it was made: these are sent again after
 * it, so the deltas of such a channel must be absolute values, which can be applied twice.
 */
export interface ChannelSource {
  snapshot(name: string, reader: Reader): Promise<unknown> | unknown | null;
}

/** A receiver of the frames of a channel. */
export interface Subscriber {
  /** Delivers a delta; the subscriber may drop it and get a snapshot later by `channel.join`. */
  delta(channel: Channel, frame: Buffer): void;
  snapshot(channel: Channel, frame: Buffer): void;
  /** There is no such channel, or its snapshot failed; the subscriber has been removed. */
  gone(channel: Channel, why: 'unknownChannel' | 'unavailable'): void;
}

interface PendingSnapshot {
  readonly n: number;
  /** Deltas sent since the snapshot was requested. */
  readonly frames: Buffer[];
  readonly waiting: Set<Subscriber>;
  /** Deltas have been missed since the request: the snapshot must be made again. */
  missed: boolean;
}

/** A promised snapshot that more deltas than this have overtaken is discarded and made again. */
const OVERTAKEN_MAX = 200;

export interface ChannelSettings {
  readonly name: string;
  readonly reader: Reader;
  /** At most one delta in this time; 0 sends each at once. */
  readonly everyMs: number;
  readonly source: ChannelSource;
  readonly now: () => number;
  readonly log: Log;
  /** Called when the last subscriber has left. */
  readonly empty: (channel: Channel) => void;
}

/**
 * One channel while it has readers. Deltas are numbered without gaps; a snapshot carries the number
 * of the last delta it contains. A reader that joins while a delta waits to be sent gets the
 * snapshot right after that delta, so joining never makes deltas more frequent for the others.
 */
export class Channel {
  readonly name: string;
  readonly #settings: ChannelSettings;
  readonly #live = new Set<Subscriber>();
  readonly #joining = new Set<Subscriber>();
  #pendingSnapshot: PendingSnapshot | null = null;
  #n = 0;
  #pending: unknown;
  #hasPending = false;
  #timer: NodeJS.Timeout | null = null;
  #sentAt = 0;
  /** The latest snapshot, while nothing has been published since. */
  #fresh: Buffer | null = null;

  constructor(settings: ChannelSettings) {
    this.name = settings.name;
    this.#settings = settings;
  }

  /** Adds a reader, or resynchronises one that has dropped deltas. */
  join(subscriber: Subscriber): void {
    this.#live.delete(subscriber);
    if (this.#hasPending) this.#joining.add(subscriber);
    else this.#serve(new Set([subscriber]));
  }

  leave(subscriber: Subscriber): void {
    this.#live.delete(subscriber);
    this.#joining.delete(subscriber);
    this.#pendingSnapshot?.waiting.delete(subscriber);
    if (this.#live.size > 0 || this.#joining.size > 0) return;
    if (this.#pendingSnapshot !== null && this.#pendingSnapshot.waiting.size > 0) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#settings.empty(this);
  }

  /** Resynchronises every reader: something may have changed that no delta will report. */
  renew(): void {
    this.#fresh = null;
    if (this.#pendingSnapshot !== null) this.#pendingSnapshot.missed = true;
    const readers = new Set(this.#live);
    this.#live.clear();
    if (readers.size === 0) return;
    if (this.#hasPending) for (const subscriber of readers) this.#joining.add(subscriber);
    else this.#serve(readers);
  }

  /** `delta` replaces one that has not been sent yet; a function merges the two. */
  publish(delta: unknown): void {
    this.#fresh = null;
    const before = this.#hasPending ? this.#pending : undefined;
    this.#pending = typeof delta === 'function' ? delta(before) : delta;
    this.#hasPending = true;
    const { everyMs, now } = this.#settings;
    if (everyMs === 0) {
      this.#flush();
    } else if (this.#timer === null) {
      const wait = Math.max(0, this.#sentAt + everyMs - now());
      this.#timer = setTimeout(() => this.#flush(), wait);
    }
  }

  #flush(): void {
    this.#timer = null;
    const data = this.#pending;
    this.#pending = undefined;
    this.#hasPending = false;
    this.#n += 1;
    this.#sentAt = this.#settings.now();
    if (this.#live.size > 0 || this.#pendingSnapshot !== null) {
      const frame = dataFrame('delta', this.name, this.#n, this.#sentAt, data);
      this.#pendingSnapshot?.frames.push(frame);
      for (const subscriber of this.#live) subscriber.delta(this, frame);
    }
    if (this.#joining.size === 0) return;
    const joining = new Set(this.#joining);
    this.#joining.clear();
    this.#serve(joining);
  }

  /** Gives all of `joining` one current snapshot. */
  #serve(joining: Set<Subscriber>): void {
    if (this.#fresh !== null) {
      this.#enter(joining, this.#fresh, []);
    } else if (this.#pendingSnapshot !== null) {
      for (const subscriber of joining) this.#pendingSnapshot.waiting.add(subscriber);
    } else {
      this.#make(joining);
    }
  }

  #make(joining: Set<Subscriber>): void {
    const { source, reader } = this.#settings;
    let result: unknown;
    try {
      result = source.snapshot(this.name, reader);
    } catch (err) {
      this.#fail(joining, err);
      return;
    }
    if (!(result instanceof Promise)) {
      this.#finish(joining, this.#n, result, []);
      return;
    }
    const pending: PendingSnapshot = { n: this.#n, frames: [], waiting: joining, missed: false };
    this.#pendingSnapshot = pending;
    result.then(
      (data) => this.#promised(pending, data),
      (err) => {
        this.#pendingSnapshot = null;
        this.#fail(pending.waiting, err);
      },
    );
  }

  #promised(pending: PendingSnapshot, data: unknown): void {
    this.#pendingSnapshot = null;
    if (pending.waiting.size === 0) return;
    if (pending.missed || pending.frames.length > OVERTAKEN_MAX) {
      for (const subscriber of [...pending.waiting]) this.join(subscriber);
      return;
    }
    this.#finish(pending.waiting, pending.n, data, pending.frames);
  }

  #finish(joining: Set<Subscriber>, n: number, data: unknown, later: readonly Buffer[]): void {
    if (data === null) {
      this.#dismiss(joining, 'unknownChannel');
      return;
    }
    const frame = dataFrame('snapshot', this.name, n, this.#settings.now(), data);
    if (later.length === 0 && !this.#hasPending) this.#fresh = frame;
    this.#enter(joining, frame, later);
  }

  #enter(joining: Set<Subscriber>, frame: Buffer, later: readonly Buffer[]): void {
    for (const subscriber of joining) {
      this.#live.add(subscriber);
      subscriber.snapshot(this, frame);
      for (const delta of later) subscriber.delta(this, delta);
    }
  }

  #fail(joining: Set<Subscriber>, err: unknown): void {
    this.#settings.log.error({ err, channel: this.name }, 'a snapshot failed');
    this.#dismiss(joining, 'unavailable');
  }

  #dismiss(joining: Set<Subscriber>, why: 'unknownChannel' | 'unavailable'): void {
    for (const subscriber of joining) {
      this.leave(subscriber);
      subscriber.gone(this, why);
    }
  }
}
