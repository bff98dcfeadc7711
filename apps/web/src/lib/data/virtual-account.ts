import { api, queries } from './services.ts';
import { useSession } from './session.ts';

/**
 * The virtual account: practice money in its own realm. A visitor may open one too. The stream
 * follows by itself, because it starts again whenever the token changes.
 */
export async function openVirtualAccount(): Promise<void> {
  useSession.getState().enter(await api.call('tempLogin', {}));
}

/** Back to the real account, or to being a visitor when there is none behind it. */
export async function exitVirtualAccount(): Promise<void> {
  const { login } = await api.call('exitVirtualAccount', {});
  if (login) useSession.getState().enter(login);
  else useSession.getState().leave();
}

/** Cancels what is open there and sets the balance back to where it began. */
export async function resetVirtualAccount(): Promise<void> {
  await api.call('resetVirtualAccount', {});
  await queries.invalidateQueries();
}
