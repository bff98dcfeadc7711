import type { StaffRight } from '@assay/core/approval/rights';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from './call.ts';
import { session } from './session.ts';

/** Rights may change while the console is open. */
const AGAIN_MS = 30_000;

/** Who is logged in, and whether they may do something; nobody may before the log-in. */
export function useOperator() {
  const token = useSyncExternalStore(session.listen, session.token);
  const { data } = useQuery({
    queryKey: ['operator', token],
    queryFn: ({ signal }) => call('getOperator', {}, signal),
    enabled: token !== null,
    refetchInterval: AGAIN_MS,
  });
  const may = (right: StaffRight) => data?.rights.includes(right) === true;
  return { operator: data, may };
}

/** Puts names of staff in the place of the numbers (`staff:3`) that records have. */
export function useStaffNames(): (by: string) => string {
  const colleagues = useOperator().operator?.colleagues ?? [];
  return (by) =>
    by.replace(/staff:(\d+)/g, (text, id) => {
      const found = colleagues.find(({ operatorId }) => operatorId === Number(id));
      return found?.name || text;
    });
}
