import type { CodeSent } from '@assay/kit/input/code-field.tsx';
import { useState } from 'react';
import type { CallInput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';

/** A code that was sent; its id is sent back with the digits. */
export interface SentCode extends CodeSent {
  readonly codeId: string;
}

interface CodeOptions {
  /** The recipient of the code; null if the form is incomplete, after showing what is missing. */
  request(): CallInput<'getCode'> | null;
  /** Shows in the form why no code was sent, because the cause can be corrected there. */
  failed(error: unknown): void;
}

/** Sends codes for a form, and knows the latest. */
export function useCode({ request, failed }: CodeOptions) {
  const [sent, setSent] = useState<SentCode | null>(null);
  const send = async () => {
    const input = request();
    if (input === null) return false;
    try {
      const { codeId, resendAfterSeconds } = await api.call('getCode', input, { quiet: true });
      setSent({ codeId, account: input.account, resendAt: Date.now() + resendAfterSeconds * 1000 });
      return true;
    } catch (failure) {
      failed(failure);
      return false;
    }
  };
  return { sent, send };
}
