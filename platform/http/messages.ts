import english from './messages/en.json' with { type: 'json' };

/**
 * Texts for people, by key and language. Keys are `field.<key>`, `refusal.<code>`, `why.<code>` (of
 * what a command of two people is refused for) and `http.<key>`;
 * `{name}` in a text is replaced by that detail. A text that a language lacks is taken from
 * English, so that a new refusal always has a text.
 */

export type Catalogue = Readonly<Record<string, string>>;

/** Catalogues by language code (en, es, jp, kr, …). */
export type Catalogues = Readonly<Record<string, Catalogue>>;

const FALLBACK = 'en';

export class Messages {
  readonly #byLanguage = new Map<string, Map<string, string>>();

  constructor() {
    this.add({ en: english });
  }

  /** Adds the texts of a module. Throws when a key already has another text. */
  add(catalogues: Catalogues): this {
    for (const [language, catalogue] of Object.entries(catalogues)) {
      const texts = this.#byLanguage.get(language) ?? new Map<string, string>();
      for (const [key, text] of Object.entries(catalogue)) {
        const known = texts.get(key);
        if (known !== undefined && known !== text) {
          throw new Error(`Two texts for ${key} in ${language}: rename one of the keys`);
        }
        texts.set(key, text);
      }
      this.#byLanguage.set(language, texts);
    }
    return this;
  }

  /** The language to answer in: the requested one if there are texts in it. */
  language(requested: unknown): string {
    return typeof requested === 'string' && this.#byLanguage.has(requested) ? requested : FALLBACK;
  }

  /** Whether every text is there in a language. */
  covers(language: string): boolean {
    const texts = this.#byLanguage.get(language);
    const english = this.#byLanguage.get(FALLBACK);
    return texts !== undefined && english !== undefined && english.size === texts.size;
  }

  has(key: string): boolean {
    return this.#byLanguage.get(FALLBACK)?.has(key) === true;
  }

  /** The text of `key`; the key itself when English lacks it too. */
  text(language: string, key: string, details?: Readonly<Record<string, string>>): string {
    const template =
      this.#byLanguage.get(language)?.get(key) ?? this.#byLanguage.get(FALLBACK)?.get(key);
    if (template === undefined) return key;
    if (!template.includes('{')) return template;
    return template.replaceAll(
      /\{(\w+)\}/g,
      (placeholder, name: string) => details?.[name] ?? placeholder,
    );
  }

  /**
   * The text of a refusal; a field in its detail is shown by its name for people, and a second
   * refusal, by which something was refused that this call was to do, in its words.
   */
  refusalText(language: string, code: string, detail: Readonly<Record<string, string>>): string {
    const name = `name.${detail.field}`;
    const texts = this.has(name) ? { ...detail, field: this.text(language, name) } : detail;
    const inner = `why.${detail.why}`;
    const why = this.has(inner) ? { why: this.text(language, inner, texts) } : {};
    return this.text(language, `refusal.${code}`, { ...texts, ...why });
  }

  /** The text of an input error: its own if there is one, else that of an invalid field. */
  fieldText(language: string, field: string, key: string): string {
    const known = this.has(`field.${key}`) ? `field.${key}` : 'field.invalid';
    const name = this.has(`name.${field}`) ? this.text(language, `name.${field}`) : labelOf(field);
    return this.text(language, known, { field: name });
  }
}

/** `limitPrice` as "Limit price". */
function labelOf(field: string): string {
  const spaced = field.replaceAll(/([a-z0-9])([A-Z])/g, (_all, end: string, start: string) => {
    return `${end} ${start.toLowerCase()}`;
  });
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
