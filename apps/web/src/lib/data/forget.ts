import type { QueryClient } from '@tanstack/react-query';
import { useSession } from './session.ts';

/** Data that everybody may see. Whatever is not named here belongs to a session. */
const PUBLIC: ReadonlySet<unknown> = new Set([
  ...['settings', 'markets', 'stops', 'logo', 'param', 'qrcode', 'new_data', 'heads'],
  ...['getTelCode', 'text', 'texts', 'announcements', 'banners'],
]);

/**
 * What a page has loaded for one person is gone when the session ends or another one begins:
 * whoever uses the browser next finds nothing of it (ASVS 5.0 §14.3.1).
 */
export function forgetWithSession(queries: QueryClient): () => void {
  const isPersonal = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !PUBLIC.has(queryKey[0]),
  };
  return useSession.subscribe(({ token }, { token: before }) => {
    if (token === before) return;
    // Without a session nothing may be loaded again; parts that still show go with the token.
    if (token === null) queries.removeQueries(isPersonal);
    else void queries.resetQueries(isPersonal);
  });
}
