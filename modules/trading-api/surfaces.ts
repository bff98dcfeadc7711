import type { ApiKey, KeyRing } from '@assay/modules/api-keys';
import type { Reading } from '@assay/platform/http/reading';
import type { Surface, SurfaceAnswer, SurfaceRequest } from '@assay/platform/http/surface';
import type { Log } from '@assay/platform/log';
import { z } from 'zod';
import { answerOf, type Endpoint, publicEndpoint, readParams } from './endpoint.ts';
import { API_ERRORS, type ApiError, apiErrorOf, errorBody } from './errors.ts';
import type { ApiLimits } from './limits.ts';
import type { ApiRealm } from './realm.ts';
import { authenticate, readSent, type Sent } from './request.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

export interface RestOptions {
  /** '' for the real markets, '/demo' for those of virtual accounts. */
  readonly base: string;
  readonly realm: ApiRealm['realm'];
  readonly endpoints: readonly Endpoint[];
  readonly keys: KeyRing;
  /** One for both realms: a network has one allowance. */
  readonly limits: ApiLimits;
  readonly reading: Reading;
  readonly log: Pick<Log, 'error'>;
}

/**
 * First segments of addresses at which clients look for products that do not exist here. They get
 * the protocol's error, not the page of the web app.
 */
const UNUSED_FAMILIES = ['papi', 'eapi', 'vapi', 'wapi', 'bapi'] as const;

/** The endpoints as surfaces, one for each first segment of their paths ('/api/', '/sapi/' …). */
export function restSurfaces(options: RestOptions): Surface[] {
  const { endpoints, base } = options;
  const families = new Map<string, Map<string, Endpoint>>();
  for (const endpoint of endpoints) {
    const [, family = ''] = endpoint.path.split('/');
    const byName = families.get(family) ?? new Map<string, Endpoint>();
    const rest = endpoint.path.slice(family.length + 2);
    byName.set(`${endpoint.method} ${rest}`, endpoint);
    families.set(family, byName);
  }
  for (const family of UNUSED_FAMILIES) families.set(family, new Map());
  return Array.from(families, ([family, byName]) => ({
    prefix: `${base}/${family}/`,
    methods: METHODS,
    answer: (request) =>
      answer(options, byName.get(`${request.method} ${request.path}`) ?? NO_ENDPOINT, request),
    refuse: (reason) => {
      const error = reason === 'error' || reason === 'tooManyRequests' ? 'unknown' : reason;
      return errorAnswer(API_ERRORS[error](), {});
    },
  }));
}

/** Answers at addresses without an endpoint, so that guessing addresses costs weight, too. */
const NO_ENDPOINT = publicEndpoint({
  method: 'GET',
  path: '',
  weight: 1,
  summary: '',
  params: z.looseObject({}),
  answer: () => {
    throw API_ERRORS.notFound();
  },
});

/** Parses a request; one that cannot be parsed is charged a weight of 1. */
function readOrCharge(limits: ApiLimits, { query, body, ip, now }: SurfaceRequest): Sent {
  try {
    return readSent(query, body);
  } catch (error) {
    limits.takeWeight(ip, 1, now);
    throw error;
  }
}

/** Answers one request. Its weight is charged first, because it is due in any case. */
async function answer(
  options: RestOptions,
  endpoint: Endpoint,
  request: SurfaceRequest,
): Promise<SurfaceAnswer> {
  const { limits, keys, realm, log } = options;
  const { ip, now } = request;
  /** The key whose order limits the headers show. */
  let owner: ApiKey | null = null;
  try {
    const sent = readOrCharge(limits, request);
    const { weight: weighs, cancels } = endpoint;
    const weight = typeof weighs === 'number' ? weighs : weighs(sent.params);
    if (cancels) limits.takeCancels(ip, weight, now);
    else limits.takeWeight(ip, weight, now);
    const named = request.headers['x-mbx-apikey'];
    const keyName = Array.isArray(named) ? named[0] : named;
    const claim = { security: endpoint.security, sent, keyName, realm, ip, now };
    const key = await authenticate(keys, claim);
    const params = readParams(endpoint, sent.params);
    if (key !== null && endpoint.orders !== undefined) {
      owner = key;
      limits.takeOrders(owner, endpoint.orders, now);
    }
    const call = { ip, now, key, signed: sent.signed };
    const body = await answerOf(endpoint, params, call, options.reading);
    return { body, headers: headersOf(options, endpoint, request, owner) };
  } catch (error) {
    const known = apiErrorOf(error, endpoint.method === 'GET');
    if (error !== known && known.status >= 500) {
      log.error({ err: error, path: endpoint.path }, 'an endpoint failed');
    }
    return errorAnswer(known, headersOf(options, endpoint, request, owner));
  }
}

function errorAnswer(error: ApiError, headers: Readonly<Record<string, string>>): SurfaceAnswer {
  const { status, retryAfterMs } = error;
  const wait = retryAfterMs === undefined ? {} : { 'retry-after': seconds(retryAfterMs) };
  return { status, body: JSON.stringify(errorBody(error)), headers: { ...headers, ...wait } };
}

function seconds(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1000)));
}

/** The usage of the limits, under the header names that clients read. */
function headersOf(
  { limits }: RestOptions,
  { path }: Endpoint,
  { ip, now }: SurfaceRequest,
  owner: ApiKey | null,
): Record<string, string> {
  const { weight, ordersShort, ordersDay } = limits.used(ip, owner, now);
  const orders =
    owner === null
      ? {}
      : {
          'x-mbx-order-count-10s': String(ordersShort),
          'x-mbx-order-count-1d': String(ordersDay),
        };
  if (path.startsWith('/sapi/')) return { 'x-sapi-used-ip-weight-1m': String(weight), ...orders };
  return { 'x-mbx-used-weight': String(weight), 'x-mbx-used-weight-1m': String(weight), ...orders };
}
