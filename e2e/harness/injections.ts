/**
 * Texts that try to run a script, made by combining ways to run one, ways to write it, and places
 * to put it. The same seed gives the same texts.
 */

/** What each of them would do, were it to run. */
const CODE = "window.ran=1;fetch('/ran')";

const VECTORS: readonly ((code: string) => string)[] = [
  (code) => `<script>${code}</script>`,
  (code) => `<script src="data:text/javascript,${code}"></script>`,
  (code) => `<img src=x onerror="${code}">`,
  (code) => `<svg/onload=${code}>`,
  (code) => `<svg><script>${code}</script></svg>`,
  (code) => `<svg><animate onbegin="${code}" attributeName=x dur=1s>`,
  (code) => `<details open ontoggle="${code}">x</details>`,
  (code) => `<input autofocus onfocus="${code}">`,
  (code) => `<video><source onerror="${code}"></video>`,
  (code) => `<body onload="${code}">`,
  (code) => `<marquee onstart="${code}">x</marquee>`,
  (code) => `<iframe srcdoc="<script>parent.${code}</script>"></iframe>`,
  (code) => `<iframe src="javascript:parent.${code}"></iframe>`,
  (code) => `<object data="data:text/html,<script>${code}</script>"></object>`,
  (code) => `<embed src="javascript:${code}">`,
  (code) => `<form action="javascript:${code}"><button>x</button></form>`,
  (code) => `<math><mtext><table><mglyph><style><!--</style><img src=x onerror="${code}">`,
  (code) => `<noscript><p title="</noscript><img src=x onerror=${code}>">`,
  (code) => `<template><img src=x onerror="${code}"></template>`,
  (code) => `<style>@import "data:text/css,*{background:url(javascript:${code})}"</style>`,
  (code) => `<link rel=stylesheet href="data:text/css,x{behavior:url(${code})}">`,
  (code) => `<meta http-equiv=refresh content="0;url=javascript:${code}">`,
  () => '<base href="https://elsewhere.example/">',
  (code) => `<a href="javascript:${code}">x</a>`,
  (code) => `[x](javascript:${code.replaceAll(/[()]/g, '')})`,
  (code) => `[x](<javascript:${code}>)`,
  (code) =>
    `[x](data:text/html;base64,${Buffer.from(`<script>${code}</script>`).toString('base64')})`,
  (code) => `![x](x"onerror="${code})`,
  (code) => `![x](javascript:${code.replaceAll(/[()]/g, '')})`,
  (code) => `<javascript:${code}>`,
  (code) => `[x]\n\n[x]: javascript:${code}`,
  (code) => `[x](https://a.example/"onmouseover="${code})`,
  (code) => `\`\`\`"><script>${code}</script>\n\`\`\``,
  (code) => `{{constructor.constructor("${code}")()}}`,
  (code) => `\${${code}}`,
  (code) => `"onmouseover="${code}`,
  (code) => `';${code};//`,
  (code) => `]]><script>${code}</script>`,
  (code) => `--><script>${code}</script>`,
  (code) => `</title></textarea></script><script>${code}</script>`,
];

const entity = (text: string, write: (code: number) => string) =>
  text.replaceAll(/[<>"'():]/g, (sign) => write(sign.charCodeAt(0)));

const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll(/script|onerror|onload/g, (word) => word.toUpperCase()),
  (text) => text.replaceAll(/[sj]/g, (sign, at: number) => (at % 2 ? sign.toUpperCase() : sign)),
  (text) => entity(text, (code) => `&#${code};`),
  (text) => entity(text, (code) => `&#x${code.toString(16)}`),
  (text) => entity(text, (code) => `&#${String(code).padStart(9, '0')};`),
  (text) => entity(text, (code) => `%${code.toString(16)}`),
  (text) => entity(text, (code) => `\\u00${code.toString(16)}`),
  (text) => entity(text, (code) => `\\${String.fromCharCode(code)}`),
  (text) => text.replaceAll('<', '\uff1c').replaceAll('>', '\uff1e'),
  (text) => text.replaceAll('script', 'scr\u0000ipt'),
  (text) => text.replaceAll('javascript:', 'java\tscript:'),
  (text) => text.replaceAll('javascript:', ' &#1;javascript:'),
  (text) => text.replaceAll('<', '<\u200b'),
  (text) => text.replaceAll('=', '\u000c=\u000c'),
  (text) => text.replaceAll('<', '<<').replaceAll('>', '>>'),
  (text) => text.replaceAll('script', 'scrscriptipt'),
  (text) => entity(text, (code) => `&amp;#${code};`),
];

const PLACES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `**${text}**`,
  (text) => `*${text}*`,
  (text) => `# ${text}`,
  (text) => `- ${text}`,
  (text) => `1. ${text}`,
  (text) => `> ${text}`,
  (text) => `[${text}](/help)`,
  (text) => `[x](/help "${text}")`,
  (text) => `| a |\n|---|\n| ${text.replaceAll('\n', ' ')} |`,
  (text) => `\`${text}\``,
  (text) => `~~${text}~~`,
  (text) => `<b>${text}</b>`,
  (text) => `<div\n>\n${text}`,
  (text) => `text ${text} text`,
];

/**
 * So many different ones, short enough for a hundred to stand in one text; `code`: a shorter one
 * makes shorter texts.
 */
export function injections(count: number, seed: number, code = CODE): string[] {
  const found = new Set<string>();
  let state = seed;
  const pick = <T>(list: readonly T[]): T => {
    // The constants of Numerical Recipes; the upper bits are the better ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return list[Math.floor((state / 2 ** 32) * list.length)] as T;
  };
  while (found.size < count) {
    const text = pick(PLACES)(pick(ENCODINGS)(pick(VECTORS)(code)));
    if (text.length <= LENGTH_MAX) found.add(text);
  }
  return [...found];
}

const LENGTH_MAX = 190;

/** The same, for fields of different lengths: as many in each as it holds. */
export class Injections {
  readonly #long: readonly string[];
  readonly #short: readonly string[];
  #at = 0;
  readonly used = new Set<string>();

  /** Those that `admits` says may be written there. */
  constructor(count: number, seed: number, admits: (text: string) => boolean = () => true) {
    const clean = (texts: readonly string[]) =>
      texts.map((text) => text.replaceAll(/\p{Cc}/gu, ' ').trim()).filter(admits);
    this.#short = clean(injections(count, seed, SHORT_CODE));
    const long = clean(injections(count, seed));
    this.#long = long.length < count / 2 ? this.#short : long;
  }

  /** The next of them, in one line of at most so many characters. */
  next(most: number): string {
    let line = '';
    const texts = most < LENGTH_MAX ? this.#short : this.#long;
    for (let tried = 0; tried < texts.length; tried += 1) {
      const text = texts[this.#at % texts.length] ?? '';
      const longer = line === '' ? text : `${line} ${text}`;
      // A long field is full at the first that does not fit; a short one looks for one that does.
      if (longer.length > most && most >= LENGTH_MAX) break;
      this.#at += 1;
      if (longer.length > most) continue;
      line = longer;
      this.used.add(text);
      if (line.length > most - SHORTEST) break;
    }
    if (line === '') throw new Error(`no text has at most ${most} characters`);
    return line;
  }
}

const SHORT_CODE = 'ran=1';
/** `<svg/onload=ran=1>`. */
const SHORTEST = 18;
