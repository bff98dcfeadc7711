import { Fragment, type ReactNode } from 'react';

interface SentenceProps<Name extends string> {
  /** What stands in the text and is no text itself: figures, times. */
  parts: Readonly<Record<Name, ReactNode>>;
  /** The text, handed what it has to have in the place of each part. */
  children(places: Readonly<Record<Name, string>>): string;
}

/** From here on characters mean nothing: the place of the first part. */
const FIRST = 0xe000;

/** A text with figures in it, each where the reader's language has it. */
export function Sentence<Name extends string>({ parts, children }: SentenceProps<Name>) {
  const names = Object.keys(parts) as Name[];
  const places = names.map((name, i) => [name, String.fromCharCode(FIRST + i)] as const);
  const text = children(Object.fromEntries(places) as Record<Name, string>);
  return text.split(/([\ue000-\uf8ff])/).map((piece, i) => {
    const name = i % 2 === 0 ? undefined : names[piece.charCodeAt(0) - FIRST];
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text are places
    return <Fragment key={i}>{name === undefined ? piece : parts[name]}</Fragment>;
  });
}
