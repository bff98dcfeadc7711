import type { Refusals } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { CallError } from '../api/errors.ts';

interface Places<Name extends string> {
  /** The fields of the form. */
  readonly names: readonly Name[];
  /** The fields to which refusals belong. */
  readonly byRefusal?: Readonly<Record<string, Name>>;
  /** The form's own words for what the server says of a field, where it has some. */
  byKey?(key: string): string;
}

/** What a form shows of a call that failed: at the fields that it concerns, else above the form. */
export function useRefusals() {
  const { t } = useTranslation();
  const words = { otherwise: t(($) => $.errors.request), offline: t(($) => $.errors.offline) };
  return <Name extends string>(error: unknown, places: Places<Name>) =>
    refusalsOf(error, places, words) as Refusals<Record<Name, string>>;
}

function refusalsOf(
  error: unknown,
  { names, byRefusal = {}, byKey }: Places<string>,
  words: { readonly otherwise: string; readonly offline: string },
): Readonly<Record<string, string>> {
  if (!(error instanceof CallError)) return { form: words.otherwise };
  if (error.kind === 'network') return { form: words.offline };
  const message = error.message || words.otherwise;
  const field = byRefusal[error.refusal];
  if (field !== undefined) return { [field]: message };
  const found = Object.entries(error.fields).filter(([name]) => names.includes(name));
  const [first] = found;
  if (first === undefined) return { form: message };
  // Without words of its own the form shows the message, which concerns the first of them.
  if (byKey === undefined) return { [first[0]]: message };
  return Object.fromEntries(found.map(([name, keys]) => [name, byKey(keys[0] ?? 'invalid')]));
}
