import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { OWNER } from '@assay/core/ledger/owners';
import { HOUR, MINUTE } from '@assay/core/time';
import type {
  Actor,
  Authentication,
  Authenticator,
  CallContext,
  Credentials,
} from '@assay/platform/http/context';
import type { OperatorStore } from './store/index.ts';

const LINK_MS = HOUR;
const IDLE_MS = HOUR;
const WHOLE_MS = 8 * HOUR;
/** The last use is stored at most this often. */
const TOUCH_MS = MINUTE;

/** Distinguishes tokens of staff from those of people, so that each is looked up in one table. */
const PREFIX = 'op.';

const secret = () => randomBytes(32).toString('base64url');
const sha256 = (text: string) => hash('sha256', text, 'buffer');
const cookieName = (secure: boolean) => (secure ? '__Host-operator' : 'operator');

export interface Entered {
  readonly token: string;
  readonly name: string;
  readonly expiresAt: number;
  readonly sessionId: string;
}

/**
 * Sessions of staff, who enter by a one-time link that the server prints where only its owner
 * reads. Like a person's session, each has two halves, the token and a cookie that scripts cannot
 * read; here both are always needed.
 */
export class OperatorSessions {
  readonly #store: OperatorStore;

  constructor(store: OperatorStore) {
    this.#store = store;
  }

  /** The secret of a new link, valid once, for an hour; invalidates older links. */
  async newLink(now: number): Promise<string> {
    const link = secret();
    await this.#store.addLink(sha256(link), now, now + LINK_MS);
    return link;
  }

  /** Null when the link is used, expired or unknown. */
  async enter(link: string, context: CallContext): Promise<Entered | null> {
    const { now } = context;
    const token = PREFIX + secret();
    const half = secret();
    const sessionId = PREFIX + randomBytes(16).toString('base64url');
    const expiresAt = now + WHOLE_MS;
    const session = { sessionId, tokenHash: sha256(token), bindHash: sha256(half), expiresAt };
    const name = await this.#store.enter(sha256(link), session, now);
    if (name === null) return null;
    context.setHeader('set-cookie', cookie(half, context.secure, WHOLE_MS));
    return { token, name, expiresAt, sessionId };
  }

  async leave(context: CallContext & { readonly actor: Actor }): Promise<void> {
    await this.#store.end(context.actor.sessionId, context.now);
    context.setHeader('set-cookie', cookie('', context.secure, 0));
  }

  /** Authenticates staff by their tokens, everybody else by `people`. */
  withPeople(people: Authenticator): Authenticator {
    return {
      authenticate: (credentials, now) =>
        credentials.token.startsWith(PREFIX)
          ? this.#authenticate(credentials, now)
          : people.authenticate(credentials, now),
      alive: (sessionId, now) => people.alive(sessionId, now),
      onEnded: (listener) => people.onEnded(listener),
    };
  }

  async #authenticate({ token, cookie }: Credentials, now: number): Promise<Authentication> {
    const session = await this.#store.byTokenHash(sha256(token));
    if (session === null || !holdsHalf(cookie, session.bindHash)) return 'none';
    if (session.endedAt !== null) return 'ended';
    if (now >= session.expiresAt || now >= session.lastSeenAt + IDLE_MS) return 'none';
    if (now >= session.lastSeenAt + TOUCH_MS) await this.#store.touch(session.sessionId, now);
    return { userId: OWNER.setup, realm: 'real', sessionId: session.sessionId, operator: true };
  }
}

function cookie(half: string, secure: boolean, lifeMs: number): string {
  const flags = secure ? '; Secure' : '';
  const age = Math.floor(lifeMs / 1000);
  const name = cookieName(secure);
  return `${name}=${half}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${flags}`;
}

/** Whether one of the cookies is the other half. */
function holdsHalf(cookies: string, bindHash: Buffer): boolean {
  return cookies.split(';').some((pair) => {
    const [name, half] = pair.trim().split('=', 2);
    if (name !== cookieName(true) && name !== cookieName(false)) return false;
    return timingSafeEqual(sha256(half ?? ''), bindHash);
  });
}
