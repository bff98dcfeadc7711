import { useSyncExternalStore } from 'react';

/** The values of the design tokens, for canvases, which cannot read style sheets. */
export interface Tokens {
  readonly font: string;
  readonly ground: string;
  readonly surface: string;
  readonly raised: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly accent: string;
  readonly gold: string;
  readonly cyan: string;
  readonly magenta: string;
  readonly lime: string;
  readonly rose: string;
  readonly slate: string;
  readonly brown: string;
  readonly violet: string;
  readonly blue: string;
  readonly orange: string;
  readonly green: string;
  readonly red: string;
  readonly up: string;
  readonly down: string;
  readonly buy: string;
  readonly sell: string;
}

const NAMES: Readonly<Record<keyof Tokens, string>> = {
  font: '--font',
  ground: '--ground',
  surface: '--surface',
  raised: '--raised',
  line: '--line',
  lineStrong: '--line-strong',
  ink: '--ink',
  ink2: '--ink-2',
  ink3: '--ink-3',
  accent: '--accent',
  gold: '--series-gold',
  cyan: '--series-cyan',
  magenta: '--series-magenta',
  lime: '--series-lime',
  rose: '--series-rose',
  slate: '--series-slate',
  brown: '--series-brown',
  violet: '--series-violet',
  blue: '--blue',
  orange: '--orange',
  green: '--green',
  red: '--red',
  up: '--up',
  down: '--down',
  buy: '--buy',
  sell: '--sell',
};

let known: Tokens | null = null;

/** The tokens of the current theme and colour convention; a new object when either changes. */
export function useTokens(): Tokens {
  return useSyncExternalStore(follow, readTokens);
}

/** Like useTokens, but outside React. */
export function readTokens(): Tokens {
  if (known === null) {
    const style = getComputedStyle(document.documentElement);
    const entries = Object.entries(NAMES).map(([key, name]) => [
      key,
      style.getPropertyValue(name).trim(),
    ]);
    known = Object.fromEntries(entries) as Tokens;
  }
  return known;
}

function follow(listener: () => void): () => void {
  const observer = new MutationObserver(() => {
    known = null;
    listener();
  });
  const attributeFilter = ['data-mantine-color-scheme', 'data-direction'];
  observer.observe(document.documentElement, { attributeFilter });
  return () => observer.disconnect();
}
