// Writes the pages of the addresses that have a screen: each names the files of its screen, so that
// the browser need not find them one after the other, and some begin with the screen itself.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** The subset of the font that the first texts are written in. */
const FONT = /inter-latin-wght-normal.*\.woff2$/;

/**
 * @param {string} out the folder of the built app, with Vite's manifest
 * @param {readonly { path: string, file: string, html: string }[]} paints
 */
export function writePages(out, paints) {
  const index = fs.readFileSync(path.join(out, 'index.html'), 'utf8');
  const manifest = JSON.parse(fs.readFileSync(path.join(out, '.vite/manifest.json'), 'utf8'));
  fs.rmSync(path.join(out, '.vite'), { recursive: true });
  const styles = new Styles();
  const shown = paints.map((paint) => ({ ...paint, html: styles.moveOut(asPicture(paint.html)) }));
  const sheet = styles.write(out);
  const [font] = Object.values(manifest).flatMap(({ assets = [] }) =>
    assets.filter((name) => FONT.test(name)),
  );
  const pages = shown.map(({ path: address, file, html }) => {
    const links = [link({ rel: 'preload', as: 'font', type: 'font/woff2', href: font })];
    for (const name of file === null ? [] : filesOf(manifest, file)) {
      if (index.includes(name)) continue;
      const rel = name.endsWith('.css') ? 'stylesheet' : 'modulepreload';
      links.push(link({ rel, href: name }));
    }
    if (html === '') return [address.slice(1), withLinks(index, links)];
    links.push(link({ rel: 'stylesheet', href: sheet }));
    return [address.slice(1), withPaint(withLinks(scriptsLast(index), links), html)];
  });
  fs.writeFileSync(path.join(out, '.pages.json'), JSON.stringify(Object.fromEntries(pages)));
}

/** The scripts and style sheets of a part of the app, with all that they import. */
function filesOf(manifest, key, found = new Set()) {
  const { file, css = [], imports = [] } = manifest[key];
  for (const name of imports) filesOf(manifest, name, found);
  for (const name of [...css, file]) found.add(name);
  return found;
}

function link({ href, ...attributes }) {
  const words = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  return `<link ${words.join(' ')} crossorigin href="/${href}">`;
}

function withLinks(page, links) {
  return page.replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`);
}

function withPaint(page, html) {
  return page.replace('<div id="root">', (root) => `${root}<div class="first" inert>${html}</div>`);
}

/**
 * There is something to see without them, so they leave the line to styles and font. The libraries
 * are a script of their own: evaluated apart from the app, they hold up a slow phone half as long.
 */
function scriptsLast(page) {
  return page
    .replace(
      /<link rel="modulepreload"([^>]*) href="(\/assets\/base-[^"]+)">/,
      '<script type="module" async$1 src="$2"></script>',
    )
    .replaceAll(/<script type="module"|<link rel="modulepreload"/g, (start) => {
      return `${start} fetchpriority="low"`;
    });
}

/** Nothing can be typed into it or pressed: the app, which is about to come, would not know. */
function asPicture(html) {
  return html.replaceAll('<input', '<input readonly');
}

/** The styles of single elements as a style sheet: the page's policy allows none in the page. */
class Styles {
  #rules = new Map();

  moveOut(html) {
    return html.replace(/<[a-z][^>]*? style="([^"]*)"[^>]*>/g, (tag, style) => {
      const name = this.#nameOf(style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'"));
      const bare = tag.replace(/ style="[^"]*"/, '');
      return / class="/.test(bare)
        ? bare.replace(' class="', ` class="${name} `)
        : bare.replace(/^<[a-z0-9-]+/, (start) => `${start} class="${name}"`);
    });
  }

  #nameOf(style) {
    const known = this.#rules.get(style) ?? `f${this.#rules.size}`;
    this.#rules.set(style, known);
    return known;
  }

  /** Returns the name of the file. */
  write(out) {
    const rules = [...this.#rules].map(([style, name]) => `#root .${name}{${style}}`);
    const text = `${rules.join('\n')}\n`;
    const name = `assets/first-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.css`;
    fs.writeFileSync(path.join(out, name), text);
    return name;
  }
}
