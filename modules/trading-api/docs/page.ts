import type { Endpoint } from '../endpoint.ts';
import type { ApiLimitTable } from '../limits.ts';
import { STREAMS, type StreamEntry } from '../streams/catalogue.ts';
import { guide, type Site } from './guide.ts';
import { type Html, html } from './html.ts';
import { type DocumentedParam, groupOf, paramsOf, type ShownEndpoint } from './openapi.ts';
import { MEANINGS } from './parameters.ts';

const SECTIONS = [
  ['start', 'Start'],
  ['first-order', 'First order with ccxt'],
  ['keys', 'Keys'],
  ['addresses', 'Addresses'],
  ['signatures', 'Signatures'],
  ['fees', 'Fees'],
  ['self-trade', 'Orders of yours that meet'],
  ['repetition', 'Requests that are sent again'],
  ['sockets', 'Streams and the WebSocket API'],
  ['limits', 'Limits'],
  ['errors', 'Errors'],
  ['numbers', 'Numbers and order'],
] as const;

/** Groups whose markets do not exist yet: folded, behind all others. */
const CLOSED: Readonly<Record<string, string>> = {
  Futures: 'These markets are not open. Each address answers so.',
};

const TRIAL = html`<p class="trial"><strong>Trial</strong> The money of this server is made up.</p>`;

/**
 * The reference as one page without a script. The text comes before the contents, so that a phone
 * shows it first; a wide screen has the contents beside it.
 */
export function page(site: Site, limits: ApiLimitTable, shown: readonly ShownEndpoint[]): string {
  const groups = new Map<string, ShownEndpoint[]>();
  for (const one of shown) {
    const group = groupOf(one.endpoint.path);
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  const open = [...groups].filter(([group]) => CLOSED[group] === undefined);
  const closed = [...groups].filter(([group]) => CLOSED[group] !== undefined);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${site.siteName} trading API</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
${site.mode === 'trial' ? TRIAL : ''}
<div class="frame">
<main>
<p class="jump"><a href="#contents">Contents</a></p>
${guide(site, limits)}
${open.map(([group, list]) => html`<h2>${group}</h2>${list.map(article)}`)}
<h2 id="streams">Streams</h2>
${STREAMS.map(stream)}
${closed.map(
  ([group, list]) => html`
<h2>${group}</h2>
<details class="closed"><summary>${CLOSED[group]}</summary>${list.map(article)}</details>`,
)}
</main>
<nav id="contents" aria-label="Contents">
<p class="label">Guide</p>
<ul>${SECTIONS.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
${open.map(([group, list]) => html`<p class="label">${group}</p>${links(list)}`)}
<p class="label">Streams</p>
<ul>${STREAMS.map(({ name }) => html`<li><a href="#${slug(name)}">${name}</a></li>`)}</ul>
${closed.map(
  ([group, list]) => html`
<details><summary class="label">${group} (closed)</summary>${links(list)}</details>`,
)}
</nav>
</div>
</body>
</html>
`.text;
}

function links(list: readonly ShownEndpoint[]): Html {
  return html`
<ul>${list.map(({ endpoint }) => html`<li><a href="#${anchor(endpoint)}">${endpoint.method} ${endpoint.path}</a></li>`)}</ul>`;
}

const SECURITY = {
  none: 'open to everybody',
  key: 'with a key, unsigned',
  read: 'signed',
  trade: 'signed, with a key that may trade',
} as const;

function article({ endpoint, example, method: name }: ShownEndpoint): Html {
  const { method, path, security, weight, summary } = endpoint;
  const counted = typeof weight === 'number' ? `weight ${weight}` : 'weight by what is asked';
  const params = paramsOf(endpoint);
  return html`
<article id="${anchor(endpoint)}">
<h3><span class="method ${method}">${method}</span><code>${path}</code></h3>
<p>${prose(summary)}</p>
<p class="facts">${SECURITY[security]}, ${counted}${name && html`; by socket <code>${name}</code>`}</p>
${params.length > 0 ? paramTable(params) : null}
${example === undefined ? null : html`<details><summary>Answer</summary><pre><code>${JSON.stringify(example, null, 2)}</code></pre></details>`}
</article>`;
}

function paramTable(params: readonly DocumentedParam[]): Html {
  return html`
<div class="scroll"><table>
<thead><tr><th>Parameter</th><th>Usual</th><th>Meaning</th></tr></thead><tbody>
${params.map(
  ({ name, required, standard, schema }) => html`
<tr><td><code>${name}</code></td><td>${needOf(required, standard)}</td><td>${MEANINGS[name]} ${valuesOf(schema)}</td></tr>`,
)}
</tbody></table></div>`;
}

function needOf(required: boolean, standard: string | undefined): Html | string {
  if (required) return html`<span class="must">required</span>`;
  return standard ?? '';
}

/** The values of a closed list, or the largest number that is allowed. */
function valuesOf({ enum: values, maximum }: DocumentedParam['schema']): Html | null {
  if (Array.isArray(values)) return html`${values.map((value) => html`<code>${value}</code> `)}`;
  const isBound = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER;
  return isBound ? html`At most ${maximum}.` : null;
}

/** A sentence in which backquotes mark code. */
function prose(text: string): Html {
  return html`${text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function stream({ name, summary, fields }: StreamEntry): Html {
  return html`
<article id="${slug(name)}">
<h3><code>${name}</code></h3>
<p>${prose(summary)}</p>
<div class="scroll"><table><tbody>
${Object.entries(fields).map(
  ([field, meaning]) => html`
<tr><td><code>${field}</code></td><td>${meaning}</td></tr>`,
)}
</tbody></table></div>
</article>`;
}

function anchor({ method, path }: Endpoint): string {
  return slug(`${method} ${path}`);
}

function slug(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
}
