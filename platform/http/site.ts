import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileHeaders, type PagePlace, pageHeaders } from './headers.ts';

/**
 * Serves built apps from memory: a request can only name files that existed at the start, so path
 * traversal is impossible, and each file is compressed once.
 */

export interface Site {
  /** '/' or '/console/'. */
  readonly prefix: string;
  /** The folder with index.html and its files. */
  readonly folder: string;
  /** Pages for addresses of their own instead of index.html, by the path after the prefix. */
  readonly pages?: Readonly<Record<string, string>>;
  /** What the server writes into its page: texts by their placeholder in index.html. */
  readonly fill?: Readonly<Record<string, string>>;
  /** Another origin to which its page may send calls and open streams. */
  readonly connectsTo?: string;
}

/** Placeholder in index.html, replaced by the nonce of each answer. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** Build tools put a hash of at least 8 characters before the extension. */
const HASHED = /[-.][A-Za-z0-9_-]{8,}\.\w+$/;
const COMPRESSIBLE_MIN_BYTES = 1024;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** What is compressed once for each coding, when it is first asked for. */
interface Packable {
  readonly bytes: Buffer;
  readonly packed: Map<Coding, Promise<Buffer>>;
}

interface File extends Packable {
  readonly headers: Readonly<Record<string, string>>;
  readonly compressible: boolean;
}

/** A page, cut where the nonce of an answer belongs; whole where it needs none. */
type Page = Packable | readonly string[];

type Coding = 'br' | 'gzip';

const packers: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

const brotli = promisify(brotliCompress);

/**
 * Adds each site; every address below its prefix that is not a file answers with the page. Where no
 * site is at '/', that leads to the first one.
 */
export function addSites(app: FastifyInstance, sites: readonly Site[], secure: boolean): void {
  // The longest prefix first is for the router: it prefers the more specific wildcard anyway.
  for (const site of sites) {
    const files = readFiles(site.folder, secure);
    const usual = pageOf(site, readFileSync(join(site.folder, 'index.html'), 'utf8'));
    const pages = Object.entries(site.pages ?? {}).map(
      ([path, text]) => [path, pageOf(site, text)] as const,
    );
    const own = new Map(pages);
    const connectsTo = site.connectsTo ?? '';
    // HEAD too: monitors use it to check whether a site is up.
    app.get(`${site.prefix}*`, { exposeHeadRoute: true }, (request, reply) => {
      const path = request.url.split('?', 1)[0]!.slice(site.prefix.length);
      const file = files.get(path);
      if (file !== undefined) return sendFile(request, reply, file);
      // A missing script must not be answered with a page: the browser would try to run it.
      if (extname(path) !== '' || path.startsWith('web/')) return reply.callNotFound();
      return sendPage(request, reply, own.get(path) ?? usual, { secure, connectsTo });
    });
    // People type `/console`; without this the site at `/` would answer.
    if (site.prefix === '/') continue;
    app.get(site.prefix.slice(0, -1), (_request, reply) =>
      reply
        .headers(fileHeaders(secure, 'text/plain; charset=utf-8', false))
        .redirect(site.prefix, 308),
    );
  }
  const [first] = sites;
  if (first === undefined || sites.some(({ prefix }) => prefix === '/')) return;
  app.get('/', (_request, reply) =>
    reply
      .headers(fileHeaders(secure, 'text/plain; charset=utf-8', false))
      .redirect(first.prefix, 307),
  );
}

function readFiles(folder: string, secure: boolean): Map<string, File> {
  const files = new Map<string, File>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const path = relative(folder, full).split(sep).join('/');
    const type = TYPES[extname(path)];
    // Only known file types are served, so that files not meant for browsers stay private.
    if (type === undefined || path === 'index.html') continue;
    const bytes = readFileSync(full);
    files.set(encodeURI(path), {
      bytes,
      headers: fileHeaders(secure, type, HASHED.test(path)),
      packed: new Map(),
      compressible:
        bytes.length >= COMPRESSIBLE_MIN_BYTES && !/image\/(png|jpeg|webp)|font/.test(type),
    });
  }
  return files;
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: File,
): Promise<FastifyReply> {
  reply.headers(file.headers);
  if (!file.compressible) return reply.send(file.bytes);
  return sendPacked(request, reply, file);
}

async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  what: Packable,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  const coding = codingOf(String(request.headers['accept-encoding'] ?? ''));
  if (coding === null) return reply.send(what.bytes);
  const packed = what.packed.get(coding) ?? packers[coding](what.bytes);
  what.packed.set(coding, packed);
  return reply.header('content-encoding', coding).send(await packed);
}

/** Browsers offer Brotli only on secure and local connections; gzip always. */
function codingOf(accepted: string): Coding | null {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  place: PagePlace,
): Promise<FastifyReply> {
  const nonce = randomBytes(18).toString('base64');
  reply.headers(pageHeaders(place, nonce));
  return 'bytes' in page ? sendPacked(request, reply, page) : reply.send(page.join(nonce));
}

/** The page with its texts, as values of attributes. */
function pageOf({ fill = {} }: Site, text: string): Page {
  let page = text;
  for (const [placeholder, value] of Object.entries(fill)) {
    page = page.replaceAll(placeholder, () => escaped(value));
  }
  if (page.includes(NONCE_PLACEHOLDER)) return page.split(NONCE_PLACEHOLDER);
  return { bytes: Buffer.from(page), packed: new Map() };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
};

function escaped(text: string): string {
  return text.replace(/[&"<>]/g, (mark) => ENTITIES[mark] ?? mark);
}
