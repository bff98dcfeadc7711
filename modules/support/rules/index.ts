import { DAY, HOUR, MINUTE, SECOND } from '@assay/core/time';

export { type Forbidden, forbiddenIn } from './filter.ts';

/** What a conversation is about, chosen by the person. */
export const TOPICS = [
  'account',
  'verification',
  'trading',
  'deposit',
  'withdrawal',
  'api',
  'report',
  'other',
] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * `waiting`: for staff. `answered`: for the person. `closed`: nobody writes any more, and the
 * person may rate it.
 */
export const TICKET_STATUSES = ['waiting', 'answered', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** Who wrote or closed. */
export const SIDES = ['person', 'staff'] as const;
export type Side = (typeof SIDES)[number];

export const MESSAGE_MAX = 2_000;
/** Conversations that are not closed, of one person. */
export const OPEN_MAX = 3;
/** Messages of one conversation. */
export const MESSAGES_MAX = 500;
export const FILES_OF_MESSAGE_MAX = 4;
/** Kept of one person in all conversations: stored files hold documents of theirs as well. */
export const FILES_OF_PERSON_MAX = 10;
/** As for pictures of documents (SPEC.md §9). */
export const FILE_TYPES = ['image/jpeg', 'image/png'] as const;
export const FILE_BELOW_BYTES = 8 * 1024 * 1024;
export const RATING_MAX = 5;
export const RATING_TEXT_MAX = 500;
/** On one page of those that staff read. */
export const RATINGS_MAX = 50;
export const NOTE_MAX = 500;
export const TITLE_MAX = 80;
/** Answers that are kept for all staff. */
export const CANNED_MAX = 200;

/** Within this time staff answer; what is late stands first and is marked. */
export const ANSWER_WITHIN_MS = 4 * HOUR;
/** A claim that is not used frees the conversation again. */
export const CLAIM_MS = 30 * MINUTE;
/** The other side sees for so long that somebody types. */
export const TYPING_MS = 6 * SECOND;
/** Who has not read an answer by then gets a message about it. */
export const NOTIFY_AFTER_MS = 10 * SECOND;
/** An answered conversation is closed when the person is silent for so long. */
export const SILENT_MS = 7 * DAY;
/** When pictures are destroyed that were never sent, and those of a closed conversation. */
export const KEEP_DRAFT_MS = DAY;
export const KEEP_CLOSED_MS = 90 * DAY;
export const RATE_WITHIN_MS = 30 * DAY;

/** What is masked of a customer and can be shown in full, for a reason. */
export const MASKED_FIELDS = ['name', 'email', 'phone'] as const;
export type MaskedField = (typeof MASKED_FIELDS)[number];
/** Why staff stop a customer's withdrawals, as the customer reads it too. */
export const FREEZE_REASONS = ['takeover', 'fraud', 'court', 'sanctions', 'origin'] as const;
export type FreezeReason = (typeof FREEZE_REASONS)[number];
/** Why staff end sessions of a customer. */
export const SESSION_REASONS = ['takeover', 'lostDevice', 'asked'] as const;
export type SessionReason = (typeof SESSION_REASONS)[number];
/** One member of staff alone freezes for so long, once a week; two together for longer. */
export const FREEZE_HOURS_MAX = 24;
export const FREEZE_DAYS_MAX = 90;
export const UNMASK_REASONS = ['identify', 'contact', 'fraud', 'law'] as const;
export type UnmaskReason = (typeof UNMASK_REASONS)[number];
/** Fields that one member of staff may see in full within any 24 hours. */
export const UNMASK_A_DAY = 20;

/** Who may do what with a conversation, as both apps and the server know it. */
export function canRate(
  { status, closedAt, rating }: { status: TicketStatus; closedAt: number | null; rating: unknown },
  now: number,
): 'ticketOpen' | 'alreadyRated' | 'ratingOver' | null {
  if (status !== 'closed' || closedAt === null) return 'ticketOpen';
  if (rating !== null) return 'alreadyRated';
  return now >= closedAt + RATE_WITHIN_MS ? 'ratingOver' : null;
}
