/** By which names people come here: passkeys and wallets sign the name along with the request. */
export interface OwnSite {
  /** The name that passkeys belong to (WebAuthn's RP ID). */
  readonly rpId: string;
  readonly name: string;
  /** For links in messages, without a slash at the end. */
  readonly address: string;
  /** Whether a page of this origin is ours. */
  isOwn(origin: string): boolean;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * With a public address only its origin counts. Without one people sit at this machine: under any
 * of its names and ports, though passkeys need the name `localhost`, because an address has none.
 */
export function ownSite(publicUrl: string, port: number, name: string): OwnSite {
  if (publicUrl !== '') {
    const { origin, hostname } = new URL(publicUrl);
    return { rpId: hostname, name, address: origin, isOwn: (other) => other === origin };
  }
  return {
    rpId: 'localhost',
    name,
    address: `http://localhost:${port}`,
    isOwn: (origin) => URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname),
  };
}
