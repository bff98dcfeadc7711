/**
 * Local storage under fixed keys. A browser may refuse storage (private window, full disk). The app
 * then keeps its state for this visit only, so every access is allowed to fail.
 */
export const STORAGE_KEYS = {
  token: 'assay.token',
  realm: 'assay.realm',
  /** Whether the account is the person's own, or a visitor's virtual one. */
  own: 'assay.own',
  /** The virtual account that a visitor left, to come back to. */
  virtual: 'assay.virtual',
  language: 'assay.language',
  theme: 'assay.theme',
  direction: 'assay.direction',
  numbers: 'assay.numbers',
  density: 'assay.density',
  favourites: 'assay.favourites',
  source: 'assay.source',
  mode: 'assay.mode',
  receipts: 'assay.receipts',
  /** What somebody has practised of the trading screens in a virtual account. */
  lessons: 'assay.lessons',
  heads: 'assay.heads',
  /** Signed heads of the ticks of indices. */
  tickHeads: 'assay.tickHeads',
} as const;

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the key. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage may fail: see above.
  }
}
