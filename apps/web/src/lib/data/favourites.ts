import { create } from 'zustand';
import { readStored, STORAGE_KEYS, writeStored } from '../storage.ts';
import { api } from './services.ts';
import { useSession } from './session.ts';

/**
 * The favourite markets. A visitor's favourites are kept in the browser; at log-in they are merged
 * into the account's list, which is authoritative from then on.
 */
interface Favourites {
  markets: readonly string[];
  toggle(market: string): void;
  /** Called after a log-in: sends the visitor's favourites and adopts the account's list. */
  merge(): Promise<void>;
}

export const useFavourites = create<Favourites>((set, get) => ({
  markets: stored(),
  toggle(market) {
    const on = !get().markets.includes(market);
    const markets = on
      ? [...get().markets, market]
      : get().markets.filter((each) => each !== market);
    set({ markets });
    if (useSession.getState().token === null) {
      writeStored(STORAGE_KEYS.favourites, JSON.stringify(markets));
      return;
    }
    const undo = () =>
      set({ markets: on ? markets.filter((each) => each !== market) : [...markets, market] });
    api.call('addCollectCurrenct', { market, on }).catch(undo);
  },
  async merge() {
    const own = stored();
    const { markets: known } = await api.call('getFavourites', {}, { quiet: true });
    const missing = own.filter((market) => !known.includes(market));
    for (const market of missing) {
      await api.call('addCollectCurrenct', { market, on: true }, { quiet: true });
    }
    writeStored(STORAGE_KEYS.favourites, null);
    set({ markets: [...known, ...missing] });
  },
}));

/** The visitor's own list; empty when the stored value is not a list of markets. */
function stored(): string[] {
  try {
    const value: unknown = JSON.parse(readStored(STORAGE_KEYS.favourites) ?? '[]');
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
