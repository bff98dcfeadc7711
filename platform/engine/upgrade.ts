import { OWNER } from '@assay/core/ledger/owners';
import type { RulesFor } from '@assay/core/schema/registry';

/**
 * The commands after this one are decided by another build than those before it. The engine writes
 * it when it starts; it changes no state.
 */
export interface Upgrade {
  /** Identifies the code of the build. */
  readonly build: string;
  /** State hash of what the build loaded, which its migrations had brought over. */
  readonly stateHash: string;
}

declare module '@assay/core/schema/registry' {
  interface Commands {
    upgrade: { body: Upgrade; outcome: object; refusal: 'notAllowed' };
  }
}

/** The one command that belongs to no machine. */
export const upgradeRules: RulesFor<'upgrade'> = {
  upgrade: (_, { actor }) => (actor === OWNER.setup ? {} : { refusal: 'notAllowed' }),
};
