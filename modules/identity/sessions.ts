import type { Realm } from '@assay/core/ledger/realm';
import { DAY, HOUR } from '@assay/core/time';
import type {
  Actor,
  Authentication,
  Authenticator,
  CallContext,
  Credentials,
} from '@assay/platform/http/context';
import { networkOf } from '@assay/platform/http/limits';
import type { Log } from '@assay/platform/log';
import { newId, newSecret, same, sha256 } from '@assay/platform/secrets';
import { bindCookie } from './cookies.ts';
import type { SessionRow, SessionStore } from './store/sessions.ts';

/** How long sessions live without use, and in total (ASVS 5.0 §7.3). */
const lifetimes = {
  /** In a browser that holds the other half. */
  bound: { idleMs: 12 * HOUR, wholeMs: DAY },
  /** A token alone: valid briefly, and only from the network that it was given to. */
  unbound: { idleMs: HOUR, wholeMs: HOUR },
  /** A visitor's virtual account holds nothing of value and cannot be logged in to again. */
  visitor: { idleMs: 7 * DAY, wholeMs: 30 * DAY },
} as const;

/** So many sessions a person has at most; one more ends the earliest. */
export const SESSIONS_MAX = 100;
const CACHE_MAX = 100_000;
const ENDED_KEPT_MS = 7 * DAY;
const USER_AGENT_MAX = 200;

interface Cached {
  readonly row: SessionRow;
  readonly token: string;
  readonly actor: Actor;
  readonly network: string;
  lastSeenAt: number;
  guardsTrade: boolean;
}

/** For whom a session is opened. */
export interface Opening {
  readonly userId: number;
  readonly realm: Realm;
  /** The owner is a visitor without an account. */
  readonly visitor: boolean;
}

/** The token is given to the client only. */
export interface Opened {
  readonly sessionId: string;
  readonly token: string;
}

/**
 * Sessions in two halves: the token that the client keeps, and for browsers a cookie that scripts
 * cannot read. Only hashes are stored. Live sessions are cached in memory, and an ended session is
 * removed from the cache before anything else happens, so it stops working at once.
 */
export class Sessions implements Authenticator {
  readonly #store: SessionStore;
  readonly #log: Log;
  /** By the token itself, which never leaves this memory: hashing costs most of a lookup. */
  readonly #byToken = new Map<string, Cached>();
  readonly #byId = new Map<string, Cached>();
  readonly #seen = new Map<string, number>();
  readonly #listeners = new Set<(sessionId: string) => void>();
  /** Counts changes: a row read before one must not enter the cache after it. */
  #changes = 0;

