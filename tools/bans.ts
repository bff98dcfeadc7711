import { isTest } from './tree.ts';

export interface Ban {
  name: string;
  pattern: RegExp;
  /** What to do instead; shown when the pattern is found. */
  instead: string;
  where(file: string): boolean;
}

export interface Exemption {
  ban: string;
  file: string;
  count: number;
  why: string;
}

const code = (file: string) => /\.(ts|tsx|mjs|cjs)$/.test(file);
const below =
  (...folders: string[]) =>
  (file: string) =>
    code(file) && folders.some((folder) => file.startsWith(`${folder}/`));
const product = (file: string) =>
  below('core', 'platform', 'modules', 'apps')(file) && !isTest(file);
const server = (file: string) =>
  below('core', 'platform', 'modules', 'apps/server', 'apps/signer')(file) && !isTest(file);
/** Stores are excluded: the numbers that they read from the database are integers already. */
const money = (file: string) =>
  !isTest(file) &&
  !/\/store(\/|\.ts$)/.test(file) &&
  below(
    'core/num',
    'core/ledger',
    'core/order',
    'core/book',
    'modules/ledger',
    'modules/orders',
    'modules/spot',
  )(file);
const text = (file: string) => file !== 'package-lock.json' && !/\.(png|woff2|ico|gz)$/.test(file);
const hosts = ['registry', 'npmjs', 'npmmirror', 'yarnpkg', 'jfrog', 'artifactory'];

/** The words are assembled from parts, so that this file does not find itself. */
const word = (...parts: string[]) => new RegExp(`\\b(?:${parts.join('|')})\\b`, 'i');

