import type { Parts } from './parts.ts';

/**
 * Whether this person, by whatever account of staff, has imported the line by which they want to
 * move money. A statement is what its uploader has typed, so it is the word of nobody else.
 */
async function isOwnImport(
  { personOf }: Pick<Parts, 'personOf'>,
  { importedBy }: { readonly importedBy: number },
  person: number,
): Promise<boolean> {
  return (await personOf(importedBy)) === person;
}

/** Money takes two people: one imports the line, another one moves money by it. */
export const isRefusedAsOwn = async (
  parts: Pick<Parts, 'personOf' | 'samePersonAllowed'>,
  line: { readonly importedBy: number },
  person: number,
) => !parts.samePersonAllowed() && (await isOwnImport(parts, line, person));

/** What the record adds where one person of a trial has played both. */
export async function asSelf(
  parts: Pick<Parts, 'personOf'>,
  line: { readonly importedBy: number } | null,
  person: number,
): Promise<{ readonly selfApproved?: true }> {
  const isOwn = line !== null && (await isOwnImport(parts, line, person));
  return isOwn ? { selfApproved: true } : {};
}
