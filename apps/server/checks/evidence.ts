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
  'public.challenge': 'what somebody was asked to prove, gone after a day',
  'public.totp': 'secrets of authenticator apps, sealed; added and removed by the person',
  'public.passkey': 'public keys; added and removed by the person',
  'public.recovery_code': 'hashes of codes, each of which works once',
  'public.security_answer': 'hashes of answers, which open nothing',
  'public.restriction': 'limits what a person can do; a trigger lets nobody change a row',
  'public.account_event': 'for its owner; what moves value is a command, which is evidence',
  'public.withdrawal_destination': 'the engine has the digest of each row, which binds all of it',
  'public.exit_plan': 'which withdrawals were asked for together; each of them is evidence itself',
  'public.withdrawal_lot': 'by which deposits rules count; the ledger has no such parts',
  'public.withdrawal_hold': 'until when one waits; approving it is a command, which is evidence',
  'public.withdrawal_claim': 'who of staff works on one now',
  'public.withdrawal_payout': 'the engine has the digest of each transaction, when it settled',
  'public.payout_by_hand': 'what is to be confirmed by a chain; what counts is a payout',
  'public.withdrawal_bank': 'the engine has the digest of each row, which binds all of it',
  'public.former_address': 'where a person was reached before; it opens nothing',
  'public.wallet': 'which wallets log in; added and removed by the person',
  'public.login_failure': 'a count that slows guessing down, gone after a day',
  'public.api_key': 'changed by its owner; what a key does is a command, which is evidence',
  'public.favourite': 'what somebody likes to have at hand',
  'public.outgoing_message': 'messages on their way, gone after a day',
  'public.operator': 'who is of the staff; what changed it is recorded with the name of then',
  'public.staff_person': 'numbers by which accounts of one person are known as such',
  'public.content_withdrawal': 'a trigger lets nobody change a row; what it names never held',
  'public.staff_account': 'accounts that staff have as customers; each change of it is recorded',
  'public.emergency_stop': 'until when staff stop something; ordering and ending it is recorded',
  'public.proposal': 'what waits for a decision; each is recorded, and what it ran is a command',
  'public.proposal_signature': 'who decided; the record has the same with the digest',
  'public.published_listing': 'a trigger lets nobody change a row; engines take it by a command',
  'public.parameter_version': 'a trigger lets nobody change a row; engines take it by a command',
  'public.calendar_day_version': 'a trigger lets nobody change a row; engines take it by a command',
  'public.terms_version': 'a trigger lets nobody change a row; engines take it by a command',
  'public.terms_withdrawal': 'a trigger lets nobody change a row; what it names never held',
  'public.parameter_withdrawal': 'a trigger lets nobody change a row; what it names never held',
  'public.daily_figure': 'sums of the log and of tables, which can be counted again',
  'public.daily_progress': 'how far these are counted',
  'public.operator_link': 'secrets that work once, kept as hashes; entering is recorded',
  'public.operator_session': 'ends by itself; what is done in it is recorded',
  'public.operator_passkey': 'public keys; adding and removing one is recorded',
  'public.operator_totp': 'secrets of authenticator apps, sealed; each change is recorded',
  'public.operator_challenge': 'what passkeys of staff were asked to sign, gone after an hour',
  'public.stored_object': 'what is destroyed leaves it; each content is bound to its row',
  'public.verification_case': 'what was approved does not change by a trigger; it is recorded',
  'public.verification_check': 'what it says is recorded, in the chained log of cases',
  'public.verification_photo': 'what is destroyed leaves it; who looked is recorded',
  'public.content_item': 'drafts of texts; what two people publish is signed by its digest',
  'public.content_edition': 'a trigger lets nobody change a row; publishing one is recorded',
  'public.content_acceptance': 'a trigger lets nobody change a row; no balance follows from it',
  'public.inbox_message': 'messages to people; what happened is recorded where it happened',
  'public.inbox_choice': 'the channels that somebody has chosen',
  'public.push_endpoint': 'browsers that somebody has chosen for notifications',
  'public.push_task': 'notifications on their way, gone after five tries',
  'public.support_ticket': 'where a conversation stands; no balance follows from it',
  'public.support_message': 'a trigger lets texts be erased and nothing else; no balance follows',
  'public.support_file': 'what is destroyed leaves it; who looked is recorded',
  'public.support_look': 'a trigger lets nobody change a row; the record of staff has the same',
  'public.support_canned': 'drafts of answers; each change is recorded',
  'public.chain_scan': 'how far chains were read; they can be read again',
  'public.chain_block': 'hashes of the last blocks that were read',
  'public.chain_transfer': 'what a chain said; what is credited is a command, which is evidence',
  'public.custody_address': 'where custody keeps money; declaring one is recorded',
  'public.custody_own': 'what the house has of its own there; accepting a difference is recorded',
  'public.reserve_difference': 'what was found; it can be found again from chain and rows',
  'public.deposit_chain': 'what people read about chains; staff’s changes of it are recorded',
  'public.deposit_token': 'what people read about tokens; staff’s changes of it are recorded',
  'public.deposit_person': 'places in the tree of addresses',
  'public.deposit_address': 'derived from a key, and can be derived again',
  'public.deposit': 'where a deposit stands; the credit has the digest of its row, and is evidence',
  'public.deposit_proof': 'what people say; a credit has the digest of its row, and is evidence',
  'public.deposit_recovery':
    'what people ask for; a credit has the digest of its row, and is evidence',
  'public.test_money': 'how often somebody of a trial asked for test money',
  'public.withdrawal_address': 'where somebody may withdraw to; what leaves has its own digest',
  'public.withdrawal_whitelist': 'a trigger lets nobody change a row; no balance follows from it',
  'public.payout_decision': 'who has one that was handed over; what follows of it is a command',
  'public.withdrawal_rules_read': 'a trigger lets nobody change a row; no balance follows from it',
  'public.loan_application': 'the engine has the digest of each row, which binds all of it',
  'public.loan_document': 'what is destroyed leaves it; an application binds its pictures',
  'public.loan_claim': 'who of staff works on one now',
  'public.loan_repayment': 'the engine has the digest of each row that it credits',
  'public.loan_reminder': 'which messages went out; no balance follows from it',
  'public.purchase_payee': 'staff’s changes of it are recorded; a trigger lets nobody change a row',
  'public.purchase_order': 'the engine has the digest of each row, which binds all of it',
  'public.purchase_claim': 'who of staff works on one now',
  'public.bank_line': 'what a bank said; the engine has the digest of each line that paid',
  'public.bank_debit':
    'what a bank said; a payout has its number, of which the engine has the digest',
  'public.reward_zone': 'by which calendar somebody signs in; what was paid is a command',
  'public.launch_application': 'whom staff let take part; what people pay is a command',
  'public.price_alert': 'prices that somebody waits for; nothing is traded by it',
  'public.outgoing': 'only the signer adds to it; the chain has the same',
  'public.outgoing_bytes': 'only the signer adds to it; each is signed by a key that we lack',
  'public.outgoing_final': 'only the signer adds to it; the chain has the same',
  'public.withheld_payout': 'what the signer says of a payout; nothing is paid because of it',
  'public.signer_state': 'what the signer says of itself; nothing is paid because of it',
  'public.feed_tick_day': 'signed by a key that is not in the database; files have the ticks',
  'public.feed_candle': 'a summary of prices for charts, of which nothing is decided',
  'public.feed_coverage': 'which minutes of the charts are complete',
  'real.result_person': 'added up from journal and trades, and can be added up again',
  'real.result_holding': 'added up from journal and trades, and can be added up again',
  'real.result_arrival': 'prices of the tick log at which arrivals were counted',
  'demo.result_person': 'added up from journal and trades, and can be added up again',
  'demo.result_holding': 'added up from journal and trades, and can be added up again',
  'demo.result_arrival': 'prices of the tick log at which arrivals were counted',
  'real.commission_sum': 'sums of commissions, which are evidence',
  'demo.commission_sum': 'sums of commissions, which are evidence',
  'real.earn_income': 'sums of ended terms, which are evidence',
  'demo.earn_income': 'sums of ended terms, which are evidence',
  'real.cfd_quality': 'sums of receipts, which are evidence, and of refusals, which move nothing',
  'demo.cfd_quality': 'sums of receipts, which are evidence, and of refusals, which move nothing',
  'real.cfd_quality_progress': 'how far these are counted',
  'demo.cfd_quality_progress': 'how far these are counted',
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
