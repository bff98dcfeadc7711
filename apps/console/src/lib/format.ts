const tag = 'en-u-ca-gregory-nu-latn';
const integers = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
const amounts = new Intl.NumberFormat(tag, { maximumFractionDigits: 8 });
const moments = new Intl.DateTimeFormat(tag, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

export const integer = (value: number): string => integers.format(value);

/** Decimal text, exactly: it never passes through a float. */
export const amount = (value: string): string => amounts.format(value as Intl.StringNumericLiteral);

export const moment = (at: number): string => moments.format(at);
