import { useRef, useState } from 'react';

/** Why a form was not taken: texts of fields, and of the form where it concerns none of them. */
export type Refusals<Values> = Partial<Record<keyof Values, string>> & { readonly form?: string };

/** What is wrong with each value; an empty text where nothing is. */
type Rules<Values> = {
  readonly [Name in keyof Values]?: (value: Values[Name], values: Values) => string;
};

interface FormOptions<Values> {
  first: Values;
  rules: Rules<Values>;
  /** Sends what is valid; resolves with what the server refused. */
  send(values: Values): Promise<Refusals<Values> | undefined>;
}

export interface FormState<Values> {
  readonly values: Values;
  readonly busy: boolean;
  /** What concerns the form as a whole; empty if nothing does. */
  readonly formError: string;
  /** How many times it was not taken: then the first error takes the focus. */
  readonly failures: number;
  errorOf(name: keyof Values): string;
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  /** The reader has left the field: from now on it is checked while it is typed. */
  left(name: keyof Values): void;
  submit(): Promise<void>;
}

/**
 * A form that is checked while it is typed: a field once it was left, all fields once the form was
 * sent. What the server refuses stands at its field until that is edited.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): FormState<Values> {
  const { first, rules, send } = options;
  const [values, setValues] = useState(first);
  const [seen, setSeen] = useState<ReadonlySet<keyof Values>>(new Set());
  const [refused, setRefused] = useState<Refusals<Values>>({});
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const names = Object.keys(first) as (keyof Values)[];
  const wrong = (name: keyof Values) => rules[name]?.(values[name], values) ?? '';
  const fail = (found: Refusals<Values>) => {
    setRefused(found);
    setFailures((before) => before + 1);
  };
  const submit = async () => {
    if (sending.current) return;
    setSeen(new Set(names));
    if (names.some((name) => wrong(name) !== '')) return fail({});
    sending.current = true;
    setBusy(true);
    setRefused({});
    const found = await send(values);
    sending.current = false;
    setBusy(false);
    if (found !== undefined) fail(found);
  };
  return {
    values,
    busy,
    failures,
    formError: refused.form ?? '',
    errorOf: (name) => refused[name] ?? (seen.has(name) ? wrong(name) : ''),
    set(name, value) {
      setValues((known) => ({ ...known, [name]: value }));
      setRefused((known) => ({ ...known, [name]: undefined }));
    },
    left(name) {
      setSeen((known) => new Set([...known, name]));
    },
    submit,
  };
}
