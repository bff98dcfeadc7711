import { toastSuccess, toastWarning } from '@assay/kit/feedback/toasts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallFailed, call, refusalOf } from '../../lib/call.ts';

export type Item = Awaited<ReturnType<typeof call<'getContentItem'>>>;

export function useItem(key: string) {
  return useQuery({
    queryKey: ['contentItem', key],
    queryFn: ({ signal }) => call('getContentItem', { key }, signal),
  });
}

/** Does something with an item, says what came of it, and shows what it is now. */
export function useWork(key: string) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await work();
      toastSuccess(done);
      return true;
    } catch (error) {
      toastWarning((error instanceof CallFailed && error.message) || t(($) => $.content.failed));
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: ['contentItem', key] });
    }
  };
}

/** The same for a form: what the server refuses stands in it, beside what was typed. */
export function useSending(key: string) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async (work: Promise<unknown>, done: string) => {
    const refused = await refusalOf(
      work,
      t(($) => $.content.failed),
    );
    if (refused !== undefined) return refused;
    toastSuccess(done);
    await queries.invalidateQueries({ queryKey: ['contentItem', key] });
    return undefined;
  };
}
