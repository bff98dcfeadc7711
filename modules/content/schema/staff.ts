import { defineCalls } from '@assay/core/schema/call';
import { instant, integer, missingOr, text } from '@assay/core/schema/fields';
import { z } from 'zod';
import { KINDS, LEAD_MAX, TEXT_MAX, TITLE_MAX } from '../rules.ts';
import { body, document, key, kind, language, look, place } from './shapes.ts';

/** Lines and tabs are a part of a text; other control characters are refused where it is parsed. */
const written = z.string({ error: missingOr('text') }).max(TEXT_MAX, 'tooLong');

const row = z.strictObject({
  key: z.string(),
  kind: z.enum(KINDS),
  title: z.string(),
  /** What visitors see now, and what they will see. */
  state: z.enum(['draft', 'shown', 'scheduled', 'withdrawn']),
  /** There are changes that are not published. */
  changed: z.boolean(),
  languages: z.array(z.string()),
  at: z.int(),
});

const revision = integer(0, Number.MAX_SAFE_INTEGER);
const saved = z.strictObject({ revision: z.int() });

/** What staff do with texts. Everything that is published or withdrawn is on their record. */
export const staffCalls = defineCalls({
  getContentItems: {
    method: 'GET',
    auth: 'operator',
    right: 'content.read',
    summary: 'Everything of one kind: what is shown, what is not yet, and drafts.',
    input: z.strictObject({ kind }),
    output: z.strictObject({ items: z.array(row) }),
    refusals: [],
  },
  getContentItem: {
    method: 'GET',
    auth: 'operator',
    right: 'content.read',
    summary: 'An item with its draft, else what is shown, and its editions.',
    input: z.strictObject({ key }),
    output: z.strictObject({
      key: z.string(),
      kind: z.enum(KINDS),
      revision: z.int(),
      draft: body,
      changed: z.boolean(),
      /** What a second person signs. */
      digest: z.string(),
      /** A text of law. */
      takesTwo: z.boolean(),
      languages: z.array(z.string()),
      editions: z.array(
        z.strictObject({
          edition: z.int(),
          number: z.int(),
          publishAt: z.int(),
          madeBy: z.string(),
          madeAt: z.int(),
          withdrawn: z.boolean(),
        }),
      ),
    }),
    refusals: ['noText'],
  },
  addContentItem: {
    method: 'POST',
    auth: 'operator',
    right: 'content.prepare',
    summary: 'Begins a new item under a key that addresses name it by.',
    input: z.strictObject({ key, kind }),
    output: saved,
    refusals: ['keyTaken', 'kindFixed'],
  },
  saveContentText: {
    method: 'POST',
    auth: 'operator',
    right: 'content.prepare',
    summary: 'Saves the draft of one language; without a title the language is removed.',
    input: z.strictObject({
      key,
      revision,
      language,
      title: text(0, TITLE_MAX),
      lead: text(0, LEAD_MAX),
      text: written,
    }),
    output: saved,
    refusals: ['noText', 'draftChanged', 'unknownLanguage'],
  },
  saveContentPlace: {
    method: 'POST',
    auth: 'operator',
    right: 'content.prepare',
    summary: 'Saves where an item stands; of the site, how it looks.',
    input: z.strictObject({ key, revision, place: place.optional(), look: look.optional() }),
    output: saved,
    refusals: ['noText', 'draftChanged', 'logoUnfit', 'colourUnreadable'],
  },
  previewContent: {
    method: 'POST',
    auth: 'operator',
    right: 'content.read',
    summary: 'What visitors would see of a text.',
    input: z.strictObject({ text: written }),
    output: z.strictObject({ document }),
    refusals: [],
  },
  publishContent: {
    method: 'POST',
    auth: 'operator',
    right: 'content.prepare',
    summary:
      'Makes an edition of the draft, shown from a time on, or at once. Not of texts of law.',
    input: z.strictObject({ key, revision, publishAt: instant.optional() }),
    output: z.strictObject({ number: z.int(), publishAt: z.int() }),
    refusals: ['noText', 'approvalNeeded', 'draftChanged', 'noDraft', 'mainLanguage', 'timePassed'],
  },
  withdrawContent: {
    method: 'POST',
    auth: 'operator',
    right: 'content.prepare',
    summary: 'No longer shows an item; its editions are kept. Not for texts that must be there.',
    input: z.strictObject({ key }),
    output: z.strictObject({ number: z.int() }),
    refusals: ['noText', 'notShown', 'mustStay'],
  },
});
