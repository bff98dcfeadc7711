import { timingSafeEqual } from 'node:crypto';
import { staffActor } from '@assay/core/ledger/owners';
import { HOUR, MINUTE } from '@assay/core/time';
import type {
  Actor,
  Authentication,
  Authenticator,
  CallContext,
  Credentials,
} from '@assay/platform/http/context';
import { newId, newSecret, sha256 } from '@assay/platform/secrets';
import { rightsIn } from './rules.ts';
import type { Proof } from './schema/index.ts';
import type { NewSession, OperatorStore } from './store/index.ts';

const LINK_MS = HOUR;
export const IDLE_MS = HOUR;
const WHOLE_MS = 8 * HOUR;
const AGENT_MAX = 300;
/** The last use is stored at most this often. */
const TOUCH_MS = MINUTE;

/** Distinguishes tokens of staff from those of people, so that each is looked up in one table. */
const PREFIX = 'op.';

const cookieName = (secure: boolean) => (secure ? '__Host-operator' : 'operator');

export interface Entered {
  readonly token: string;
  readonly name: string;
  readonly expiresAt: number;
  readonly sessionId: string;
}

/**
 * Sessions of staff, who log in by a passkey or an app, and come the first time by a one-time link.
 * Like a person's session, each has two halves, the token and a cookie that scripts cannot read;
 * here both are always needed.
 */
export class OperatorSessions {
  readonly #store: OperatorStore;
  readonly #trial: boolean;

  /** In a trial a link gives the rights of the roles at once. */
  constructor(store: OperatorStore, { trial }: { readonly trial: boolean }) {
    this.#store = store;
    this.#trial = trial;
  }

  /**
   * The secret of a new link, valid once, for an hour; invalidates older links for this member.
   * Without a member: for the first one. What a person of the staff made (`maker`) takes a code by
   * another one besides, except where one person may play two.
   */
  async newLink(now: number, operatorId: number | null, maker: number | null): Promise<string> {
    const link = newSecret();
    const by = { operatorId, maker: this.#trial ? null : maker };
    await this.#store.addLink(sha256(link), by, now, now + LINK_MS);
    return link;
  }

  /** The code of a member's open link, in place of an earlier one; not for who made the link. */
  async newCode(now: number, operatorId: number, person: number) {
    const code = newId();
    const set = await this.#store.setLinkCode(operatorId, { person, codeHash: sha256(code) }, now);
    return { code, set };
  }

  /** Null when the link is used, expired or unknown. */
  async enter(
    link: string,
    code: string | undefined,
    context: CallContext,
  ): Promise<Entered | 'linkCodeNeeded' | null> {
    const linkHash = sha256(link);
    const secrets = { linkHash, codeHash: code === undefined ? null : sha256(code) };
    const entered = await this.#begin(context, (session) =>
      this.#store.enter(secrets, session, context.now),
    );
    if (entered !== null) return entered;
    return (await this.#store.takesCode(linkHash, context.now)) ? 'linkCodeNeeded' : null;
  }

  /** A session of a member who has proved themselves; null for one who has left. */
  open(operatorId: number, proof: Proof, context: CallContext): Promise<Entered | null> {
    return this.#begin(context, (session) =>
      this.#store.open(operatorId, session, proof, context.now),
    );
  }

  async leave(context: CallContext & { readonly actor: Actor }): Promise<void> {
    await this.#store.end(context.actor.sessionId, context.now);
    context.setHeader('set-cookie', cookie('', context.secure, 0));
  }

  /** Authenticates staff by their tokens, everybody else by `people`. */
  withPeople(people: Authenticator): Authenticator {
    return {
      holds: (token) => people.holds(token),
      authenticate: (credentials, now) =>
        credentials.token.startsWith(PREFIX)
          ? this.#authenticate(credentials, now)
          : people.authenticate(credentials, now),
      alive: (sessionId, now) =>
        sessionId.startsWith(PREFIX)
          ? this.#store.isOpen(sessionId, now, IDLE_MS)
          : people.alive(sessionId, now),
      onEnded: (listener) => people.onEnded(listener),
    };
  }

  async #begin(
    context: CallContext,
    store: (session: NewSession) => Promise<string | null>,
  ): Promise<Entered | null> {
    const { now, ip, userAgent } = context;
    const token = PREFIX + newSecret();
    const half = newSecret();
    const sessionId = PREFIX + newId();
    const expiresAt = now + WHOLE_MS;
    const name = await store({
      ...{ sessionId, expiresAt, ip },
      ...{ tokenHash: sha256(token), bindHash: sha256(half) },
      userAgent: userAgent.slice(0, AGENT_MAX),
    });
    if (name === null) return null;
    // The new cookie takes the place of the former one (ASVS 5.0 §7.2.4).
    const former = halvesIn(context.cookie);
    if (former.length > 0) await this.#store.endByHalves(former.map(sha256), now);
    context.setHeader('set-cookie', cookie(half, context.secure, WHOLE_MS));
    return { token, name, expiresAt, sessionId };
  }

  async #authenticate({ token, cookie }: Credentials, now: number): Promise<Authentication> {
    const session = await this.#store.byTokenHash(sha256(token));
    if (session === null || !holdsHalf(cookie, session.bindHash)) return 'none';
    if (session.endedAt !== null) return 'ended';
    if (now >= session.expiresAt || now >= session.lastSeenAt + IDLE_MS) return 'none';
    if (now >= session.lastSeenAt + TOUCH_MS) await this.#store.touch(session.sessionId, now);
    const { operatorId, person, name, accounts, sessionId, proof, roles } = session;
    const rights = rightsIn(proof, roles, this.#trial);
    const operator = { operatorId, person, name, rights, accounts };
    return { userId: staffActor(operatorId), realm: 'real', sessionId, operator };
  }
}

function cookie(half: string, secure: boolean, lifeMs: number): string {
  const flags = secure ? '; Secure' : '';
  const age = Math.floor(lifeMs / 1000);
  const name = cookieName(secure);
  return `${name}=${half}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${flags}`;
}

/** What a browser holds of sessions of staff, over https and without. */
function halvesIn(cookies: string): string[] {
  return cookies.split(';').flatMap((pair) => {
    const [name, half = ''] = pair.trim().split('=', 2);
    return half !== '' && (name === cookieName(true) || name === cookieName(false)) ? [half] : [];
  });
}

function holdsHalf(cookies: string, bindHash: Buffer): boolean {
  return halvesIn(cookies).some((half) => timingSafeEqual(sha256(half), bindHash));
}
