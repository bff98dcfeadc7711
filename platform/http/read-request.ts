import type { Call } from '@assay/core/schema/call';
import { InvalidInput } from '@assay/core/schema/outcome';
import type { RawBody } from './body.ts';
import { type Common, takeCommon, wrongCommon } from './channels.ts';
import type { Incoming } from './incoming.ts';
import { bodyText, MalformedParams, type Params, parseForm, parseJson } from './params.ts';

/** What a request brings: the fields of every request, and those of its call, not yet checked. */
export interface Sent {
  readonly common: Common;
  readonly params: Params;
}

/** Reads a request to a call, or says which fields are wrong. */
export function readRequest(
  incoming: Incoming,
  body: RawBody | undefined,
  { method, upload }: Pick<Call, 'method' | 'upload'>,
  queryTokens: boolean,
): Sent | InvalidInput {
  const read = readFields(incoming, body, upload !== undefined);
  if (read instanceof InvalidInput) return read;
  const { params, query } = read;
  const wrong = wrongCommon(params, query);
  if (wrong !== null) return new InvalidInput(wrong);
  const common = takeCommon(incoming.request.headers, params, query);
  if (typeof common === 'string') return new InvalidInput({ token: [common] });
  if (common.byQuery && (method !== 'GET' || !queryTokens)) {
    return new InvalidInput({ token: ['queryToken'] });
  }
  return { common, params };
}

/**
 * Reads the fields: from the address for GET, and where the body is a file; else from the body of a
 * POST, whose address may carry only `lang` and `rtoken` (parsers would disagree about a field that
 * stands in both).
 */
function readFields(
  { request, query: text }: Incoming,
  raw: RawBody | undefined,
  isUpload: boolean,
): { params: Params; query: Params | null } | InvalidInput {
  let source = 'query';
  try {
    const query = parseForm(text);
    if (request.method === 'GET' || isUpload) return { params: query, query: null };
    for (const field of Object.keys(query)) {
      if (field === 'token') return new InvalidInput({ token: ['queryToken'] });
      if (field !== 'lang' && field !== 'rtoken') return new InvalidInput({ [field]: ['unknown'] });
    }
    source = 'body';
    if (raw === undefined) return { params: Object.create(null), query };
    const body = bodyText(raw.bytes);
    return { params: raw.json ? parseJson(body) : parseForm(body), query };
  } catch (err) {
    if (err instanceof MalformedParams) return new InvalidInput({ [source]: [err.key] });
    throw err;
  }
}
