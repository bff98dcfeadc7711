import { fromHex } from '@assay/core/receipt/head';

/** `unknown`: this browser cannot check signatures of this kind. */
export type Signature = 'valid' | 'invalid' | 'unknown';

export const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Whether a text is signed by the key; computed here. Key and signature are hex. */
export async function signatureOfText(
  publicKey: string,
  text: string,
  signature: string,
): Promise<Signature> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', fromHex(publicKey), 'Ed25519', false, ['verify']);
  } catch {
    return 'unknown';
  }
  const bytes = new TextEncoder().encode(text);
  const valid = await crypto.subtle.verify('Ed25519', key, fromHex(signature), bytes);
  return valid ? 'valid' : 'invalid';
}
