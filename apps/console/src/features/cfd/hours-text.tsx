import { useTranslation } from 'react-i18next';

/** Hours of a day as staff read and type them. */
export function useHoursText(): (hours: string | null) => string {
  const { t } = useTranslation();
  return (hours) => {
    if (hours === null) return t(($) => $.calendars.usual);
    return hours === '' ? t(($) => $.calendars.closed) : hours.replaceAll(',', ', ');
  };
}
