/**
 * What an installation is: a `trial`, in which prices and capital may be made up and codes are read
 * in the outbox, or a `production`, in which nothing is.
 */
export const MODES = ['trial', 'production'] as const;

export type Mode = (typeof MODES)[number];
