import { fromString, type Hex } from 'ox/Hex';
import { getSignPayload } from 'ox/PersonalMessage';
import { verify } from 'ox/Secp256k1';
import { fromHex } from 'ox/Signature';
import { parseMessage } from 'ox/Siwe';

/** Ethereum itself: a signature proves the address, whichever chain its coins are on. */
export const WALLET_CHAIN_ID = 1;

export interface SignedMessage {
  /** In lower case. */
  readonly address: string;
  readonly nonce: string;
}

/** The last byte of a signature: which of two keys it is by. Others are of other uses. */
const RECOVERY = /(?:00|01|1b|1c)$/i;

/**
 * Who has signed a message by EIP-4361, and which nonce it repeats; null when it is not one of
 * ours, not for this site and chain, not valid now, or not signed by the address that it names.
 * Wallets that are contracts (EIP-1271) would need a node of the chain, and are refused.
 */
export function readSigned(
  message: string,
  signature: string,
  isOwn: (origin: string) => boolean,
  now: number,
): SignedMessage | null {
  const { address, domain, scheme, uri, version, chainId, nonce, ...times } = parseMessage(message);
  if (address === undefined || domain === undefined || uri === undefined) return null;
  if (nonce === undefined || version !== '1' || chainId !== WALLET_CHAIN_ID) return null;
  if (!isOwn(originOf(uri)) || new URL(uri).host !== domain) return null;
  if (scheme !== undefined && new URL(uri).protocol !== `${scheme}:`) return null;
  // A time that cannot be read is neither before nor after now.
  if (times.expirationTime !== undefined && !(times.expirationTime.getTime() > now)) return null;
  if (times.notBefore !== undefined && !(times.notBefore.getTime() <= now)) return null;
  return isSignedBy(address, message, signature) ? { address: address.toLowerCase(), nonce } : null;
}

function isSignedBy(address: Hex, message: string, signature: string): boolean {
  if (!RECOVERY.test(signature)) return false;
  const payload = getSignPayload(fromString(message));
  try {
    return verify({ address, payload, signature: fromHex(`0x${signature.slice(2)}`) });
  } catch {
    // There is no key by which it could be.
    return false;
  }
}

function originOf(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).origin : '';
}
