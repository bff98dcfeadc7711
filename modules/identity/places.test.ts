import { expect, it } from 'vitest';
import { placeOf } from './places.ts';

it.each([
  ['91.198.174.192', 'NL'],
  ['::ffff:91.198.174.192', 'NL'],
  ['2001:690::1', 'PT'],
  ['2a02:8070::1', 'DE'],
  ['240d:1a::1%eth0', 'JP'],
  ['10.0.0.1', ''],
  ['127.0.0.1', ''],
  ['::1', ''],
  ['fe80::1', ''],
  ['', ''],
  ['1.2.3', ''],
  ['2001:690::1::2', ''],
])('IDEN-201 the place of %s is "%s"', (ip, place) => {
  expect(placeOf(ip)).toBe(place);
});
