import { useRef, useState } from 'react';

/** Why a form was not taken: texts of fields, and of the form where it concerns none of them. */
export type Refusals<Values> = Partial<Record<keyof Values, string>> & { readonly form?: string };

/** What is wrong with each value; an empty text where nothing is. */
export type Rules<Values> = {
  readonly [Name in keyof Values]?: (value: Values[Name], values: Values) => string;
};

interface FormOptions<Values> {
  /** What stands in the fields until somebody types; it may come later than the form. */
  first: Values;
  rules: Rules<Values>;
  /** Sends what is valid; resolves with what the server refused. */
  send(values: Values): Promise<Refusals<Values> | undefined>;
}

/** What a field of text takes of a form. */
export interface TextState {
  readonly value: string;
  readonly error: string;
  onChange(value: string): void;
}

/** What fields of text need of the form in which they stand. */
export interface TextFields<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  errorOf(name: Name): string;
  set(name: Name, value: string): void;
}

/** What is shown of a form as a whole. */
export interface SentState {
  readonly busy: boolean;
  /** What concerns the form as a whole; empty if nothing does. */
  readonly formError: string;
  /** How many times it was not taken: then the first error takes the focus. */
  readonly failures: number;
  /** Whether it was taken. */
  submit(): Promise<boolean>;
}

export interface FormState<Values> extends SentState {
  readonly values: Values;
  errorOf(name: keyof Values): string;
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  /** Back to how it stood before somebody typed. */
  clear(name: keyof Values): void;
  isTyped(name: keyof Values): boolean;
  /** The reader has left the field: from now on it is checked while it is typed. */
  left(name: keyof Values): void;
  /** Shows what is wrong with these fields, or with all; whether nothing is. */
  check(names?: readonly (keyof Values)[]): boolean;
  /** Shows what something else than sending the form has refused. */
  refuse(refusals: Refusals<Values>): void;
}

/** What a field of text of this name takes of its form. */
export function textOf<Name extends string>(form: TextFields<Name>, name: Name): TextState {
  return {
    value: form.values[name],
    error: form.errorOf(name),
    onChange: (value) => form.set(name, value),
  };
}

/**
 * A form that is checked while it is typed: a field once it was left, all fields once the form was
 * sent. What the server refuses stands at its field until that is edited.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): FormState<Values> {
  const { first, rules, send } = options;
  const [typed, setTyped] = useState<Partial<Values>>({});
  const [seen, setSeen] = useState<ReadonlySet<keyof Values>>(new Set());
  const [refused, setRefused] = useState<Refusals<Values>>({});
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const values: Values = { ...first, ...typed };
  const all = Object.keys(first) as (keyof Values)[];
  const wrong = (name: keyof Values) => rules[name]?.(values[name], values) ?? '';
  const refuse = (found: Refusals<Values>) => {
    setRefused(found);
    setFailures((before) => before + 1);
  };
  const see = (names: readonly (keyof Values)[]) =>
    setSeen((known) => new Set([...known, ...names]));
  const forgive = (name: keyof Values) => setRefused((known) => ({ ...known, [name]: undefined }));
  const check = (names: readonly (keyof Values)[] = all) => {
    see(names);
    const isRight = names.every((name) => wrong(name) === '');
    if (isRight) setRefused({});
    else refuse({});
    return isRight;
  };
  const submit = async () => {
    if (sending.current || !check()) return false;
    sending.current = true;
    setBusy(true);
    const found = await send(values).finally(() => {
      sending.current = false;
      setBusy(false);
    });
    if (found !== undefined) refuse(found);
    return found === undefined;
  };
  return {
    ...{ values, busy, failures, check, refuse, submit },
    formError: refused.form ?? '',
    errorOf: (name) => refused[name] ?? (seen.has(name) ? wrong(name) : ''),
    isTyped: (name) => name in typed,
    set(name, value) {
      setTyped((known) => ({ ...known, [name]: value }));
      forgive(name);
    },
    clear(name) {
      setTyped(({ [name]: _, ...known }) => known as Partial<Values>);
      setSeen((known) => new Set([...known].filter((one) => one !== name)));
      forgive(name);
    },
    left: (name) => see([name]),
  };
}
