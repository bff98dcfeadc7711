import { readStored, STORAGE_KEYS, writeStored } from '../storage.ts';
import { accountLabel } from './account-label.ts';
import { api, queries } from './services.ts';
import { useSession } from './session.ts';

/**
 * The virtual account: practice money in its own realm, open to visitors too. A visitor comes back
 * to the one that they left in this browser. The stream needs no handling here, because it restarts
 * whenever the token changes.
 */
export async function openVirtualAccount(): Promise<void> {
  const signedIn = useSession.getState().token !== null;
  const left = signedIn ? null : readStored(STORAGE_KEYS.virtual);
  const login = await api.call('tempLogin', {}, left === null ? {} : { token: left });
  if (!signedIn) writeStored(STORAGE_KEYS.virtual, null);
  useSession.getState().enter(login);
}

/**
 * Returns to the real account. A visitor has none: the page forgets the session but keeps its key,
 * which is all that can open the account again. Resolves to whether a session is left.
 */
export async function exitVirtualAccount(): Promise<boolean> {
  const { token, profile, enter, leave } = useSession.getState();
  const known = profile ?? (await api.call('getInfo', {}));
  if (accountLabel(known) === '') {
    writeStored(STORAGE_KEYS.virtual, token);
    leave();
    return false;
  }
  const { login } = await api.call('exitVirtualAccount', {});
  if (login) enter(login);
  else leave();
  return login !== null;
}

/** Cancels the open orders of the virtual account and restores its initial balance. */
export async function resetVirtualAccount(): Promise<void> {
  await api.call('resetVirtualAccount', {});
  await queries.invalidateQueries();
}
