import { z } from 'zod';
import { type Endpoint, keyEndpoint } from '../endpoint.ts';
import { instant, integer, limit, symbol } from '../fields.ts';

const rows = limit(500, 1_000);
const times = { startTime: instant.optional(), endTime: instant.optional() };

/** Endpoints for records that never exist here: empty lists. */
export function emptyEndpoints(): Endpoint[] {
  return [
    empty(
      '/api/v3/myPreventedMatches',
      20,
      'Matches that self-trade prevention has prevented: none is kept.',
      {
        symbol,
        preventedMatchId: integer(0).optional(),
        orderId: integer(1).optional(),
        fromPreventedMatchId: integer(0).optional(),
        limit: rows,
      },
    ),
    empty('/api/v3/myAllocations', 20, 'Fills that were routed from elsewhere: there are none.', {
      symbol,
      ...times,
      fromAllocationId: integer(0).optional(),
      orderId: integer(1).optional(),
      limit: rows,
    }),
  ];
}

function empty(path: string, weight: number, summary: string, params: z.ZodRawShape): Endpoint {
  return keyEndpoint({
    method: 'GET',
    path,
    security: 'read',
    weight,
    summary,
    params: z.strictObject(params),
    answer: () => [],
  });
}
