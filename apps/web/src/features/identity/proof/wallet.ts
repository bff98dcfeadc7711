import { api } from '../../../lib/data/services.ts';

/** What wallets of browsers offer (EIP-1193). */
export interface Wallet {
  request(asked: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

/** The wallet that the browser has, if it has one. */
export function walletOf(place: object): Wallet | null {
  const found: unknown = 'ethereum' in place ? place.ethereum : null;
  return isWallet(found) ? found : null;
}

function isWallet(found: unknown): found is Wallet {
  return typeof found === 'object' && found !== null && 'request' in found;
}

/** Lets the wallet sign that its owner is here: by EIP-4361, which allows nothing else. */
export async function signWithWallet(wallet: Wallet) {
  const accounts = await wallet.request({ method: 'eth_requestAccounts' });
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof address !== 'string') throw new Error('The wallet has no account');
  const asked = await api.call('askWallet', {}, { quiet: true });
  const message = messageOf(address, { ...asked, ...ownPlace(asked) });
  const params = [`0x${hexOf(message)}`, address];
  const signature = await wallet.request({ method: 'personal_sign', params });
  return { message, signature: String(signature) };
}

/** Wallets compare the message with the page; without a public address that is this machine's. */
function ownPlace({ uri }: { uri: string }) {
  const isLocal = new URL(uri).hostname === 'localhost';
  return isLocal ? { domain: location.host, uri: location.origin } : {};
}

interface Asked {
  readonly domain: string;
  readonly uri: string;
  readonly statement: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

function messageOf(address: string, asked: Asked): string {
  const { domain, uri, statement, chainId, nonce, issuedAt, expiresAt } = asked;
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    ...[address, '', statement, '', `URI: ${uri}`, 'Version: 1', `Chain ID: ${chainId}`],
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(issuedAt).toISOString()}`,
    `Expiration Time: ${new Date(expiresAt).toISOString()}`,
  ].join('\n');
}

function hexOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