  constructor(store: SessionStore, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  holds(token: string): boolean {
    return this.#byToken.has(token);
  }

  authenticate(credentials: Credentials, now: number): Authentication | Promise<Authentication> {
    const cached = this.#byToken.get(credentials.token);
    if (cached !== undefined) return this.#judge(cached, credentials, now);
    return this.#load(sha256(credentials.token), credentials, now);
  }

  async alive(sessionId: string, now: number): Promise<boolean> {
    const row = this.#byId.get(sessionId)?.row ?? (await this.#store.byId(sessionId));
    if (row === null || row.endedAt !== null) return false;
    const lastSeenAt = this.#byId.get(sessionId)?.lastSeenAt ?? row.lastSeenAt;
    return now < row.expiresAt && now < lastSeenAt + row.idleMs;
  }

  onEnded(listener: (sessionId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens an independent session and gives the browser its half. The token is not stored. */
  async open(opening: Opening, context: CallContext): Promise<Opened> {
    const { visitor } = opening;
    const bindHash = this.#bind(context, visitor);
    const kind = visitor ? 'visitor' : bindHash === null ? 'unbound' : 'bound';
    const opened = await this.#add(opening, lifetimes[kind], bindHash, null, context);
    if (opened === null) throw new Error('a session that needs no other one was refused');
    return opened;
  }

  /**
   * Opens a session in the virtual account from a real one: they share the browser's half, and the
   * new one lives no longer. Null when the real one has ended, even during the opening.
   */
  async openFrom(parentId: string, context: CallContext): Promise<Opened | null> {
    const parent = await this.live(parentId, context.now);
    if (parent === null) return null;
    const { userId, bindHash } = parent;
    const lifetime = bindHash === null ? lifetimes.unbound : lifetimes.bound;
    const opening = { userId, realm: 'demo' as const, visitor: false };
    return this.#add(opening, lifetime, bindHash, parent, context);
  }

  async #add(
    { userId, realm }: Opening,
    { idleMs, wholeMs }: { readonly idleMs: number; readonly wholeMs: number },
    bindHash: Buffer | null,
    parent: SessionRow | null,
    { now, ip, userAgent }: CallContext,
  ): Promise<Opened | null> {
    const sessionId = newId();
    const token = newSecret();
    const added = await this.#store.add({
      sessionId,
      userId,
      realm,
      tokenHash: sha256(token),
      bindHash,
      parentId: parent?.sessionId ?? null,
      ip,
      userAgent: userAgent.slice(0, USER_AGENT_MAX),
      createdAt: now,
      lastSeenAt: now,
      idleMs,
      expiresAt: Math.min(now + wholeMs, parent?.expiresAt ?? Number.MAX_SAFE_INTEGER),
      endedAt: null,
    });
    if (!added) return null;
    const keep = parent === null ? [sessionId] : [sessionId, parent.sessionId];
    await this.end(await this.#store.beyond(userId, keep, SESSIONS_MAX, now), now);
    return { sessionId, token };
  }

  /** The row of a session that has neither ended nor expired. */
  async live(sessionId: string, now: number): Promise<SessionRow | null> {
    const row = await this.#store.byId(sessionId);
    return row !== null && row.endedAt === null && now < row.expiresAt ? row : null;
  }

  /** Replaces the token of a live session. Null when the session has ended. */
  async retoken(sessionId: string, now: number): Promise<string | null> {
    const token = newSecret();
    const done = await this.#store.retoken(sessionId, sha256(token), now);
    this.#changes += 1;
    this.#forget(sessionId);
    return done ? token : null;
  }

  /** Live sessions of a person, the latest first. */
  async list(userId: number, now: number): Promise<SessionRow[]> {
    const rows = await this.#store.liveOf(userId, now);
    return rows
      .map((row) => ({ ...row, lastSeenAt: this.#seen.get(row.sessionId) ?? row.lastSeenAt }))
      .filter((row) => now < row.lastSeenAt + row.idleMs);
  }

  /** Ends sessions and those opened from them. Returns how many were ended. */
  async end(sessionIds: readonly string[], now: number): Promise<number> {
    if (sessionIds.length === 0) return 0;
    return this.#ended(await this.#store.end(sessionIds, now));
  }

  /** Ends all sessions of a person except those with an id in `keep`. */
  async endAll(userId: number, keep: readonly string[], now: number): Promise<number> {
    return this.#ended(await this.#store.endAll(userId, keep, now));
  }

  #ended(sessionIds: readonly string[]): number {
    this.#changes += 1;
    for (const sessionId of sessionIds) {
      this.#forget(sessionId);
      for (const listener of this.#listeners) listener(sessionId);
    }
    return sessionIds.length;
  }

  /** Whether the owner of a session wants each trade proved; undefined when it is not cached. */
  guardsTrade(sessionId: string): boolean | undefined {
    return this.#byId.get(sessionId)?.guardsTrade;
  }

  /** After the person's choice was stored: at once for every session of theirs. */
  setTradeGuard(userId: number, isOn: boolean): void {
    this.#changes += 1;
    for (const cached of this.#byId.values()) {
      if (cached.row.userId === userId) cached.guardsTrade = isOn;
    }
  }

  /** Stores when sessions were last used; for a timer, and when the server stops. */
  async writeSeen(): Promise<void> {
    if (this.#seen.size === 0) return;
    const seen = new Map(this.#seen);
    this.#seen.clear();
    try {
      await this.#store.touch(seen);
    } catch (err) {
      this.#log.warn({ err }, 'the last use of sessions could not be written');
      for (const [id, at] of seen) if (!this.#seen.has(id)) this.#seen.set(id, at);
    }
  }

  async forgetOld(now: number): Promise<void> {
    await this.#store.forgetBefore(now - ENDED_KEPT_MS);
    for (const { row, lastSeenAt } of this.#byId.values()) {
      if (now >= row.expiresAt || now >= lastSeenAt + row.idleMs) this.#forget(row.sessionId);
    }
  }

  async #load(tokenHash: Buffer, credentials: Credentials, now: number): Promise<Authentication> {
    const changes = this.#changes;
    const row = await this.#store.byTokenHash(tokenHash);
    if (row === null) return 'none';
    if (row.endedAt !== null) return 'ended';
    // Something changed during the read: the row may be outdated.
    if (changes !== this.#changes) return this.#load(tokenHash, credentials, now);
    const { sessionId, userId, realm } = row;
    const cached: Cached = {
      row,
      token: credentials.token,
      actor: { userId, realm, sessionId },
      network: networkOf(row.ip),
      lastSeenAt: row.lastSeenAt,
      guardsTrade: row.guardsTrade,
    };
    const answer = this.#judge(cached, credentials, now);
    if (typeof answer === 'object') this.#remember(cached);
    return answer;
  }

  #judge(cached: Cached, credentials: Credentials, now: number): Authentication {
    const { row } = cached;
    if (now >= row.expiresAt || now >= cached.lastSeenAt + row.idleMs) return 'none';
    if (row.bindHash === null) {
      if (networkOf(credentials.ip) !== cached.network) return 'none';
    } else {
      const { bindHash } = row;
      const halves = bindCookie.secretsOf(credentials.cookie);
      if (!halves.some((half) => same(sha256(half), bindHash))) return 'none';
    }
    if (now > cached.lastSeenAt) {
      cached.lastSeenAt = now;
      this.#seen.set(row.sessionId, now);
    }
    return cached.actor;
  }

  /** The browser's half, new with every login; null for clients that are not browsers. */
  #bind(context: CallContext, visitor: boolean): Buffer | null {
    if (!context.browser) return null;
    const half = newSecret();
    const life = visitor ? lifetimes.visitor.wholeMs : lifetimes.bound.wholeMs;
    context.setHeader('set-cookie', bindCookie.line(half, context.secure, life));
    return sha256(half);
  }

  #remember(cached: Cached): void {
    if (this.#byId.size >= CACHE_MAX) {
      const [oldest] = this.#byId.keys();
      this.#forget(oldest!);
    }
    this.#byToken.set(cached.token, cached);
    this.#byId.set(cached.row.sessionId, cached);
  }

  #forget(sessionId: string): void {
    const cached = this.#byId.get(sessionId);
    if (cached === undefined) return;
    this.#byId.delete(sessionId);
    this.#byToken.delete(cached.token);
  }
}
