/** How a table that has rows of people is treated (IDEN-145). */
interface PersonalTable {
  /** Where a person finds it in the download of their data; else a reason why it is not there. */
  readonly download: string;
  /**
   * When no row is left: with the account, or when law keeps nothing any longer. Else what stays,
   * and why.
   */
  readonly gone: 'closed' | 'erased' | string;
  /** Adds a row of a person, with this word of theirs in it where it has words. */
  readonly seed?: (userId: number, word: string) => string;
}

const HEX_20 = (userId: number) => userId.toString(16).padStart(40, '0');
const HEX_32 = (userId: number) => userId.toString(16).padStart(64, '0');
const SECRET = 'secret: it would only help a thief';
const BY_NUMBER = 'stays: numbers of things that the ledger names';

/** Each table of the shared schema with a column `user_id`. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  person: { download: 'profile', gone: 'stays: a number, to which postings belong' },
  session: { download: 'sessions', gone: 'ended with the account, and removed with old ones' },
  challenge: { download: SECRET, gone: 'closed' },
  totp: {
    download: 'authenticatorApps',
    gone: 'closed',
    seed: (userId, word) => `insert into totp
      (totp_id, user_id, name, sealed_secret, created_at, confirmed_at)
      values (substr(md5('${word}'), 1, 22), ${userId}, '${word}', '\\x00', 1, 1)`,
  },
  passkey: {
    download: 'passkeys',
    gone: 'closed',
  },
  recovery_code: {
    download: SECRET,
    gone: 'closed',
    seed: (userId, word) => `insert into recovery_code
      values (${userId}, sha256('${word}'), 1, null)`,
  },
  security_answer: {
    download: 'securityQuestions',
    gone: 'closed',
    seed: (userId) => `insert into security_answer values (${userId}, 2, 'hash', 1)`,
  },
  wallet: {
    download: 'wallets',
    gone: 'closed',
    seed: (userId, word) => `insert into wallet
      values ('0x${HEX_20(userId)}', ${userId}, '${word}', 1, null)`,
  },
  former_address: {
    download: 'formerAddresses',
    gone: 'closed',
    seed: (userId, word) => `insert into former_address
      values (${userId}, 'email', '${word}@example.com', 1)`,
  },
  restriction: {
    download: 'restrictions',
    gone: 'stays: kinds and times, which no trigger lets anybody remove',
    seed: (userId, word) => `insert into restriction (user_id, kind, reason, created_at, expires_at)
      values (${userId}, 'withdrawalHold', '${word}', 1, 2)`,
  },
  account_event: { download: 'accountLog', gone: 'erased' },
  api_key: {
    download: 'apiKeys',
    gone: 'stays: names, to which orders can be traced; labels and networks are erased',
    seed: (userId, word) => `insert into api_key (name, user_id, realm, label, kind, permission,
      ips, sealed_secret, created_at, known_at, known_network) values ('${word.padEnd(64, 'x')}',
      ${userId}, 'real', '${word}', 'hmac', 'read', '{}', '\\x00', 1, 1, '')`,
  },
  favourite: {
    download: 'favourites',
    gone: 'closed',
    seed: (userId) => `insert into favourite (user_id, market, added_at)
      values (${userId}, 'BTCUSDT', 1)`,
  },
  price_alert: {
    download: 'alerts',
    gone: 'closed',
  },
  content_acceptance: {
    download: 'agreements',
    gone: 'stays: which edition a number has accepted, which a trigger keeps',
  },
  inbox_message: {
    download: 'messages',
    gone: 'closed',
    seed: (userId, word) => `insert into inbox_message (user_id, kind, key, details, link, at)
      values (${userId}, 'security', 'event.frozen', '{"word":"${word}"}', '/security', 1)`,
  },
  inbox_choice: {
    download: 'messages',
    gone: 'closed',
    seed: (userId) => `insert into inbox_choice values (${userId}, 'alert', 'email', true)`,
  },
  push_endpoint: {
    download: 'messages',
    gone: 'closed',
    seed: (userId, word) => `insert into push_endpoint
      (user_id, endpoint, p256dh, auth, lang, made_at)
      values (${userId}, 'https://push.example/${word}', '', '', 'en', 1)`,
  },
  staff_account: {
    download: 'what the house wrote down about its staff, not about its customers',
    gone: 'stays: a number, about which its owner decides nothing',
  },
  support_ticket: { download: 'support', gone: 'stays: topics and times; texts are erased' },
  support_file: { download: 'support', gone: 'stays: sizes; the picture goes with its key' },
  support_look: { download: 'accountLog', gone: 'stays: what staff did; reasons are codes' },
  verification_case: { download: 'verification', gone: 'stays: levels and times; data are erased' },
  verification_photo: { download: 'verification', gone: 'stays: sizes; it goes with its key' },
  verification_log: { download: 'verification', gone: 'stays: a chain that nobody can change' },
  withdrawal_address: {
    download: 'withdrawalAddresses',
    gone: 'erased',
    seed: (userId, word) => `insert into withdrawal_address
      (user_id, asset, chain_id, address, memo, remark, added_at, is_strict)
      values (${userId}, 'USDT', 1, '0x${HEX_20(userId)}', '', '${word}', 1, false)`,
  },
  withdrawal_whitelist: {
    download: 'withdrawalAddresses',
    gone: 'stays: when a switch was changed, which a trigger keeps',
    seed: (userId) => `insert into withdrawal_whitelist values (${userId}, true, 4711, 4711)`,
  },
  withdrawal_rules_read: {
    download: 'withdrawalAddresses',
    gone: 'stays: which edition a number has read, which a trigger keeps',
    seed: (userId) => `insert into withdrawal_rules_read
      values (${userId}, 1, '${HEX_32(userId)}', 1)`,
  },
  exit_plan: { download: 'withdrawals', gone: BY_NUMBER },
  withdrawal_destination: { download: 'withdrawals', gone: `${BY_NUMBER}; places are erased` },
  withdrawal_bank: { download: 'withdrawals', gone: `${BY_NUMBER}; payees are erased` },
  deposit_person: { download: 'a place in the tree of addresses', gone: BY_NUMBER },
  deposit_address: { download: 'deposits', gone: BY_NUMBER },
  deposit: { download: 'deposits', gone: `${BY_NUMBER}; senders are erased` },
  deposit_proof: {
    download: 'depositProofs',
    gone: `${BY_NUMBER}; descriptions are erased, and pictures go with their keys`,
  },
  deposit_recovery: {
    download: 'recoveries',
    gone: `${BY_NUMBER}; descriptions and addresses to send back to are erased`,
  },
  purchase_order: {
    download: 'purchases',
    gone: `${BY_NUMBER}; payers are erased, and pictures go with their keys`,
  },
  loan_application: { download: 'loans', gone: BY_NUMBER },
  loan_document: {
    download: 'loans',
    gone: 'stays: kinds and times; pictures go with their keys',
    seed: (userId) => `insert into loan_document (user_id, kind, picture, sent_at)
      values (${userId}, 'bank', '', 1)`,
  },
  loan_repayment: {
    download: 'loans',
    gone: `${BY_NUMBER}; descriptions are erased, and pictures go with their keys`,
  },
  reward_zone: {
    download: 'rewards',
    gone: 'closed',
    seed: (userId) => `insert into reward_zone values (${userId}, 'Asia/Hong_Kong', 1)`,
  },
  launch_application: {
    download: 'launches',
    gone: 'erased',
    seed: (userId, word) => `insert into launch_application values
      (${userId}, ${userId}, 'notPassed', 1, '${word}', 1, 1, null, null, 'signed')`,
  },
  test_money: {
    download: 'deposits',
    gone: 'erased',
    seed: (userId) => `insert into test_money values (${userId}, 4711, 1)`,
  },
};
