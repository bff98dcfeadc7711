import type { Kind, Section } from '../rules.ts';
import type { Body, Place } from '../schema/index.ts';

/** A text that comes with the software. */
export interface Default {
  readonly key: string;
  readonly kind: Kind;
  readonly body: Body;
}

interface Written {
  readonly title: string;
  readonly lead: string;
  readonly text: string;
  readonly section?: Section;
  readonly order?: number;
}

/** In English; a line that ends is no end of a paragraph. */
export function written(kind: Kind, key: string, given: Written): Default {
  const { title, lead, text, section = '', order = 0 } = given;
  const place: Place = { section, order, pinned: false, link: '' };
  const texts = { en: { title, lead, text: text.trim() } };
  return { key, kind, body: { texts, place, look: null } };
}
