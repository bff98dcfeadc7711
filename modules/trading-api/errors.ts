import { faultOf } from '@assay/platform/http/fault';
import { GateFull } from '@assay/platform/http/gate';

/** An error of the API: a code and a text, which clients match literally, and an HTTP status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: number;
  /** Sent beside code and text. */
  readonly data: object | undefined;
  /** After this time the client may try again. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: number,
    message: string,
    status = 400,
    more: { data?: object; retryAfterMs?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = more.data;
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** The body of an error answer. */
export function errorBody({ code, message, data }: ApiError): object {
  return { code, msg: message, ...(data && { data }) };
}

/** Errors that several endpoints share. */
export const API_ERRORS = {
  unknown: () =>
    new ApiError(-1000, 'An unknown error occurred while processing the request.', 500),
  disconnected: () =>
    new ApiError(-1001, 'Internal error; unable to process your request. Please try again.', 503),
  /** The outcome is unknown: the client looks the order up by its client order id. */
  timeout: () =>
    new ApiError(
      -1007,
      'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
      504,
    ),
  tooManyRequests: (limit: number, retryAfterMs: number) =>
    new ApiError(
      -1003,
      `Too much request weight used; current limit is ${limit} request weight per 1 MINUTE.`,
      429,
      { retryAfterMs },
    ),
  tooManyBytes: (retryAfterMs: number) =>
    new ApiError(-1003, 'Too much data read; please read less or use the websocket.', 429, {
      retryAfterMs,
    }),
  tooManyReads: () =>
    new ApiError(-1003, 'Too many requests wait for their answers.', 429, { retryAfterMs: 1_000 }),
  tooManyUnknownKeys: (retryAfterMs: number) =>
    new ApiError(-1003, 'Too many unknown API-keys were sent from your network.', 429, {
      retryAfterMs,
    }),
  banned: (until: number, retryAfterMs: number) =>
    new ApiError(-1003, `Way too much request weight used; IP banned until ${until}.`, 418, {
      retryAfterMs,
    }),
  tooManyOrders: (limit: number, interval: string, retryAfterMs: number) =>
    new ApiError(
      -1015,
      `Too many new orders; current limit is ${limit} orders per ${interval}.`,
      429,
      { retryAfterMs },
    ),
  timestampOutside: () =>
    new ApiError(-1021, 'Timestamp for this request is outside of the recvWindow.'),
  timestampAhead: () =>
    new ApiError(-1021, "Timestamp for this request was 1000ms ahead of the server's time."),
  signature: () => new ApiError(-1022, 'Signature for this request is not valid.'),
  keyFormat: () => new ApiError(-2014, 'API-key format invalid.', 401),
  key: () => new ApiError(-2015, 'Invalid API-key, IP, or permissions for action.', 401),
  unknownNetwork: () =>
    new ApiError(
      -1002,
      'You are not authorized to execute this request. Sign it, or sign any request from here first.',
      401,
    ),
  illegal: (name: string, range: string) =>
    new ApiError(
      -1100,
      `Illegal characters found in parameter '${name}'; legal range is '${range}'.`,
    ),
  repeated: () =>
    new ApiError(-1101, 'Too many parameters sent for this endpoint; a parameter was repeated.'),
  timeUnit: (name: string) =>
    new ApiError(-1100, `Illegal value of '${name}'; times are in MILLISECOND only.`),
  missing: (name: string) =>
    new ApiError(
      -1102,
      `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
    ),
  unread: (read: number, sent: number) =>
    new ApiError(
      -1104,
      `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${sent}'.`,
    ),
  empty: (name: string) => new ApiError(-1105, `Parameter '${name}' was empty.`),
  marketClosed: () => new ApiError(-1013, 'Market is closed.'),
  combination: () => new ApiError(-1128, 'Combination of optional parameters invalid.'),
  window: (max: number) => new ApiError(-1131, `recvWindow must be less than ${max}.`),
  symbol: () => new ApiError(-1121, 'Invalid symbol.'),
  notFound: () => new ApiError(-1000, 'There is no such endpoint.', 404),
  socketOnly: () => new ApiError(-1000, 'This address is for WebSocket connections only.', 426),
  tooLong: () => new ApiError(-1000, 'The address and the headers are too long.', 431),
  bodyTooLarge: () => new ApiError(-1000, 'The body is too long.', 413),
  mediaType: () => new ApiError(-1000, 'The body is not plain UTF-8.', 415),
  unavailable: () =>
    new ApiError(-1008, 'The server does not take requests now. Please try again.', 503),
} as const;

/**
 * The error that a client gets: an ApiError as it is, a fault of ours by what it means for the
 * request.
 * @param reads the request changes nothing
 */
export function apiErrorOf(error: unknown, reads: boolean): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof GateFull) return API_ERRORS.tooManyReads();
  const kind = faultOf(error, reads);
  if (kind === 'unavailable') return API_ERRORS.disconnected();
  return kind === 'unknown' ? API_ERRORS.timeout() : API_ERRORS.unknown();
}
