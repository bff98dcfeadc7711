import type { PayoutRequest } from '@assay/modules/payouts';
import { readAddress } from '@assay/platform/chain/addresses';
import { amountOf } from '@assay/platform/chain/amounts';
import type { Hex } from 'ox/Hex';
import type { ChainPolicy, Policy, TokenPolicy } from './policy.ts';

const ZERO_ADDRESS: Hex = `0x${'00'.repeat(20)}`;

/** In the order in which the reasons are checked. */
const PAYOUT_REFUSALS = [
  'otherDigest',
  'otherWithdrawal',
  'notApproved',
  'unknownChain',
  'unknownToken',
  'otherAsset',
  'malformedAddress',
  'forbiddenAddress',
  'memoUnsupported',
  'inexactAmount',
  'otherAmount',
  'abovePayoutCap',
] as const;
export type PayoutRefusal = (typeof PAYOUT_REFUSALS)[number];

/** What may be signed, if the caps of the hour and the day leave room for it. */
export interface Payout {
  readonly withdrawalId: number;
  readonly chain: ChainPolicy;
  readonly token: TokenPolicy;
  readonly recipient: Hex;
  /** As the chain counts it. */
  readonly amount: bigint;
  readonly units: bigint;
}

export interface Checked extends PayoutRequest {
  /** The digest of this destination, computed here. */
  readonly digest: string;
  readonly policy: Pick<Policy, 'chains'>;
  /** Addresses of ours, in small letters: what goes there would come back as a deposit. */
  readonly own: readonly Hex[];
}

/**
 * Whether a withdrawal is what the engine decided and within what this signer allows. Whoever can
 * write rows, but not the engine's, gets nothing signed that the engine did not hold an amount for.
 */
export function checkPayout(given: Checked): Payout | PayoutRefusal {
  const { withdrawal, destination, digest } = given;
  if (digest !== withdrawal.digest) return 'otherDigest';
  if (destination.withdrawalId !== withdrawal.id) return 'otherWithdrawal';
  if (!isApproved(withdrawal)) return 'notApproved';
  return checkPolicy(given);
}

/** Requested, approved, handed over: the engine numbers its commands. */
function isApproved({ id, approvedSeq, payingSeq }: Checked['withdrawal']): boolean {
  return approvedSeq !== null && payingSeq !== null && id < approvedSeq && approvedSeq < payingSeq;
}

function checkPolicy({ withdrawal, destination, policy, own }: Checked): Payout | PayoutRefusal {
  const chain = policy.chains.find(({ chainId }) => chainId === destination.chainId);
  if (!chain) return 'unknownChain';
  const token = chain.tokens.find(({ address }) => address === lower(destination.token));
  if (!token) return 'unknownToken';
  if (token.asset !== withdrawal.asset) return 'otherAsset';
  const read = readAddress(destination.address);
  if (read === 'malformed' || read === 'checksum') return 'malformedAddress';
  const recipient = read.toLowerCase() as Hex;
  const forbidden = [ZERO_ADDRESS, ...chain.tokens.map(({ address }) => address), ...own];
  if (forbidden.includes(recipient)) return 'forbiddenAddress';
  if (destination.memo !== '') return 'memoUnsupported';
  const units = withdrawal.amount - withdrawal.fee;
  const amount = units > 0n && withdrawal.fee >= 0n ? amountOf(units, token.decimals) : null;
  if (amount === null) return 'inexactAmount';
  if (amount !== destination.sum) return 'otherAmount';
  if (units > token.perPayout) return 'abovePayoutCap';
  return { withdrawalId: withdrawal.id, chain, token, recipient, amount, units };
}

const lower = (text: string | null) => text?.toLowerCase() ?? null;
