import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { dateTime } from '../../lib/format.ts';
import css from '../../ui/sheet.module.css';
import { Loaded, Panel } from '../../ui/sheet.tsx';

/** The append-only record of the actions of staff. */
export function StaffLog() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['staffLog'],
    queryFn: ({ signal }) => call('getOperatorLog', { limit: 20 }, signal),
  });
  return (
    <Panel title={t(($) => $.log.title)}>
      <Loaded query={query}>
        {({ entries }) => (
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t(($) => $.outbox.at)}</th>
                <th scope="col">{t(($) => $.log.who)}</th>
                <th scope="col">{t(($) => $.log.what)}</th>
                <th scope="col">{t(($) => $.log.from)}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={`${entry.at} ${entry.action} ${entry.ip}`}>
                  <td>
                    <bdi dir="ltr">{dateTime(entry.at)}</bdi>
                  </td>
                  <td>{entry.name}</td>
                  <td>{t(($) => $.log.actions[entry.action])}</td>
                  <td>
                    <bdi dir="ltr">{entry.ip}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </Panel>
  );
}
