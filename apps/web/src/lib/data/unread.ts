import { useEffect, useState } from 'react';
import { stream } from './services.ts';
import { useSession } from './session.ts';

/** How many messages this person has not read, as the server publishes it; 0 for visitors. */
export function useUnread(): number {
  const token = useSession((session) => session.token);
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    setUnread(0);
    if (token === null) return;
    const take = (data: unknown) => setUnread((data as { unread: number }).unread);
    return stream.subscribe('inbox', { snapshot: take, delta: take });
  }, [token]);
  return unread;
}
