import type { Refusals } from '@assay/kit/input/use-form.ts';
import type { CallInput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { refreshVerification } from './use-verification.ts';

type Submit = 'setNameAuth' | 'userIdCard' | 'setAddressAuth';

/** Sends a level; what the server refuses stands at its field, or above the form. */
export function useSubmit<K extends Submit>(call: K, fields: readonly string[]) {
  const refusalsOf = useRefusals();
  return async (input: CallInput<K>): Promise<Refusals<Record<string, string>> | undefined> => {
    try {
      await api.call(call, input, { quiet: true });
      await refreshVerification();
      return undefined;
    } catch (error) {
      return refusalsOf(error, { names: fields });
    }
  };
}
