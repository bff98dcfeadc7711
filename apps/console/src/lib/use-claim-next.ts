import { useQueryClient } from '@tanstack/react-query';
import { type Queued, useNext } from './use-keys.ts';

/**
 * In a queue that shows its cases whole the key N claims the first that nobody else works on. Where
 * somebody was quicker, the list, which is read again, says so.
 */
export function useClaimNext<T extends Queued>(
  queryKey: string,
  rows: readonly T[] | undefined,
  claim: (row: T) => Promise<unknown>,
): void {
  const queries = useQueryClient();
  useNext(rows, (row) => {
    const read = () => queries.invalidateQueries({ queryKey: [queryKey] });
    void claim(row).then(read, read);
  });
}
