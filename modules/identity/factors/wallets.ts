import { parseSiweMessage } from 'viem/siwe';
import { verifyMessage } from 'viem/utils';

/** Ethereum itself: a signature proves the address, whichever chain its coins are on. */
export const WALLET_CHAIN_ID = 1;

export interface SignedMessage {
  /** In lower case. */
  readonly address: string;
  readonly nonce: string;
}

/**
 * Who has signed a message by EIP-4361, and which nonce it repeats; null when it is not one of
 * ours, not for this site and chain, not valid now, or not signed by the address that it names.
 * Wallets that are contracts (EIP-1271) would need a node of the chain, and are refused.
 */
export async function readSigned(
  message: string,
  signature: string,
  isOwn: (origin: string) => boolean,
  now: number,
): Promise<SignedMessage | null> {
  const { address, domain, uri, version, chainId, nonce, ...times } = parseSiweMessage(message);
  if (address === undefined || domain === undefined || uri === undefined) return null;
  if (nonce === undefined || version !== '1' || chainId !== WALLET_CHAIN_ID) return null;
  if (!isOwn(originOf(uri)) || new URL(uri).host !== domain) return null;
  if (times.expirationTime !== undefined && times.expirationTime.getTime() <= now) return null;
  if (times.notBefore !== undefined && times.notBefore.getTime() > now) return null;
  const isSigned = await verifyMessage({ address, message, signature: `0x${signature.slice(2)}` });
  return isSigned ? { address: address.toLowerCase(), nonce } : null;
}

function originOf(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).origin : '';
}
