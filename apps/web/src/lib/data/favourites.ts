import { create } from 'zustand';
import { readStored, STORAGE_KEYS, writeStored } from '../storage.ts';
import { api } from './services.ts';
import { useSession } from './session.ts';

/**
 * The markets with a star. A visitor's stars live in the browser; after a log-in they are merged
 * into the account's, which then has the word.
 */
interface Favourites {
  markets: readonly string[];
  toggle(market: string): void;
  /** Called after a log-in: sends what this visitor starred and takes over the account's list. */
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

/** The visitor's own list; anything else under the key is as good as none. */
function stored(): string[] {
  try {
    const value: unknown = JSON.parse(readStored(STORAGE_KEYS.favourites) ?? '[]');
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
