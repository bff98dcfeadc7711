import type { ApiKey, KeyRing } from '@assay/modules/api-keys';
import type { Reading } from '@assay/platform/http/reading';
import type {
  Surface,
  SurfaceAnswer,
  SurfaceRefusal,
  SurfaceRequest,
} from '@assay/platform/http/surface';
import type { Log } from '@assay/platform/log';
import { z } from 'zod';
import { charge, payerOf } from './admission.ts';
import { answerOf, type Endpoint, publicEndpoint, readParams } from './endpoint.ts';
import { API_ERRORS, type ApiError, apiErrorOf, errorBody } from './errors.ts';
import { type ApiLimits, failurePayer, networkPayer, type Payer } from './limits.ts';
import type { ApiRealm } from './realm.ts';
import { authenticate, isMilliseconds, type Proof, readSent, type Sent } from './request.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

export interface RestOptions {
  /** '' for the real markets, '/demo' for those of virtual accounts. */
  readonly base: string;
  readonly realm: ApiRealm['realm'];
  readonly endpoints: readonly Endpoint[];
  readonly keys: KeyRing;
  /** One for both realms: a network has one allowance, and so has an account in each realm. */
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
    refuse,
  }));
}

function refuse(reason: SurfaceRefusal): SurfaceAnswer {
  const error = reason === 'error' || reason === 'tooManyRequests' ? 'unknown' : reason;
  return errorAnswer(API_ERRORS[error](), {});
}

/** Where the addresses of sockets begin. */
const SOCKETS = ['ws', 'stream', 'fstream'] as const;

/** Answers requests to the addresses of sockets that do not open one. */
export function socketSurfaces(options: RestOptions): Surface[] {
  return SOCKETS.map((name) => ({
    prefix: `${options.base}/${name}`,
    methods: METHODS,
    answer: (request) =>
      answer(options, /^[-/]|^$/.test(request.path) ? SOCKET_ADDRESS : NO_ENDPOINT, request),
    refuse,
  }));
}

const SOCKET_ADDRESS = nothingAt(API_ERRORS.socketOnly);

/** Answers at addresses without an endpoint, so that guessing addresses costs weight, too. */
const NO_ENDPOINT = nothingAt(API_ERRORS.notFound);

function nothingAt(error: () => ApiError): Endpoint {
  return publicEndpoint({
    method: 'GET',
    path: '',
    weight: 1,
    summary: '',
    params: z.looseObject({}),
    answer: () => {
      throw error();
    },
  });
}

/** A request, and whom it counts against as far as that is known. */
interface Asked {
  readonly endpoint: Endpoint;
  readonly request: SurfaceRequest;
  payer: Payer;
  /** The key whose order limits the headers show. */
  owner: ApiKey | null;
}

/** Parses a request; one that cannot be parsed is charged a weight of 1. */
function readOrCharge(limits: ApiLimits, { request, payer }: Asked): Sent {
  const { query, body, now } = request;
  try {
    return readSent(query, body);
  } catch (error) {
    limits.takeWeight(payer, 1, now);
    throw error;
  }
}

const TIME_UNIT = 'x-mbx-time-unit';

/**
 * Authenticates a request and then charges it, to the account that it proves: what strangers send
 * from the same network holds nobody up. A request that proves nothing pays as well.
 * @throws ApiError
 */
async function admit(options: RestOptions, asked: Asked, sent: Sent): Promise<ApiKey | null> {
  const { limits, keys, realm } = options;
  const { endpoint, request } = asked;
  const { ip, now, headers } = request;
  const { weight: weighs, security, cancels = false } = endpoint;
  const weight = typeof weighs === 'number' ? weighs : weighs(sent.params);
  const named = headers['x-mbx-apikey'];
  const keyName = Array.isArray(named) ? named[0] : named;
  const claim = { security, sent, keyName, realm, ip, now, lookups: limits.lookups };
  let proof: Proof | null;
  try {
    proof = await authenticate(keys, claim);
  } catch (error) {
    asked.payer = failurePayer(ip);
    limits.takeWeight(asked.payer, weight, now);
    throw sent.isRepeated ? API_ERRORS.repeated() : error;
  }
  asked.payer = payerOf(proof, keys, ip, now);
  charge(limits, asked.payer, { weight, cancels }, now);
  if (sent.isRepeated) throw API_ERRORS.repeated();
  const unit = headers[TIME_UNIT];
  if (typeof unit === 'string' && !isMilliseconds(unit)) throw API_ERRORS.timeUnit(TIME_UNIT);
  return proof?.key ?? null;
}

/** Answers one request. Its weight is charged first, because it is due in any case. */
async function answer(
  options: RestOptions,
  endpoint: Endpoint,
  request: SurfaceRequest,
): Promise<SurfaceAnswer> {
  const { limits, log } = options;
  const { ip, now } = request;
  const asked: Asked = { endpoint, request, payer: networkPayer(ip), owner: null };
  try {
    const sent = readOrCharge(limits, asked);
    const key = await admit(options, asked, sent);
    const params = readParams(endpoint, sent.params);
    if (key !== null && endpoint.orders !== undefined) {
      asked.owner = key;
      limits.takeOrders(key, endpoint.orders, now);
    }
    const call = { ip, now, key, signed: sent.signed };
    const body = await answerOf(endpoint, params, call, options.reading);
    return { body, headers: headersOf(limits, asked) };
  } catch (error) {
    const known = apiErrorOf(error, endpoint.method === 'GET');
    if (error !== known && known.status >= 500) {
      log.error({ err: error, path: endpoint.path }, 'an endpoint failed');
    }
    return errorAnswer(known, headersOf(limits, asked));
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
  limits: ApiLimits,
  { endpoint: { path }, request: { now }, payer, owner }: Asked,
): Record<string, string> {
  const { weight, ordersShort, ordersDay } = limits.used(payer, owner, now);
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
