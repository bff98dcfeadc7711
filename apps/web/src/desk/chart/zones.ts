/** Time zones of the places that trade, from west to east. Any other is the browser's own. */
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

/** A zone as its distance to UTC at a moment: UTC+8, UTC-3:30. Empty is the browser's own. */
export function zoneName(zone: string, at: number): string {
  const options = {
    timeZoneName: 'shortOffset',
    ...(zone === '' ? {} : { timeZone: zone }),
  } as const;
  const parts = new Intl.DateTimeFormat('en', options).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
  return name.replace('GMT', 'UTC').replace(/^UTC\+0$/, 'UTC');
}
