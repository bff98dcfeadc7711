import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../lib/api/tables.ts';

interface AnnouncedProps {
  readonly text: CallOutput<'getText'>;
  /** The address of the text's present edition. */
  readonly to: string;
}

/** Of a text of law: that another edition is announced, or that this one does not hold. */
export function Announced({ text: { state, next, at }, to }: AnnouncedProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const present = <Link to={to}>{t(($) => $.content.editions.present)}</Link>;
  if (state === 'earlier') {
    return <Callout action={present}>{t(($) => $.content.editions.earlier)}</Callout>;
  }
  if (state === 'withdrawn') {
    return <Callout action={present}>{t(($) => $.content.editions.withdrawn)}</Callout>;
  }
  if (state === 'announced') {
    return (
      <Callout tone="warning" action={present}>
        {t(($) => $.content.editions.announced, { date: dateTime(at) })}
      </Callout>
    );
  }
  if (next === null) return null;
  const address = `${to}${to.includes('?') ? '&' : '?'}edition=${next.edition}`;
  return (
    <Callout tone="warning" action={<Link to={address}>{t(($) => $.content.editions.read)}</Link>}>
      {t(($) => $.content.editions.next, { date: dateTime(next.at) })}
    </Callout>
  );
}
