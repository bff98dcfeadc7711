import { useState } from 'react';
import { CallError } from '../../lib/api/errors.ts';

export type Texts<Name extends string> = Partial<Record<Name, string>>;

/** The fields of one form: their values and their errors. */
export interface Fields<Name extends string> {
  values: Record<Name, string>;
  errors: Texts<Name>;
  set(name: Name, value: string): void;
  /** Shows these errors; returns whether there were none. */
  check(errors: Texts<Name>): boolean;
}

export function useFields<Name extends string>(first: Record<Name, string>): Fields<Name> {
  const [values, setValues] = useState(first);
  const [errors, setErrors] = useState<Texts<Name>>({});
  return {
    values,
    errors,
    set(name, value) {
      setValues((known) => ({ ...known, [name]: value }));
      // Editing a field clears its error.
      setErrors((known) => ({ ...known, [name]: undefined }));
    },
    check(found) {
      setErrors(found);
      return Object.values(found).every((error) => !error);
    },
  };
}

/**
 * Shows the errors of a failed call beside the fields: `byKey` translates the server's keys, and
 * `byRefusal` names the field to which a refusal belongs. Returns the error of the form as a whole;
 * an empty text if every error belongs to a field.
 */
export function showErrors<Name extends string>(
  error: unknown,
  fields: Fields<Name>,
  texts: {
    byKey(key: string): string;
    byRefusal: Partial<Record<string, Name>>;
    otherwise: string;
    offline: string;
  },
): string {
  if (!(error instanceof CallError)) return texts.otherwise;
  if (error.kind === 'network') return texts.offline;
  const field = texts.byRefusal[error.refusal];
  if (field !== undefined) {
    fields.check({ [field]: error.message } as Texts<Name>);
    return '';
  }
  const known = Object.entries(error.fields).filter(([name]) => name in fields.values);
  if (known.length > 0) {
    const found = known.map(([name, keys]) => [name, texts.byKey(keys[0] ?? 'invalid')]);
    fields.check(Object.fromEntries(found) as Texts<Name>);
    return '';
  }
  return error.message || texts.otherwise;
}
