import { Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** Shows the data of a query; the last good answer stays on screen while a later one fails. */
export function Loaded<T>(props: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const { query, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failure onRetry={() => void query.refetch()} />;
  return <Skeleton height="9rem" />;
}
