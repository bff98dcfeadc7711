import { oneOf, text } from '@assay/core/schema/fields';
import type { Block, Inline } from '@assay/core/text';
import { z } from 'zod';
import { KINDS, LEAD_MAX, LINK_MAX, LOGO_MAX, linkOf, SECTIONS, TITLE_MAX } from '../rules.ts';

const inline: z.ZodType<Inline> = z.lazy(() =>
  z.union([
    z.strictObject({ kind: z.enum(['text', 'code']), text: z.string() }),
    z.strictObject({ kind: z.literal('break') }),
    z.strictObject({ kind: z.enum(['strong', 'emphasis', 'struck']), content: z.array(inline) }),
    z.strictObject({ kind: z.literal('link'), to: z.string(), content: z.array(inline) }),
  ]),
);

const line = z.array(inline);

const block: z.ZodType<Block> = z.lazy(() =>
  z.union([
    z.strictObject({ kind: z.literal('heading'), level: z.int(), content: line }),
    z.strictObject({ kind: z.literal('paragraph'), content: line }),
    z.strictObject({
      kind: z.literal('list'),
      ordered: z.boolean(),
      items: z.array(z.array(block)),
    }),
    z.strictObject({ kind: z.literal('quote'), content: z.array(block) }),
    z.strictObject({ kind: z.literal('code'), text: z.string() }),
    z.strictObject({ kind: z.literal('table'), head: z.array(line), rows: z.array(z.array(line)) }),
    z.strictObject({ kind: z.literal('rule') }),
  ]),
);

/** A text as the apps draw it. */
export const document = z.array(block);

export const kind = oneOf(...KINDS);
export const key = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'contentKey');
export const language = z.string().regex(/^[a-z]{2}$/, 'contentLanguage');

/** What is shown of a text in a list. */
export const teaser = z.strictObject({
  key: z.string(),
  kind: z.enum(KINDS),
  title: z.string(),
  lead: z.string(),
  /** When this edition was first shown. */
  at: z.int(),
  /** The part of the help centre; empty elsewhere. */
  section: z.string(),
  pinned: z.boolean(),
});
export type Teaser = z.infer<typeof teaser>;

export const textView = z.strictObject({
  ...teaser.shape,
  document,
  edition: z.int(),
  number: z.int(),
  /** The language that it is in, which may not be the one that was asked for. */
  lang: z.string(),
  /** It came with the software: nobody here has written one. */
  own: z.boolean(),
  /** Whether this edition holds now, will from `at` on, or did before. */
  state: z.enum(['current', 'announced', 'earlier', 'withdrawn']),
  /** Of the present edition of a text of law: the one that is announced. */
  next: z.strictObject({ edition: z.int(), at: z.int() }).nullable(),
});
export type TextView = z.infer<typeof textView>;

/** Where an item stands among others, and what a banner leads to. */
const placeShape = {
  section: z.union([z.literal(''), oneOf(...SECTIONS)]),
  order: z.int().min(0).max(9_999),
  pinned: z.boolean(),
  link: z
    .string()
    .max(LINK_MAX, 'tooLong')
    .refine((value) => value === '' || linkOf(value) !== null, 'contentLink'),
};
export const place = z.strictObject(placeShape);
export type Place = z.infer<typeof place>;

const colour = z.string().regex(/^(?:#[0-9a-f]{6})?$/, 'colour');

/** The look of the site. Empty: that of the software. */
export const look = z.strictObject({
  siteName: text(0, 40),
  /** A PNG in base64. */
  logo: z
    .string()
    .max(LOGO_MAX, 'tooLong')
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'logo'),
  accentDark: colour,
  accentLight: colour,
  contact: z.union([z.literal(''), z.email('email').max(120, 'tooLong')]),
});
export type Look = z.infer<typeof look>;

/** A title, a sentence below it, and the text in Markdown. */
const entry = z.strictObject({
  title: z.string().max(TITLE_MAX),
  lead: z.string().max(LEAD_MAX),
  text: z.string(),
});
export type Entry = z.infer<typeof entry>;

/** The whole of an edition, or of a draft. */
export const body = z.strictObject({
  texts: z.record(z.string(), entry),
  place,
  look: look.nullable(),
});
export type Body = z.infer<typeof body>;
