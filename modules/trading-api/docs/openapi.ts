import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { answerShapeOf } from './examples.ts';
import { MEANINGS } from './parameters.ts';

/** An endpoint as the reference shows it. */
export interface ShownEndpoint {
  readonly endpoint: Endpoint;
  /** An answer, to be shown as JSON; undefined when there is no example. */
  readonly example: unknown;
  /** Its name in the WebSocket API, where it has one. */
  readonly method: string | undefined;
}

/** One parameter of an endpoint, from its schema. */
export interface DocumentedParam {
  readonly name: string;
  readonly required: boolean;
  readonly standard: string | undefined;
  readonly schema: { readonly [keyword: string]: unknown };
}

/** The parameters of an endpoint in the order of its schema; `standard` is the default value. */
export function paramsOf({ params }: Endpoint): DocumentedParam[] {
  const { properties = {}, required = [] } = z.toJSONSchema(params, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, schema]) => {
    const field = params.shape[name];
    const standard = field instanceof z.ZodDefault ? String(field.def.defaultValue) : undefined;
    return { name, required: required.includes(name), standard, schema: schema as object as never };
  });
}

const STAMP = [
  {
    name: 'timestamp',
    in: 'query',
    required: true,
    description: MEANINGS.timestamp,
    schema: { type: 'integer' },
  },
  {
    name: 'recvWindow',
    in: 'query',
    required: false,
    description: MEANINGS.recvWindow,
    schema: { type: 'integer', minimum: 1, maximum: 60_000, default: 5_000 },
  },
  {
    name: 'signature',
    in: 'query',
    required: true,
    description: MEANINGS.signature,
    schema: { type: 'string' },
  },
];

const ERROR = {
  type: 'object',
  required: ['code', 'msg'],
  properties: { code: { type: 'integer' }, msg: { type: 'string' } },
} as const;

/** The endpoints as OpenAPI 3.1. Both realms have the same paths, below different server URLs. */
export function openApi(shown: readonly ShownEndpoint[], siteName: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const one of shown) {
    const { path, method } = one.endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(one) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${siteName} trading API`, version: '3', summary: 'Spot markets.' },
    servers: [
      { url: '/', description: 'Real markets' },
      { url: '/demo', description: 'Virtual accounts' },
    ],
    paths,
    components: {
      schemas: { Error: ERROR },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-MBX-APIKEY' } },
    },
  };
}

function operationOf({ endpoint, example }: ShownEndpoint): object {
  const { method, path, security, summary, weight } = endpoint;
  const own = paramsOf(endpoint).map(({ name, required, standard, schema }) => ({
    name,
    in: 'query',
    required,
    description: MEANINGS[name],
    schema: standard === undefined ? schema : { ...schema, default: standard },
  }));
  const signed = security === 'read' || security === 'trade';
  return {
    operationId: `${method} ${path}`.replaceAll(/[^A-Za-z0-9]+/g, '_'),
    tags: [groupOf(path)],
    summary,
    'x-security': security,
    ...(typeof weight === 'number' && { 'x-weight': weight }),
    // An empty list says that nothing is needed; without one, tools apply what they think is usual.
    security: security === 'none' ? [] : [{ key: [] }],
    parameters: signed ? [...own, ...STAMP] : own,
    responses: {
      200: {
        description: 'The answer.',
        content: { 'application/json': answerOf(endpoint, example) },
      },
      default: {
        description: 'An error.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

/** The example and a schema derived from answers. */
function answerOf(endpoint: Endpoint, example: unknown): object {
  return example === undefined ? {} : { schema: answerShapeOf(endpoint, example), example };
}

const GROUPS: Readonly<Record<string, string>> = {
  api: 'Spot',
  sapi: 'Wallet and account',
  fapi: 'Futures',
  futures: 'Futures',
  dapi: 'Futures',
};

/** The heading under which an endpoint is listed. */
export function groupOf(path: string): string {
  return GROUPS[path.split('/')[1] ?? ''] ?? 'Spot';
}
