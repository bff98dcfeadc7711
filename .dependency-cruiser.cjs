// Who may use whom: the one place where it is written. tools/graph.test.ts seeds a violation of
// every rule and expects each to be caught.

/** A module reaches another only along this graph, and it has no cycle. */
const mayUse = {
  ledger: [],
  identity: [],
  feeds: [],
  content: [],
  markets: ['feeds'],
  wallet: ['ledger', 'markets', 'feeds', 'identity'],
  purchases: ['ledger', 'feeds', 'identity', 'wallet'],
  earn: ['ledger', 'identity'],
  orders: ['ledger', 'markets', 'feeds', 'identity'],
  spot: ['orders', 'ledger', 'markets', 'feeds', 'identity'],
  launch: ['ledger', 'markets', 'identity'],
  perpetual: ['orders', 'ledger', 'markets', 'feeds', 'identity'],
  cfd: ['ledger', 'markets', 'feeds', 'identity'],
  options: ['orders', 'ledger', 'markets', 'feeds', 'identity'],
  loans: ['ledger', 'feeds', 'identity', 'wallet'],
  rewards: ['ledger', 'identity', 'spot', 'perpetual', 'cfd', 'options'],
  promotion: ['ledger', 'identity'],
  credit: ['identity'],
  support: ['identity'],
  verification: ['identity'],
  inbox: ['identity'],
  alerts: [],
  emergency: [],
  operators: ['identity'],
  parameters: [],
  payouts: [],
  reports: [],
  'api-keys': ['identity'],
  udf: ['feeds', 'markets'],
  'trading-api': ['api-keys', 'orders', 'markets', 'feeds', 'ledger'],
};

/** What is traded on the desk, each with rules of its own. */
const products = ['spot', 'perpetual', 'cfd', 'options'];

const test = '\\.(test|suite)\\.tsx?$';
/** Tests may stand on more floors than what they test: they hold it against a real database. */
const product = (path) => ({ path, pathNot: test });
const faces = '(index|(schema|rules)(/index)?)\\.ts$';
/** `testing/<name>` is a product of the test run, built like those beside it. */
const schemaOrRules = 'modules/([^/]+|[^/]+/testing/[^/]+)/(schema|rules)(/|\\.ts$)';

const edges = Object.entries(mayUse).map(([name, uses]) => ({
  name: `module-${name}`,
  comment: `${name} may use: ${uses.join(', ') || 'no module'}`,
  from: product(`^modules/${name}/`),
  to: { path: '^modules/', pathNot: `^modules/(${[name, ...uses].join('|')})/` },
}));

