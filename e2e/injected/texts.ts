import { Injections } from '../harness/injections.ts';

export const TEXTS = new Injections(1_000, 20_261_127);
/** What staff may write to people has no addresses, numbers and links (SUPP-050). */
export const SPOKEN = new Injections(
  2_000,
  20_261_128,
  (text) => !/(script|data)\s?:|\/\/|@|[a-z\d]{25}|\d[\s-]?\d{6}|[.\u3002]\p{L}/iu.test(text),
);
