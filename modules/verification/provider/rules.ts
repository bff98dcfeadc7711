import { z } from 'zod';
import { areReasons, type FieldReason, type Level } from '../rules.ts';
import { fieldReason } from '../schema.ts';

/**
 * `advise`: staff decide, and see what the provider found.
 * `decide`: what passed with the document that the person gave is approved by it.
 */
export const PROVIDER_MODES = ['advise', 'decide'] as const;
export type ProviderMode = (typeof PROVIDER_MODES)[number];

const text = (max: number) => z.string().min(1).max(max);

/** What a provider tells of one person. It is read after its signature. */
export const eventShape = z.strictObject({
  reference: text(100),
  result: z.enum(['passed', 'refused']),
  /** When the provider found it, in milliseconds: events may arrive in another order. */
  occurredAt: z.int().positive(),
  reasons: z.array(fieldReason).max(20).default([]),
  /** The document that it saw. It is compared and not kept. */
  document: z
    .strictObject({ country: text(2), type: z.int().min(1).max(5), number: text(40) })
    .optional(),
});
export type ProviderEvent = z.infer<typeof eventShape>;

/** Whether the reasons fit: none where the person passed, at least one of the level otherwise. */
export function isSound(level: Level, result: ProviderEvent['result'], reasons: FieldReason[]) {
  return result === 'passed' ? reasons.length === 0 : areReasons(level, reasons);
}

/** The event in the body; null when it is none. */
export function eventIn(body: string): ProviderEvent | null {
  try {
    return eventShape.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

/** How a case stands when a result arrives. */
export interface Standing {
  readonly mode: ProviderMode;
  readonly inReview: boolean;
  /** Staff work on it, or have prepared a refusal. */
  readonly taken: boolean;
  /** No later result is known. */
  readonly latest: boolean;
}

/**
 * Whether a result approves the case by itself. It never refuses: a person is refused by two.
 * A case on which staff work is theirs.
 */
export function approves(
  { mode, inReview, taken, latest }: Standing,
  { result, agrees }: { readonly result: string; readonly agrees: boolean | null },
): boolean {
  return (
    mode === 'decide' && inReview && !taken && latest && result === 'passed' && agrees === true
  );
}
