import type { Realm } from '@assay/core/ledger/realm';
import { create } from 'zustand';
import type { Profile } from '../api/tables.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../storage.ts';

/**
 * The session of the user. The token is kept in local storage under a fixed key, so that all tabs
 * share it; the profile is loaded once per visit and never stored. The realm is stored beside the
 * token, because the virtual account must not look like the real one while the profile is loading.
 */
interface Session {
  token: string | null;
  realm: Realm;
  profile: Profile | null;
  /** The last profile of this session, kept while it is loaded again: who would log in again. */
  known: Profile | null;
  /** After a log-in, a registration, or a call that returned a session of the other realm. */
  enter(login: Profile & { token: string }): void;
  setProfile(profile: Profile): void;
  /** Forgets the session in this tab and, through the storage, in all others. */
  leave(): void;
  /** Makes the profile be loaded again: the stream reported that the session may be over. */
  forgetProfile(): void;
  /** Adopts the token of another tab that logged in or out, without writing it again. */
  follow(token: string | null): void;
}

export const useSession = create<Session>((set) => ({
  token: readStored(STORAGE_KEYS.token),
  realm: storedRealm(),
  profile: null,
  known: null,
  enter({ token, ...profile }) {
    // The realm is written first, because other tabs react to the token.
    writeStored(STORAGE_KEYS.realm, profile.realm);
    writeStored(STORAGE_KEYS.token, token);
    set({ token, profile, known: profile, realm: profile.realm });
  },
  setProfile(profile) {
    writeStored(STORAGE_KEYS.realm, profile.realm);
    set({ profile, known: profile, realm: profile.realm });
  },
  leave() {
    writeStored(STORAGE_KEYS.realm, null);
    writeStored(STORAGE_KEYS.token, null);
    set({ token: null, profile: null, known: null, realm: 'real' });
  },
  forgetProfile: () => set({ profile: null }),
  follow: (token) => set({ token, profile: null, known: null, realm: storedRealm() }),
}));

/** The realm whose books and balances are shown: real for visitors. */
export function useRealm(): Realm {
  return useSession((session) => session.realm);
}

function storedRealm(): Realm {
  return readStored(STORAGE_KEYS.realm) === 'demo' ? 'demo' : 'real';
}
