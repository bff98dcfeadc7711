import { createHash } from 'node:crypto';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { Database } from '@assay/platform/db/database';
import type { Files } from '@assay/platform/files/files';
import type { StaffContext } from '@assay/platform/http/context';
import type { Decoder } from '@assay/platform/images/decoder';
import type { DepositBank } from '../deposits/deposits.ts';
import type { ProofView } from '../schema/proofs.ts';
import type { NewProof, Proof } from './store.ts';

/** A chain on which people deposit. */
export interface ProofChain {
  readonly chainId: number;
  readonly name: string;
  readonly isOpen: boolean;
  readonly tokens: readonly { readonly asset: string }[];
}

/** What proofs need of the server. */
export interface ProofParts {
  readonly database: Pick<Database, 'pool'>;
  readonly files: Files;
  /** For what strangers send, and for what staff look at. */
  readonly decoder: Decoder;
  readonly marker: Decoder;
  readonly bank: DepositBank;
  chains(): readonly ProofChain[];
  /** Adds to the record of what staff do. */
  record(
    context: StaffContext,
    entry: { action: string; subject?: string; detail?: Readonly<Record<string, unknown>> },
  ): Promise<void>;
}

export function viewOf({ chains }: Pick<ProofParts, 'chains'>, proof: Proof): ProofView {
  const { proofId, asset, amount, chainId, description, state, reason, sentAt } = proof;
  const chain = chains().find((one) => one.chainId === chainId)?.name ?? String(chainId);
  return {
    ...{ proofId, asset, amount: formatDecimal(amount, SCALE), chainId, chain, description },
    ...{ state, reason, sentAt, decidedAt: proof.decidedAt },
    transaction: proof.transaction ?? '',
  };
}

const hashOf = (lines: readonly (string | number | bigint)[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex');

export function proofDigest(proof: Omit<NewProof, 'digest'>): string {
  const { userId, chainId, asset, amount, picture, salt } = proof;
  return hashOf([userId, chainId, asset, amount, picture, salt]);
}

/** What the command that credits one carries: the reference with the digest of the proof. */
export function referenceDigest({ digest, chainId, transaction }: Proof): string {
  return hashOf([digest, chainId, transaction ?? '']);
}
