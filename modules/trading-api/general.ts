import { z } from 'zod';
import { type Endpoint, publicEndpoint } from './endpoint.ts';

/** Ping and server time. */
export function generalEndpoints(): Endpoint[] {
  return ['/api/v3', '/api/v1'].flatMap((base) => [
    publicEndpoint({
      method: 'GET',
      path: `${base}/ping`,
      weight: 1,
      atOnce: true,
      summary: 'Whether the server answers.',
      params: z.strictObject({}),
      answer: () => ({}),
    }),
    publicEndpoint({
      method: 'GET',
      path: `${base}/time`,
      weight: 1,
      atOnce: true,
      summary: 'The time of the server in milliseconds since the epoch.',
      params: z.strictObject({}),
      answer: (_, { now }) => ({ serverTime: now }),
    }),
  ]);
}
