import { sha256 } from './secrets.ts';

/**
 * The browser's half of a session. Over https its name has the prefix `__Host-`, which no other
 * host and no plain connection can set. Over plain http (on the user's own machine) browsers differ
 * on whether they keep `Secure` cookies, so there it has neither prefix nor flag.
 */
const SECURE_NAME = '__Host-bind';
const PLAIN_NAME = 'bind';

/** The Set-Cookie line that gives the browser its half. */
export function bindCookie(half: string, secure: boolean, lifeMs: number): string {
  const name = secure ? SECURE_NAME : PLAIN_NAME;
  const age = Math.floor(lifeMs / 1000);
  const flags = secure ? '; Secure' : '';
  return `${name}=${half}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${flags}`;
}

/** The Set-Cookie line that removes it. */
export function clearedBindCookie(secure: boolean): string {
  return bindCookie('', secure, 0);
}

/** The hashes of all halves in a Cookie header; a browser may have one of each name. */
export function bindHashesOf(cookie: string): Buffer[] {
  if (!cookie.includes('bind=')) return [];
  const hashes: Buffer[] = [];
  for (const pair of cookie.split(';')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    if (name === SECURE_NAME || name === PLAIN_NAME) {
      hashes.push(sha256(pair.slice(equals + 1).trim()));
    }
  }
  return hashes.slice(0, 4);
}
