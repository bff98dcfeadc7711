/**
 * A secret that a browser keeps and scripts cannot read. Over https its name has the prefix
 * `__Host-`, which no other host and no plain connection can set. Over plain http (on the user's
 * own machine) browsers differ on whether they keep `Secure` cookies, so there it has neither
 * prefix nor flag.
 */
class SecretCookie {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  /** The Set-Cookie line that gives it to the browser. */
  line(secret: string, secure: boolean, lifeMs: number): string {
    const name = secure ? `__Host-${this.#name}` : this.#name;
    const age = Math.floor(lifeMs / 1000);
    const flags = secure ? '; Secure' : '';
    return `${name}=${secret}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${flags}`;
  }

  /** The Set-Cookie line that removes it. */
  clearedLine(secure: boolean): string {
    return this.line('', secure, 0);
  }

  /** The secrets in a Cookie header; a browser may have one of each name. */
  secretsOf(cookie: string): string[] {
    if (!cookie.includes(`${this.#name}=`)) return [];
    const secrets: string[] = [];
    for (const pair of cookie.split(';')) {
      const equals = pair.indexOf('=');
      const name = pair.slice(0, equals).trim();
      if (name === this.#name || name === `__Host-${this.#name}`) {
        secrets.push(pair.slice(equals + 1).trim());
      }
    }
    return secrets.slice(0, 4);
  }
}

/** The browser's half of a session. */
export const bindCookie = new SecretCookie('bind');

/** By which a browser is recognised before it has a session. */
export const deviceCookie = new SecretCookie('device');