const rules = [
  {
    name: 'module-unlisted',
    comment: 'A new module is added to the graph above before it uses another.',
    from: { path: '^modules/', pathNot: `^modules/(${Object.keys(mayUse).join('|')})/` },
    to: { path: '^modules/' },
  },
  {
    name: 'core-is-pure',
    comment: 'core is a function of its inputs: it sees core and zod only.',
    from: { path: '^core/', pathNot: `^core/testing/|${test}` },
    to: { pathNot: '^(core/|node_modules/zod/)' },
  },
  {
    name: 'zod-only-in-core-schema',
    comment: 'In core only the table of calls speaks zod; the rest stays free of dependencies.',
    from: { path: '^core/', pathNot: `^core/schema/|${test}` },
    to: { path: 'node_modules/' },
  },
  {
    name: 'rules-are-pure',
    comment: 'rules and schema run in the browser too: core, zod and other rules or schemas only.',
    from: product(`^${schemaOrRules}`),
    to: { pathNot: `^(core/|${schemaOrRules}|node_modules/zod/)` },
  },
  {
    name: 'module-by-its-face',
    comment: 'Another module is reached by index.ts, schema.ts or rules.ts only.',
    from: { path: '^modules/([^/]+)/', pathNot: `/testing/|${test}` },
    to: { path: '^modules/', pathNot: `^modules/($1/|[^/]+/${faces})` },
  },
  {
    name: 'testing-by-testing',
    comment: 'What tests share may use what the tests of another module share.',
    from: product('^modules/([^/]+)/testing/'),
    to: { path: '^modules/', pathNot: `^modules/($1/|[^/]+/(testing/|${faces}))` },
  },
  {
    name: 'sql-only-in-store',
    comment: 'SQL lives in store.ts; everything else asks the store.',
    from: {
      path: '^(modules|apps)/',
      pathNot: `/store(/|\\.ts$)|^modules/[^/]+/index\\.ts$|^apps/server/|^apps/signer/run\\.ts$|${test}`,
    },
    to: {
      path: '^platform/db/|node_modules/(pg|kysely)/',
      // What belongs together may be said outside of stores, which are then asked within it.
      pathNot: '^platform/db/transaction',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'platform-knows-no-module',
    from: product('^platform/'),
    to: { path: '^(modules|apps|sim|bench|e2e|tools)/' },
  },
  {
    name: 'browser-sees-schema-and-rules',
    from: { path: '^apps/(web|console|kit)/' },
    to: { path: '^(platform|modules)/', pathNot: `^${schemaOrRules}` },
  },
  {
    name: 'browser-has-no-node',
    comment: 'Node is not there; build files and tests are not shipped.',
    from: { path: '^(core|apps/((web|console)/src|kit))/', pathNot: `^core/testing/|${test}` },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'nobody-imports-apps',
    comment: 'What tests share may: the machines of a realm are made by one function.',
    from: { path: '^(core|platform|modules)/', pathNot: `^modules/[^/]+/testing/|${test}` },
    to: { path: '^apps/' },
  },
  {
    name: 'apps-apart',
    comment: 'What both apps show is in their kit.',
    from: product('^apps/([^/]+)/'),
    to: { path: '^apps/', pathNot: '^apps/($1|kit)/' },
  },
  {
    name: 'signer-is-small',
    comment: 'Whatever is in the process with the key can sign: it has what it needs and no more.',
    from: { path: '^apps/signer/', pathNot: `/testing/|${test}` },
    to: {
      path: '^(core|platform|modules|apps)/',
      pathNot:
        '^(core/num/|platform/(chain|db)/|platform/(clock|log|seal|start-error)[.]ts$|modules/payouts/index[.]ts$|apps/signer/)',
    },
  },
  {
    name: 'kit-is-for-any-app',
    comment: 'Parts of screens know numbers and formatted texts, but no app and no business.',
    from: product('^apps/kit/'),
    to: {
      path: '^(core|modules|platform|apps)/',
      pathNot: '^(core/num/|core/text[.]ts$|apps/kit/)',
    },
  },
  {
    name: 'features-apart',
    comment: 'A feature does not import another one; routes compose them.',
    from: product('^apps/([^/]+)/src/features/([^/]+)/'),
    to: { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' },
  },
  {
    name: 'desk-serves-features',
    comment: 'What trading screens share knows none of them, and no app that composes them.',
    from: product('^apps/([^/]+)/src/desk/'),
    to: { path: '^apps/$1/src/(features|app)/' },
  },
  {
    name: 'desk-knows-no-product',
    comment: 'A product hands in what is its own.',
    from: product('^apps/[^/]+/src/desk/'),
    to: { path: `^modules/(${products.join('|')})/` },
  },
  {
    name: 'desk-above-ui-and-lib',
    comment: 'Pieces without business do not know the trading screens.',
    from: product('^apps/([^/]+)/src/(ui|lib)/'),
    to: { path: '^apps/$1/src/desk/' },
  },
  {
    name: 'nobody-imports-checks',
    comment: 'sim, bench, e2e and tools look at the product; it does not know them.',
    from: product('^(core|platform|modules|apps)/'),
    to: { path: '^(sim|bench|e2e|tools)/' },
  },
  {
    name: 'no-test-code-in-the-product',
    from: {
      path: '^(core|platform|modules|apps)/',
      pathNot: `${test}|/testing/|^apps/[^/]+/test/`,
    },
    to: { path: `${test}|^(core|platform|modules/[^/]+)/testing/` },
  },
  {
    name: 'everything-resolves',
    from: {},
    to: { couldNotResolve: true, pathNot: '^(virtual:|vite/client$)|\\?' },
  },
  {
    name: 'no-cycles',
    comment: 'Files that name each other, were it by types alone, are one file in two.',
    from: {},
    to: { circular: true },
  },
];

module.exports = {
  forbidden: [...rules, ...edges].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    // `import type` counts: a type is knowledge too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // @assay/... are links in node_modules: follow them to the real folders, where the rules look.
    preserveSymlinks: false,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
