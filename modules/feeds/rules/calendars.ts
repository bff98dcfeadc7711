import { ALWAYS, type Closure, type SessionCalendar } from '@assay/core/session/calendar';

/**
 * The hours of the markets whose prices are followed, as their venues publish them. A calendar is a
 * published rule: whoever has it and an instant knows whether prices are due.
 */

const h = (hours: number, minutes = 0) => hours * 60 + minutes;
const WORKDAYS = [1, 2, 3, 4, 5];

/** Spot forex: from Sunday 17:00 to Friday 17:00 in New York, without a break. */
const FOREX: SessionCalendar = {
  name: 'forex',
  zone: 'America/New_York',
  hours: [
    { days: [0], from: h(17), to: h(24) },
    { days: [1, 2, 3, 4], from: 0, to: h(24) },
    { days: [5], from: 0, to: h(17) },
  ],
  closures: [
    { name: 'newYear', on: { kind: 'date', month: 1, day: 1 }, from: h(-7), to: h(17) },
    { name: 'christmas', on: { kind: 'date', month: 12, day: 25 }, from: h(-7), to: h(17) },
  ],
};

/** Trading ends at 14:30 and begins again at 18:00 with the next trading day. */
const early = (name: string, on: Closure['on'], since?: number): Closure => ({
  ...{ name, on, from: h(14, 30), to: h(18) },
  ...(since === undefined ? {} : { since }),
});

const MONDAY = 1;
const THURSDAY = 4;

/** Holidays of the American futures exchange on which the day is short or does not take place. */
const AMERICAN: readonly Closure[] = [
  {
    name: 'newYear',
    on: { kind: 'date', month: 1, day: 1, observed: 'monday' },
    ...{ from: h(-7), to: h(18) },
  },
  early('martinLutherKing', { kind: 'weekday', month: 1, weekday: MONDAY, nth: 3 }),
  early('presidents', { kind: 'weekday', month: 2, weekday: MONDAY, nth: 3 }),
  { name: 'goodFriday', on: { kind: 'easter', add: -2 }, from: h(-7), to: h(17) },
  early('memorial', { kind: 'weekday', month: 5, weekday: MONDAY, nth: -1 }),
  early('juneteenth', { kind: 'date', month: 6, day: 19, observed: 'nearest' }, 2022),
  early('independence', { kind: 'date', month: 7, day: 4, observed: 'nearest' }),
  early('labor', { kind: 'weekday', month: 9, weekday: MONDAY, nth: 1 }),
  early('thanksgiving', { kind: 'weekday', month: 11, weekday: THURSDAY, nth: 4 }),
  {
    name: 'dayAfterThanksgiving',
    on: { kind: 'weekday', month: 11, weekday: THURSDAY, nth: 4, add: 1 },
    ...{ from: h(13, 45), to: h(17) },
  },
  {
    name: 'christmasEve',
    on: { kind: 'date', month: 12, day: 24 },
    ...{ from: h(13, 45), to: h(17) },
  },
  {
    name: 'christmas',
    on: { kind: 'date', month: 12, day: 25, observed: 'nearest' },
    ...{ from: h(-7), to: h(18) },
  },
];

/** Metals, American crude oil and gas: Sunday 18:00 to Friday 17:00, an hour's break each day. */
const american = (name: string): SessionCalendar => ({
  name,
  zone: 'America/New_York',
  hours: [
    { days: [0], from: h(18), to: h(24) },
    { days: [1, 2, 3, 4], from: 0, to: h(17) },
    { days: [1, 2, 3, 4], from: h(18), to: h(24) },
    { days: [5], from: 0, to: h(17) },
  ],
  closures: AMERICAN,
});

const METALS = american('metals');
const ENERGY = american('energy');

/** Brent: 01:00 to 23:00 in London; on some days it ends at 18:30. */
const BRENT: SessionCalendar = {
  name: 'brent',
  zone: 'Europe/London',
  hours: [{ days: WORKDAYS, from: h(1), to: h(23) }],
  closures: [
    {
      name: 'newYear',
      on: { kind: 'date', month: 1, day: 1, observed: 'monday' },
      ...{ from: h(0), to: h(23) },
    },
    { name: 'goodFriday', on: { kind: 'easter', add: -2 }, from: h(0), to: h(23) },
    {
      name: 'thanksgiving',
      on: { kind: 'weekday', month: 11, weekday: THURSDAY, nth: 4 },
      ...{ from: h(18, 30), to: h(23) },
    },
    {
      name: 'christmasEve',
      on: { kind: 'date', month: 12, day: 24 },
      ...{ from: h(18, 30), to: h(23) },
    },
    {
      name: 'christmas',
      on: { kind: 'date', month: 12, day: 25, observed: 'monday' },
      ...{ from: h(0), to: h(23) },
    },
  ],
};

/** All calendars by name. */
export const CALENDARS = {
  always: ALWAYS,
  forex: FOREX,
  metals: METALS,
  energy: ENERGY,
  brent: BRENT,
} as const satisfies Readonly<Record<string, SessionCalendar>>;

export type CalendarName = keyof typeof CALENDARS;
