import { DateRange } from '@assay/kit/data/date-range.tsx';
import type { TableState } from '@assay/kit/data/table-state.ts';
import { SearchField } from '@assay/kit/input/search-field.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { ACTIONS } from '@assay/modules/operators/rules';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type CallOutputOf, type CallRequestOf, call } from '../../lib/call.ts';

export type Entry = CallOutputOf<'getOperatorLog'>['entries'][number];
export type LogFilter = Pick<
  CallRequestOf<'getOperatorLog'>,
  'operatorId' | 'action' | 'subject' | 'from' | 'to'
>;

const DAY_MS = 86_400_000;

/** Which entries the address asks for. Days are those of UTC. */
export function filterOf(state: TableState): LogFilter {
  const operatorId = Number(state.filter('member'));
  const [action, subject] = [state.filter('action'), state.filter('subject')];
  const [first = '', last = ''] = state.filter('range').split('..');
  const [from, to] = [Date.parse(first), Date.parse(last)];
  return {
    ...(operatorId > 0 && { operatorId }),
    ...(action !== '' && { action }),
    ...(subject !== '' && { subject }),
    ...(!Number.isNaN(from) && { from }),
    ...(!Number.isNaN(to) && { to: to + DAY_MS - 1 }),
  };
}

/** Finds entries by member, action, subject and time. */
export function LogFilters({ state, entries }: { state: TableState; entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['staff'],
    queryFn: ({ signal }) => call('getStaff', {}, signal),
  });
  const members = (data?.members ?? []).map(({ operatorId, name }) => ({
    ...{ value: String(operatorId), text: name },
  }));
  const action = state.filter('action');
  const known = new Set<string>([...ACTIONS, ...entries.map((entry) => entry.action), action]);
  known.delete('');
  const actions = [...known].map((value) => ({ value, text: actionText(t, value) }));
  const [from = '', to = ''] = state.filter('range').split('..');
  return (
    <>
      <Select
        label={t(($) => $.log.member)}
        options={[{ value: '', text: t(($) => $.log.everybody) }, ...members]}
        value={state.filter('member')}
        onChange={(value) => state.setFilter('member', value)}
      />
      <Select
        label={t(($) => $.log.action)}
        options={[{ value: '', text: t(($) => $.log.everything) }, ...actions]}
        value={action}
        onChange={(value) => state.setFilter('action', value)}
      />
      <SearchField
        label={t(($) => $.log.search)}
        value={state.filter('subject')}
        onChange={(value) => state.setFilter('subject', value)}
      />
      <DateRange
        value={{ from, to }}
        today={new Date().toISOString().slice(0, 10)}
        onChange={(days) =>
          state.setFilter('range', days.from + days.to === '' ? '' : `${days.from}..${days.to}`)
        }
      />
    </>
  );
}

/** The words for an action; the name of one that another module has added. */
export function actionText(t: TFunction, action: string): string {
  const known = ACTIONS.find((name) => name === action);
  return known === undefined ? action : t(($) => $.log.actions[known]);
}
