import { expect, it } from 'vitest';
import { deviceOf } from './device.ts';

it('KIT-021 a session is named by its browser and system', () => {
  const mozilla = 'Mozilla/5.0';
  expect([
    deviceOf(
      `${mozilla} (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0`,
    ),
    deviceOf(`${mozilla} (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Safari/604.1`),
    deviceOf(`${mozilla} (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0`),
    deviceOf('curl/8.9'),
    deviceOf(''),
  ]).toEqual(['Edge, Windows', 'Safari, iOS', 'Firefox, Linux', 'curl/8.9', '—']);
});
