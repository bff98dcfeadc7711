/** Text that is HTML, and is not escaped again. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | null | undefined | readonly Part[];

/** An HTML template whose values are escaped, unless they are `Html`. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, next, i) => text + textOf(parts[i - 1]) + next));
}

function textOf(part: Part): string {
  if (part === null || part === undefined) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(textOf).join('') : escaped(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
