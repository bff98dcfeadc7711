import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../../lib/api/tables.ts';
import { api, queries } from '../../../lib/data/services.ts';

export type Book = CallOutput<'getAddresses'>;
export type KeptAddress = Book['addresses'][number];

const ADDRESSES = 'addresses';
/** What cools becomes ready while somebody looks. */
const AGAIN_MS = 60_000;

export const useAddresses = () =>
  useQuery({
    queryKey: [ADDRESSES],
    queryFn: ({ signal }) => api.call('getAddresses', {}, { signal, quiet: true }),
    refetchInterval: AGAIN_MS,
  });

export const addressesChanged = () => queries.invalidateQueries({ queryKey: [ADDRESSES] });
