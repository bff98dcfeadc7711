/** The bytes before the 32 bytes of the key in a SubjectPublicKeyInfo (RFC 8410 §4). */
const SPKI_HEAD = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
const KEY_BYTES = 32;

const PEM = /^-----BEGIN PUBLIC KEY-----\s+([A-Za-z0-9+/=\s]+?)\s+-----END PUBLIC KEY-----$/;

/**
 * The base64 of the 32 bytes of an Ed25519 public key, given as PEM or DER (SubjectPublicKeyInfo)
 * or bare, each in base64. `privateKey`: the secret half was given, which must be discarded;
 * `publicKey`: every other mistake.
 */
export function readPublicKey(text: string): { readonly base64: string } | PublicKeyProblem {
  const trimmed = text.trim();
  if (/\bPRIVATE KEY\b/i.test(trimmed)) return 'privateKey';
  const bytes = bytesOf((PEM.exec(trimmed)?.[1] ?? trimmed).replaceAll(/\s/g, ''));
  const isInfo =
    bytes.length === SPKI_HEAD.length + KEY_BYTES && SPKI_HEAD.every((one, i) => bytes[i] === one);
  const key = isInfo ? bytes.slice(SPKI_HEAD.length) : bytes;
  if (key.length !== KEY_BYTES) return 'publicKey';
  return { base64: btoa(String.fromCharCode(...key)) };
}

export type PublicKeyProblem = 'publicKey' | 'privateKey';

/** Empty for a text that is not base64 in its canonical spelling. */
function bytesOf(base64: string): number[] {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return [];
  const binary = atob(base64);
  return btoa(binary) === base64 ? [...binary].map((one) => one.charCodeAt(0)) : [];
}
