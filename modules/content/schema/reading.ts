import { defineCalls } from '@assay/core/schema/call';
import { id, oneOf, page, text } from '@assay/core/schema/fields';
import { z } from 'zod';
import { SECTIONS } from '../rules.ts';
import { key, teaser, textView } from './shapes.ts';

/** Texts on one page of a list. */
export const PAGE_SIZE = 20;

const page20 = z.strictObject({ total: z.int(), items: z.array(teaser) });

/** What everybody may read. The language is that of the request, or else the site's own. */
export const readingCalls = defineCalls({
  getGG: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Public notices or news, the latest first and what is pinned before them.',
    input: z.strictObject({ kind: oneOf('notice', 'news').default('notice'), page }),
    output: page20,
    refusals: [],
  },
  getBanner: {
    method: 'GET',
    auth: 'visitor',
    summary: 'The banners of the home page, in their order.',
    input: z.strictObject({}),
    output: z.strictObject({
      /** `link` is an address of ours or https; empty: the text of the banner itself. */
      banners: z.array(z.strictObject({ ...teaser.shape, link: z.string() })),
    }),
    refusals: [],
  },
  getLogo: {
    method: 'GET',
    auth: 'visitor',
    summary: 'The name and the picture of the site.',
    input: z.strictObject({}),
    output: z.strictObject({
      siteName: z.string(),
      /** A PNG as a data: address; empty where the software's own mark is shown. */
      image: z.string(),
    }),
    refusals: [],
  },
  getParam: {
    method: 'GET',
    auth: 'visitor',
    summary: 'How the site looks and where its operator is reached.',
    input: z.strictObject({}),
    output: z.strictObject({
      /** Of dark and light screens; empty where they are the software's own. */
      accentDark: z.string(),
      accentLight: z.string(),
      /** A mailbox; empty where none is given. */
      contact: z.string(),
    }),
    refusals: [],
  },
  getText: {
    method: 'GET',
    auth: 'visitor',
    summary:
      'One text by its key (1 the company profile, 3 the agreement, 5 the privacy policy); with `edition` any edition of a text of law.',
    input: z.strictObject({ id: key, edition: id.optional() }),
    output: textView,
    refusals: ['noText'],
  },
  getTextChanges: {
    method: 'GET',
    auth: 'visitor',
    summary: 'What was changed in texts of law and what is announced, the latest first.',
    input: z.strictObject({}),
    output: z.strictObject({
      at: z.int(),
      changes: z.array(
        z.strictObject({
          key: z.string(),
          title: z.string(),
          edition: z.int(),
          number: z.int(),
          reason: z.string(),
          publishedAt: z.int(),
          takesEffectAt: z.int(),
          /** When it was taken back before that, and why; null where it was not. */
          withdrawnAt: z.int().nullable(),
          withdrawnWhy: z.string(),
        }),
      ),
    }),
    refusals: [],
  },
  getTextsList: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Texts of one kind, in their order; with `search` those that have its words.',
    input: z.strictObject({
      kind: oneOf('help', 'text', 'coin', 'notice', 'news').default('help'),
      section: oneOf(...SECTIONS).optional(),
      search: text(0, 80).default(''),
      page,
    }),
    output: page20,
    refusals: [],
  },
  getQrcode: {
    method: 'GET',
    auth: 'visitor',
    summary: 'The address of this site for phones, to be shown as a QR code.',
    input: z.strictObject({}),
    output: z.strictObject({ address: z.string() }),
    refusals: [],
  },
  getAgreement: {
    method: 'GET',
    auth: 'visitor',
    summary:
      'The user agreement, its editions with the announced one, and what this person has accepted.',
    input: z.strictObject({ edition: id.optional() }),
    output: z.strictObject({
      text: textView,
      current: z.int(),
      /** The edition that takes its place, and from when on. */
      announced: z.strictObject({ edition: z.int(), at: z.int() }).nullable(),
      editions: z.array(z.strictObject({ edition: z.int(), number: z.int(), at: z.int() })),
      accepted: z.array(z.strictObject({ edition: z.int(), at: z.int() })),
    }),
    refusals: ['noText'],
  },
  acceptAgreement: {
    method: 'POST',
    auth: 'user',
    summary: 'Accepts the present or the announced edition of the agreement; that goes on record.',
    input: z.strictObject({ edition: id }),
    output: z.strictObject({ at: z.int() }),
    refusals: ['virtualAccount', 'otherEdition'],
  },
});
