/** Time zones of trading centres, from west to east. The browser's own may be any other. */
export const ZONES = [
  'America/Los_Angeles',
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Moscow',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Bangkok',
  'Asia/Hong_Kong',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Asia/Seoul',
  'Australia/Sydney',
] as const;

/** A zone by its UTC offset at a time: UTC+8, UTC-3:30. An empty name means the browser's zone. */
export function zoneName(zone: string, at: number): string {
  const options = {
    timeZoneName: 'shortOffset',
    ...(zone === '' ? {} : { timeZone: zone }),
  } as const;
  const parts = new Intl.DateTimeFormat('en', options).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
  return name.replace('GMT', 'UTC').replace(/^UTC\+0$/, 'UTC');
}
