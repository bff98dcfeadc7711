import { api, queries } from './services.ts';
import { useSession } from './session.ts';

/**
 * The virtual account: practice money in its own realm, open to visitors too. The stream needs no
 * handling here, because it restarts whenever the token changes.
 */
export async function openVirtualAccount(): Promise<void> {
  useSession.getState().enter(await api.call('tempLogin', {}));
}

/** Returns to the real account, or to a visitor's session when there is no real account. */
export async function exitVirtualAccount(): Promise<void> {
  const { login } = await api.call('exitVirtualAccount', {});
  if (login) useSession.getState().enter(login);
  else useSession.getState().leave();
}

/** Cancels the open orders of the virtual account and restores its initial balance. */
export async function resetVirtualAccount(): Promise<void> {
  await api.call('resetVirtualAccount', {});
  await queries.invalidateQueries();
}
