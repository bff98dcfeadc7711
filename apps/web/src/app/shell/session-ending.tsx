import { IconHourglassLow } from '@assay/kit/icons/hourglass-low.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, stream } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { minutesLeft } from '../../lib/data/session-end.ts';
import { askToLogIn } from '../log-in-again.tsx';
import css from './notice.module.css';

/** Warns before the session ends, with a button that starts a new one. */
export function SessionEnding() {
  const { t } = useTranslation();
  const count = useMinutesLeft(useSessionEnd());
  if (count === null) return null;
  return (
    <div role="status" className={`${css.notice} ${css.ending}`}>
      <IconHourglassLow size={14} stroke={1.5} aria-hidden="true" />
      {t(($) => $.shell.ending.text, { count })}
      <button type="button" className={css.action} onClick={() => askToLogIn()}>
        {t(($) => $.shell.ending.again)}
      </button>
    </div>
  );
}

/** When this session ends; null while unknown, and for visitors, who cannot log in. */
function useSessionEnd(): number | null {
  const userId = useSession(({ profile }) => (profile?.demoOnly ? 0 : (profile?.userId ?? 0)));
  const { data = null } = useQuery({
    queryKey: ['sessionEnd', userId],
    queryFn: async ({ signal }) => {
      const { sessions } = await api.call('getSessions', {}, { signal, quiet: true });
      return sessions.find(({ current }) => current)?.expiresAt ?? null;
    },
    enabled: userId > 0,
    // The end of a session never changes, and a new session invalidates all queries.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return userId > 0 ? data : null;
}

const CHECK_EVERY_MS = 10_000;

function useMinutesLeft(endsAt: number | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const check = () => setLeft(minutesLeft(endsAt, Date.now() + stream.status.skewMs));
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [endsAt]);
  return left;
}
