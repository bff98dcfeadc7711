import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { calendarNamed, DATED_CALENDARS, hoursOfDate } from '@assay/modules/feeds/rules';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import { useHoursText } from './hours-text.tsx';
import { readDays } from './read-days.ts';
import { useCalendars } from './use-calendar-days.ts';

/** Prepares other hours of some days: whoever signs reads what each of them was and is to be. */
export function HoursForm({ close }: { close(): void }) {
  const { t } = useTranslation();
  const calendars = useCalendars();
  const text = useHoursText();
  const propose = usePropose('changeCalendar', close);
  const words = { closed: t(($) => $.calendars.closed), usual: t(($) => $.calendars.usual) };
  const daysOf = (calendar: string, lines: string) =>
    readDays(lines, words)?.map(({ date, after }) => {
      return { date, before: hoursOfDate(calendars, calendar, date) ?? '', after };
    });
  const form = useForm({
    first: { calendar: DATED_CALENDARS[0] as string, days: '', reason: '' },
    rules: {
      days: (lines) => (readDays(lines, words) === null ? t(($) => $.calendars.wrong) : ''),
      reason: (said) => (said.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: ({ calendar, days, reason }) =>
      propose({ calendar, days: daysOf(calendar, days) }, reason),
  });
  const { calendar, days } = form.values;
  const options = DATED_CALENDARS.map((value) => ({
    ...{ value, text: t(($) => $.calendars.names[value]) },
  }));
  return (
    <FormDialog
      title={t(($) => $.calendars.change)}
      close={close}
      form={form}
      action={t(($) => $.terms.propose)}
    >
      <Callout tone="warning">{t(($) => $.calendars.does)}</Callout>
      <SelectField
        label={t(($) => $.calendars.calendar)}
        options={options}
        {...textOf(form, 'calendar')}
      />
      <TextArea
        dir="ltr"
        label={t(($) => $.calendars.days, { zone: calendarNamed(calendar)?.zone })}
        hint={t(($) => $.calendars.form, words)}
        {...textOf(form, 'days')}
      />
      <ul>
        {daysOf(calendar, days)?.map(({ date, before, after }) => (
          <li key={date}>
            <Ltr>
              {date}: {text(before)} → {text(after)}
            </Ltr>
          </li>
        ))}
      </ul>
      <TextArea label={t(($) => $.terms.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
