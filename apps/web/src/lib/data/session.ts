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
  /** Whether the person has an account of their own; null where nobody knows it yet. */
  own: boolean | null;
  /** The last profile of this session, kept while it is loaded again: who would log in again. */
  known: Profile | null;
  /** Another tab ended the session that this one had. */
  endedElsewhere: boolean;
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

export const useSession = create<Session>((set, get) => ({
  token: readStored(STORAGE_KEYS.token),
  realm: storedRealm(),
  own: storedOwn(),
  profile: null,
  known: null,
  endedElsewhere: false,
  enter({ token, ...profile }) {
    keepVisit(get(), profile);
    // The realm is written first, because other tabs react to the token.
    keepKind(profile);
    writeStored(STORAGE_KEYS.token, token);
    set({ token, ...ofProfile(profile), endedElsewhere: false });
  },
  setProfile(profile) {
    keepKind(profile);
    set(ofProfile(profile));
  },
  leave() {
    writeStored(STORAGE_KEYS.realm, null);
    writeStored(STORAGE_KEYS.own, null);
    writeStored(STORAGE_KEYS.token, null);
    const none = { token: null, own: null, profile: null, known: null } as const;
    set({ ...none, realm: 'real', endedElsewhere: false });
  },
  forgetProfile: () => set({ profile: null }),
  follow(token) {
    const endedElsewhere = token === null && get().token !== null;
    const kept = { realm: storedRealm(), own: storedOwn() };
    set({ token, profile: null, known: null, ...kept, endedElsewhere });
  },
}));

/** The realm whose books and balances are shown: real for visitors. */
export function useRealm(): Realm {
  return useSession((session) => session.realm);
}

/**
 * Whether the person at the browser has an account of their own: a visitor has none, with or
 * without a virtual account. Null while a stored session of the virtual account has not said whose
 * it is.
 */
export function useHasAccount(): boolean | null {
  return useSession(({ token, own, realm }) => {
    if (token === null) return false;
    return own ?? (realm === 'real' || null);
  });
}

/** A visitor who registers or logs in can come back to the virtual account that they leave. */
function keepVisit({ token, known }: Session, { demoOnly }: Profile): void {
  if (known?.demoOnly && !demoOnly) writeStored(STORAGE_KEYS.virtual, token);
}

const ofProfile = (profile: Profile) => ({
  ...{ own: !profile.demoOnly, realm: profile.realm },
  ...{ profile, known: profile },
});

/** What the header needs to know before the profile is there. */
function keepKind({ realm, demoOnly }: Profile): void {
  writeStored(STORAGE_KEYS.realm, realm);
  writeStored(STORAGE_KEYS.own, demoOnly ? 'no' : 'yes');
}

function storedOwn(): boolean | null {
  const own = readStored(STORAGE_KEYS.own);
  return own === null ? null : own === 'yes';
}

function storedRealm(): Realm {
  return readStored(STORAGE_KEYS.realm) === 'demo' ? 'demo' : 'real';
}
