import type { Realm } from '@assay/core/ledger/realm';
import type { SignedHead } from '@assay/core/receipt/head';
import type { CallOutput } from '@assay/core/schema/call';
import { refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import type { factCalls } from '../schema/facts.ts';

export type Setting = CallOutput<(typeof factCalls)['getSetting']>;
export type PublicFigures = CallOutput<(typeof factCalls)['new_data']>;

export interface FactOptions {
  readonly setting: () => Setting;
  /** Counts the figures; may take a while, so it is called at most every half minute. */
  readonly figures: () => Promise<PublicFigures>;
  readonly log: LogOfCommands;
}

/** The signed heads of both realms' logs; the server's check has them. */
export interface LogOfCommands {
  readonly publicKey: string;
  /** Undefined until the first one is signed. */
  head(realm: Realm): SignedHead | undefined;
  /** Null when the head is being renewed: the next one has it. */
  prove(realm: Realm, seq: number): Promise<LogProof | null>;
}

export interface LogProof {
  readonly head: SignedHead;
  readonly hash: string;
  readonly path: readonly string[];
}

const FIGURES_MS = 30_000;

export function factHandlers({ setting, figures, log }: FactOptions): Handlers<typeof factCalls> {
  let counted: { readonly at: number; readonly made: Promise<PublicFigures> } | null = null;
  return {
    getSetting: () => setting(),
    new_data: (_input, { now }) => {
      if (counted !== null && now - counted.at < FIGURES_MS) return counted.made;
      const made = figures();
      counted = { at: now, made };
      // A failed count is not kept: the next request counts again.
      made.catch(() => {
        counted = null;
      });
      return made;
    },
    getLogHead: ({ realm }) => {
      const head = log.head(realm);
      return head === undefined ? refuse('noHead') : { publicKey: log.publicKey, head };
    },
    getLogProof: async ({ realm, seq }) => {
      const head = log.head(realm);
      if (head === undefined) return refuse('noHead');
      if (seq > head.seq) return refuse('unknownCommand', { seq: String(seq) });
      const proof = await log.prove(realm, seq);
      if (proof === null) return refuse('noHead');
      return { publicKey: log.publicKey, ...proof, path: [...proof.path] };
    },
  };
}
