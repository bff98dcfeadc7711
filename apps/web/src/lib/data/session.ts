import type { Realm } from '@assay/core/ledger/realm';
import { create } from 'zustand';
import type { Profile } from '../api/tables.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../storage.ts';

/**
 * Who is here. The token lives in local storage under a fixed key, so that every tab shares it;
 * the profile is loaded once a visit and never stored. The realm is kept beside the token: even in
 * the moment before the profile is there, the virtual account must not look like the real one.
 */
interface Session {
  token: string | null;
  realm: Realm;
  profile: Profile | null;
  /** After a log-in, a registration, or a call that returned a session of the other realm. */
  enter(login: Profile & { token: string }): void;
  learn(profile: Profile): void;
  /** Forgets the session in this tab and, through the storage, in all others. */
  leave(): void;
  /** Asks again who this is: the stream says that the session may be over. */
  doubt(): void;
  /** Another tab logged in or out: take over its token without writing it again. */
  follow(token: string | null): void;
}

export const useSession = create<Session>((set) => ({
  token: readStored(STORAGE_KEYS.token),
  realm: storedRealm(),
  profile: null,
  enter({ token, ...profile }) {
    // The realm first: other tabs act on the token.
    writeStored(STORAGE_KEYS.realm, profile.realm);
    writeStored(STORAGE_KEYS.token, token);
    set({ token, profile, realm: profile.realm });
  },
  learn(profile) {
    writeStored(STORAGE_KEYS.realm, profile.realm);
    set({ profile, realm: profile.realm });
  },
  leave() {
    writeStored(STORAGE_KEYS.realm, null);
    writeStored(STORAGE_KEYS.token, null);
    set({ token: null, profile: null, realm: 'real' });
  },
  doubt: () => set({ profile: null }),
  follow: (token) => set({ token, profile: null, realm: storedRealm() }),
}));

/** The realm whose books and balances are shown: real for visitors. */
export function useRealm(): Realm {
  return useSession((session) => session.realm);
}

function storedRealm(): Realm {
  return readStored(STORAGE_KEYS.realm) === 'demo' ? 'demo' : 'real';
}
