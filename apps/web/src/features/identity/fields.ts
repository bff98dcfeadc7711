import { useState } from 'react';
import { CallError } from '../../lib/api/errors.ts';

export type Texts<Name extends string> = Partial<Record<Name, string>>;

/** The fields of one form: what is in them and what is wrong with them. */
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
      // A field that is being mended is not blamed any longer.
      setErrors((known) => ({ ...known, [name]: undefined }));
    },
    check(found) {
      setErrors(found);
      return Object.values(found).every((error) => !error);
    },
  };
}

/**
 * Puts a failed call's complaints beside its fields: `byKey` are our words for the server's keys,
 * `byRefusal` says which field a refusal belongs to. Returns what belongs to no field, for the
 * form as a whole; an empty text when everything found its place.
 */
export function complaints<Name extends string>(
  error: unknown,
  fields: Fields<Name>,
  words: {
    byKey(key: string): string;
    byRefusal: Partial<Record<string, Name>>;
    otherwise: string;
    offline: string;
  },
): string {
  if (!(error instanceof CallError)) return words.otherwise;
  if (error.kind === 'network') return words.offline;
  const field = words.byRefusal[error.refusal];
  if (field !== undefined) {
    fields.check({ [field]: error.message } as Texts<Name>);
    return '';
  }
  const known = Object.entries(error.fields).filter(([name]) => name in fields.values);
  if (known.length > 0) {
    const found = known.map(([name, keys]) => [name, words.byKey(keys[0] ?? 'invalid')]);
    fields.check(Object.fromEntries(found) as Texts<Name>);
    return '';
  }
  return error.message || words.otherwise;
}
