/** How long an IBAN is, by country: the register of ISO 13616. */
const LENGTHS: Readonly<Record<string, number>> = lengthsOf(`
  15 NO, 16 BE, 18 DK FI FK FO GL NL SD, 19 MK SI, 20 AT BA EE KZ LT LU MN XK, 21 CH HR LI LV,
  22 BG BH CR DE GB GE IE ME RS VA, 23 AE GI IL IQ OM SO TL, 24 AD CZ ES MD PK RO SA SE SK TN VG,
  25 LY PT ST, 26 IS TR, 27 BI DJ FR GR IT MC MR SM, 28 AL AZ BY CY DO GT HN HU LB NI PL SV,
  29 BR EG PS QA UA, 30 JO KW MU YE, 31 MT SC, 32 LC, 33 RU`);

function lengthsOf(table: string): Record<string, number> {
  const lengths: Record<string, number> = {};
  for (const line of table.split(',')) {
    const [length, ...countries] = line.trim().split(/\s+/);
    for (const country of countries) lengths[country] = Number(length);
  }
  return lengths;
}

/** As it is kept: without blanks, in capitals. */
export const plainBankNumber = (text: string) => text.replaceAll(/\s+/g, '').toUpperCase();

/** What is wrong with the number of an account, an IBAN or a card; '' takes it away. */
export function faultOfBankNumber(number: string): 'bankNumber' | 'iban' | null {
  if (!/^([A-Z0-9]{4,34})?$/.test(number)) return 'bankNumber';
  return /^[A-Z]{2}[0-9]{2}/.test(number) && !isIban(number) ? 'iban' : null;
}

/** A country that has joined the register since is known by its check digits alone. */
function isIban(number: string): boolean {
  const length = LENGTHS[number.slice(0, 2)];
  if (length !== undefined && number.length !== length) return false;
  // ISO 7064, MOD 97-10: the first four go last, letters count from A = 10.
  const digits = (number.slice(4) + number.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}
