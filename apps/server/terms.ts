import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import type { CommandName } from '@assay/core/schema/registry';
import type { TermValues } from '@assay/core/schema/terms';
import { SECOND } from '@assay/core/time';
import { listingOf } from '@assay/modules/cfd';
import {
  CONTRACT_TERMS,
  type ContractListing,
  readTerms,
  termsOfListing,
} from '@assay/modules/cfd/rules';
import {
  changeFault,
  OPTION_TERMS,
  optionTermsOf,
  withOptionTerms,
} from '@assay/modules/options/rules';
import type { PublishedTerms, TermsKind } from '@assay/modules/parameters';
import { TERMS_KINDS, type TermsKindName } from '@assay/modules/parameters/schema';
import type { Command } from '@assay/platform/engine/command';
import type { Job } from '@assay/platform/jobs/jobs';
import type { RealmEngine } from './realm.ts';

const LOOK_EVERY_MS = SECOND;

type Terms = Pick<RealmEngine, 'machines'>;

/** The terms of contracts and options; the markets of both realms are listed alike. */
export function termsKinds(engine: Terms): Record<TermsKindName, TermsKind> {
  return {
    contract: {
      specs: CONTRACT_TERMS,
      origin: (symbol) => {
        const listing = contractOf(engine, symbol);
        return listing === null ? null : termsOfListing(listing);
      },
      fault: (symbol, terms) => {
        const listing = contractOf(engine, symbol);
        const read = listing === null ? 'symbol' : readTerms(withTerms(listing, terms));
        return typeof read === 'string' ? read : null;
      },
    },
    option: {
      specs: OPTION_TERMS,
      origin: (market) => {
        const terms = optionOf(engine, market);
        return terms === null ? null : optionTermsOf(terms);
      },
      fault: (market, terms) => {
        const present = optionOf(engine, market);
        return present === null ? market : changeFault(present, terms);
      },
    },
  };
}

/**
 * Gives an engine the terms that hold now, by commands in its log. Their ids name the versions, so
 * that each is set once, whoever else runs this job.
 */
export function publishedTermsJob(
  engine: Pick<RealmEngine, 'machines' | 'submit'>,
  terms: Pick<PublishedTerms, 'effectiveAt'>,
  realm: Realm,
): Job {
  const done = new Set<number>();
  const set = async <T extends CommandName>(command: Command<T>) => {
    const reply = await engine.submit(command);
    if (!reply.ok) throw new Error(`${command.id} was not set: ${reply.refusal}`);
  };
  const actor = OWNER.setup;
  return {
    name: `publishedTerms:${realm}`,
    everyMs: LOOK_EVERY_MS,
    atStart: true,
    run: async (at, signal) => {
      for (const kind of TERMS_KINDS) {
        for (const { versionId, subject, terms: values } of terms.effectiveAt(kind, at)) {
          if (done.has(versionId)) continue;
          signal.throwIfAborted();
          const id = `terms ${kind} ${subject} ${versionId}`;
          const contract = kind === 'contract' ? contractOf(engine, subject) : null;
          const option = kind === 'option' ? optionOf(engine, subject) : null;
          if (contract !== null) {
            await set({ type: 'setCfdTerms', actor, id, body: withTerms(contract, values) });
          } else if (option !== null) {
            const body = withOptionTerms(option, values);
            await set({ type: 'setOptionMarket', actor, id, body });
          } else {
            // This realm lists it in a moment.
            continue;
          }
          done.add(versionId);
        }
      }
    },
  };
}

function contractOf({ machines }: Terms, symbol: string): ContractListing | null {
  const live = machines.cfd.state.bySymbol.get(symbol);
  return live === undefined ? null : listingOf(live.row);
}

/** Every value is checked by `readTerms`, whatever somebody has written. */
function withTerms(listing: ContractListing, terms: TermValues): ContractListing {
  return { ...listing, ...terms } as ContractListing;
}

function optionOf({ machines }: Terms, market: string) {
  return machines.options.markets.termsOf(market);
}
