const tag = 'en-u-ca-gregory-nu-latn';
const integers = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
const amounts = new Intl.NumberFormat(tag, { maximumFractionDigits: 8 });
const times = new Intl.DateTimeFormat(tag, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

export const integer = (value: number): string => integers.format(value);

/** Formats decimal text exactly: it never becomes a float. */
export const amount = (value: string): string => amounts.format(value as Intl.StringNumericLiteral);

export const dateTime = (at: number): string => times.format(at);
