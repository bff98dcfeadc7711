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
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

interface File {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly packed: Map<Coding, Promise<Buffer>>;
  readonly compressible: boolean;
}

type Coding = 'br' | 'gzip';

const packers: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

const brotli = promisify(brotliCompress);

/** Adds each site; every address below its prefix that is not a file answers with the page. */
export function addSites(app: FastifyInstance, sites: readonly Site[], secure: boolean): void {
  // The longest prefix first is for the router: it prefers the more specific wildcard anyway.
  for (const site of sites) {
    const files = readFiles(site.folder, secure);
    const page = filledPage(site).split(NONCE_PLACEHOLDER);
    const connectsTo = site.connectsTo ?? '';
    // HEAD too: monitors use it to check whether a site is up.
    app.get(`${site.prefix}*`, { exposeHeadRoute: true }, (request, reply) => {
      const path = request.url.split('?', 1)[0]!.slice(site.prefix.length);
      const file = files.get(path);
      if (file !== undefined) return sendFile(request, reply, file);
      // A missing script must not be answered with a page: the browser would try to run it.
      if (extname(path) !== '' || path.startsWith('web/')) return reply.callNotFound();
      return sendPage(reply, page, { secure, connectsTo });
    });
    // People type `/console`; without this the site at `/` would answer.
    if (site.prefix === '/') continue;
    app.get(site.prefix.slice(0, -1), (_request, reply) =>
      reply.headers(fileHeaders(secure, 'text/plain', false)).redirect(site.prefix, 308),
    );
  }
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
  reply.header('vary', 'accept-encoding');
  const coding = codingOf(String(request.headers['accept-encoding'] ?? ''));
  if (coding === null) return reply.send(file.bytes);
  const packed = file.packed.get(coding) ?? packers[coding](file.bytes);
  file.packed.set(coding, packed);
  return reply.header('content-encoding', coding).send(await packed);
}

/** Browsers offer Brotli only on secure and local connections; gzip always. */
function codingOf(accepted: string): Coding | null {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

function sendPage(reply: FastifyReply, page: readonly string[], place: PagePlace): FastifyReply {
  const nonce = randomBytes(18).toString('base64');
  return reply.headers(pageHeaders(place, nonce)).send(page.join(nonce));
}

/** The page with its texts, as values of attributes. */
function filledPage({ folder, fill = {} }: Site): string {
  let page = readFileSync(join(folder, 'index.html'), 'utf8');
  for (const [placeholder, text] of Object.entries(fill)) {
    page = page.replaceAll(placeholder, () => escaped(text));
  }
  return page;
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
