import { createHash } from 'node:crypto';
import type { PayoutRequest } from '@assay/modules/payouts';

/**
 * What the engine's row must carry: computed here again, of the row that says where the money goes,
 * and not with the code of the server that wrote it. Only the salt may have line breaks in what is
 * paid, so two rows of one digest are the same row.
 */
export function digestOf(destination: PayoutRequest['destination']): string {
  const { chainId, token, address, memo, sum, salt } = destination;
  const text = [chainId, token ?? '', address, memo, sum, salt].join('\n');
  return createHash('sha256').update(text).digest('hex');
}