export const bans: Ban[] = [
  {
    name: 'unfinished',
    pattern: new RegExp(
      `\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`,
    ),
    instead: 'finish it, or write an issue',
    where: code,
  },
  {
    name: 'dice',
    pattern: /Math\.random\(/,
    instead: 'core/testing/dice in tests, node:crypto or crypto.getRandomValues in the product',
    where: code,
  },
  {
    name: 'float-money',
    pattern: /\bparseFloat\(|\.toFixed\(|(?<![.\w])Number\(/,
    instead: 'core/num: parse and format decimals; Number.isSafeInteger-checked helpers',
    where: money,
  },
  {
    name: 'wall-clock',
    pattern: /\bDate\.now\(|new Date\(\)/,
    instead: 'now as an argument, or a Clock',
    where: (file) => below('core', 'modules')(file) && !isTest(file),
  },
  {
    name: 'timer',
    pattern: /(?<![.\w])setInterval\(/,
    instead: 'platform/jobs: named, never overlapping, stopped with the server',
    where: (file) => below('modules')(file) && !isTest(file),
  },
  {
    name: 'console',
    pattern: /\bconsole\.(log|info|warn|error|debug)\(/,
    instead: 'the log that is passed in',
    where: (file) => server(file) && !/^apps\/(server|signer)\/main\.ts$/.test(file),
  },
  {
    name: 'environment',
    pattern: /\bprocess\.env\b/,
    instead: 'platform/config',
    where: server,
  },
  {
    name: 'any',
    pattern: /\bas an[y]\b|: an[y]\b(?!\.)|<an[y]>|@ts-(ignore|expect-error|nocheck)/,
    instead: 'unknown and a check',
    where: code,
  },
  {
    name: 'code-from-text',
    pattern: /(?<![.\w])eval\(|new Function\(|dangerouslySetInnerHTML|\.(inner|outer)HTML\b/,
    instead: 'text nodes; there is no reason good enough',
    where: product,
  },
  {
    name: 'weak-crypto',
    pattern:
      /\b(?:createHash|createHmac|hash)\(\s*'(?:md\d|sha-?1|ripemd)|'(?:aes|des|rc4)[\w-]*-(?:ecb|cbc|ctr|cfb)'|RSA_PKCS1_PADDING/i,
    instead: 'SHA-256; platform/seal for what is encrypted (AES-256-GCM)',
    where: product,
  },
  {
    name: 'unchecked-peer',
    pattern:
      /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED|insecureHTTPParser:\s*true|(?:min|max)Version:\s*'TLS/,
    instead: 'Node checks certificates and messages, and decides about versions of TLS',
    where: product,
  },
  {
    name: 'shell',
    pattern: /\bshell:\s*true|\b(?:exec|execSync)\(\s*[`'"]/,
    instead: 'spawn with the path of a program and a list of arguments',
    where: product,
  },
  {
    name: 'lonely-test',
    pattern: /\b(?:test|it|describe)\.(?:only|todo)\(/,
    instead: 'run one file by its path',
    where: code,
  },
  {
    name: 'machine-path',
    pattern: new RegExp(`(?<![\\w.])/(?:${['work', 'home', 'Users', 'root'].join('|')})/[\\w.]`),
    instead: 'a path from import.meta or from the settings',
    where: text,
  },
  {
    name: 'outside-data',
    pattern: /\.\.\/shared\b/,
    instead: 'only tests read outside the repository, and they skip when nothing is there',
    where: (file) => text(file) && !isTest(file),
  },
  {
    name: 'registry-host',
    pattern: new RegExp(`(?:${hosts.join('|')})\\.(?:org|com|io|net)|_auth[T]oken`, 'i'),
    instead: 'npm finds its registry by its own configuration',
    where: text,
  },
  {
    name: 'how-it-was-made',
    pattern: word('clau' + 'de', 'anth' + 'ropic', 'open' + 'ai', 'chat' + 'gpt', 'co' + 'pilot'),
    instead: 'describe what it is',
    where: text,
  },
  {
    name: 'another-exchange',
    pattern: word('bina' + 'nce'),
    instead: 'describe what the thing does; the API is not affiliated with anybody',
    // Manifests name packages that tests use.
    where: (file) => text(file) && !isTest(file) && !/package\.json$/.test(file),
  },
  {
    name: 'private-words',
    pattern: word(
      'hear' + 'ers?',
      'hea' + 'rd',
      'hea' + 'rs',
      'to' + 'ld',
      'ane' + 'w',
      'dear' + 'e(?:r|st)',
      'stro' + 'kes',
    ),
    instead:
      "the field's term: listeners, received, published, reported; again; more expensive; slashes",
    where: text,
  },
];

/** Where a ban is lifted, for how many lines, and why. Too high a number also fails. */
export const exemptions: Exemption[] = [
  {
    ban: 'another-exchange',
    file: 'modules/trading-api/docs/first-order.json',
    count: 1,
    why: 'the class of a library, which is named after the protocol that it speaks',
  },
  {
    ban: 'another-exchange',
    file: 'examples/client.mjs',
    count: 1,
    why: 'the class of a library, which is named after the protocol that it speaks',
  },
  {
    ban: 'another-exchange',
    file: 'modules/feeds/sources/venues.ts',
    count: 3,
    why: 'a source of public prices, by its address',
  },
  {
    ban: 'another-exchange',
    file: 'modules/identity/rules/common-passwords.ts',
    count: 1,
    why: 'a word that people take as a password',
  },
  {
    ban: 'private-words',
    file: 'modules/trading-api/streams/streams.ts',
    count: 1,
    why: 'the close reason that clients receive',
  },
  {
    ban: 'float-money',
    file: 'core/ledger/amount.ts',
    count: 2,
    why: 'the two parts of an int64, each far below 2^53',
  },
  {
    ban: 'float-money',
    file: 'core/order/cost.ts',
    count: 1,
    why: 'the result of an exact division, bounded by the amount that came in',
  },
  {
    ban: 'float-money',
    file: 'core/order/market.ts',
    count: 2,
    why: 'a bigint that was compared with 2^53 in the same line, and a size checked there',
  },
  {
    ban: 'float-money',
    file: 'modules/spot/machine/quote.ts',
    count: 1,
    why: 'the number of a price level, not an amount',
  },
  {
    ban: 'float-money',
    file: 'core/num/decimal.ts',
    count: 1,
    why: 'a bigint that was compared with 2^53 in the same line',
  },
  {
    ban: 'any',
    file: 'platform/testing/client.ts',
    count: 1,
    why: 'tests read answers of all shapes',
  },
  {
    ban: 'environment',
    file: 'apps/server/main.ts',
    count: 1,
    why: 'the one place that hands the environment to platform/config',
  },
  {
    ban: 'dice',
    file: 'apps/web/src/lib/data/services.ts',
    count: 1,
    why: 'spreads reconnects over time; nothing depends on the numbers',
  },
  {
    ban: 'environment',
    file: 'platform/db/location.ts',
    count: 1,
    why: 'passes the environment to PostgreSQL without the PG variables; reads no setting',
  },
];

/** Files of the product that may be longer than 400 lines, each with the reason. */
export const longFiles: Readonly<Record<string, string>> = {
  'core/book/book.ts':
    'One class over typed arrays that only it sees: its parts share every array, and what they share ' +
    'would have to be handed from file to file for every order (decision 0009).',
};
