import { REALMS } from '@assay/core/ledger/realm';
import type { RealmCheck } from '@assay/platform/check/realm-check';
import type { SharedCheck } from '@assay/platform/check/shared-check';

/**
 * What is not evidence, and why. Whatever else the catalogue of the database has, the check must
 * answer for: a new table cannot be forgotten.
 */
export const notEvidence: Readonly<Record<string, string>> = {
  'public.migration': 'compared with the files of the build at each start, by their checksums',
  'public.person': 'changed by the person; no balance follows from it',
  'public.session': 'ends by itself; what is done in a session is a command, which is evidence',
  'public.verification_code': 'gone after minutes, and kept as a hash',
  'public.known_device': 'which browsers somebody used; it slows guessing down and opens nothing',
  'public.login_failure': 'a count that slows guessing down, gone after a day',
  'public.api_key': 'changed by its owner; what a key does is a command, which is evidence',
  'public.favourite': 'what somebody likes to have at hand',
  'public.outgoing_message': 'messages on their way, gone after a day',
  'public.operator': 'names of staff; the record of what they did has the name of then',
  'public.operator_link': 'secrets that work once, kept as hashes; entering is recorded',
  'public.operator_session': 'ends by itself; what is done in it is recorded',
  'public.feed_candle': 'a summary of prices for charts, of which nothing is decided',
  'public.feed_coverage': 'which minutes of the charts are complete',
  'real.trade_candle': 'a summary of the trades, which are evidence',
  'demo.trade_candle': 'a summary of the trades, which are evidence',
};

/** Columns of tables that are evidence otherwise. */
export const notEvidenceColumns: Readonly<Record<string, string>> = {
  'engine.epoch': 'counts writers; each batch has the epoch that wrote it, which is evidence',
  'engine.holder': 'a name for people who look who writes',
  'engine.backend': 'the connection that writes now',
  'engine.renewed_at': 'when the writer was last known to be alive',
};

/** Every table for which the checks answer, with its schema. */
export function checkedTables(
  realms: readonly RealmCheck[],
  shared: Pick<SharedCheck, 'evidence'>,
): string[] {
  const ofRealm = realms.flatMap(({ realm, tables }) => [
    `${realm}.engine`,
    ...tables.mirrors.map(({ table }) => `${realm}.${table}`),
    ...tables.appended.map(({ spec }) => tableOf(realm, spec.from)),
  ]);
  return [...ofRealm, ...shared.evidence.flatMap((one) => one.tables.map((t) => `public.${t}`))];
}

function tableOf(realm: string, from: string): string {
  const kept = /^(\w+)\."([\w.]+)" AS /.exec(from);
  return kept === null ? `${realm}.${from}` : `${kept[1]}.${kept[2]}`;
}

/** The schemas of a server, as a pattern: upgrades keep their state in schemas of their own. */
export const SCHEMAS = `^(public|(${REALMS.join('|')})(_upgrade(_\\d+)?)?)$`;
