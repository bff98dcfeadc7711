import { InvalidInput } from '@assay/core/schema/outcome';

/**
 * What is wrong with a memo. Chains that can be followed are EVM chains, whose transfers carry
 * none: whoever names one means another network, and what is sent to such an address is lost.
 */
export const wrongMemo = (memo: string): InvalidInput | null =>
  memo === '' ? null : new InvalidInput({ memo: ['memoUnsupported'] });
