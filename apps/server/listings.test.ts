import { accountId, WALLET } from '@assay/core/ledger/owners';
import { REALMS } from '@assay/core/ledger/realm';
import { TERMS_MS } from '@assay/core/option/window';
import { ORDER_STATUSES } from '@assay/core/order/order';
import { DAY } from '@assay/core/time';
import { cookiesOf } from '@assay/platform/testing/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningClock } from './testing/test-api.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const clock = runningClock();
const MARKET = 'PEPEUSDT';
const SECONDS = { timeout: 60_000 };
const asset = { kind: 'asset', asset: { symbol: 'PEPE', name: 'Pepe' } };
const listing = {
  ...{ symbol: MARKET, base: 'PEPE', quote: 'USDT', tickSize: '0.0001', stepSize: '0.01' },
  ...{ maxPrice: '10000', minQuantity: '0.01', maxQuantity: '1000000', minNotional: '5' },
  ...{ maxNotional: '1000000', makerFeePpm: 1_000, takerFeePpm: 1_500 },
};
const market = { kind: 'market', market: listing };
const CONTRACT = 'PEPEUSDT-CFD';
const CONTRACT_TERMS = {
  ...{ contractSize: '1000', lotStep: '0.01', minLots: '0.01', maxLots: '20', maxNetLots: '100' },
  ...{ tickSize: '0.0001', spread: '0.001', thinMs: 0, thinPercent: 100, calmPpm: 2_500 },
  ...{ maxLeverage: 25, premiumPpm: 3_000, guaranteedPpm: 30_000, carry: 0, carryDays: 1 },
  ...{ adminPpm: 109_500, nights: 'daily', holidays: '', stressPpm: 150_000, status: 'trading' },
};

const UNIT = 100_000_000;
const PAYOUTS = TERMS_MS.map((termMs) => `payout${termMs}`);
const OPTION_TERMS = {
  ...{ leastStake: UNIT, mostStake: 1_000 * UNIT, feePpm: 0, saleFeePpm: 30_000 },
  ...{ capacityExpiry: 9_000 * UNIT, capacityOpen: 90_000 * UNIT, volatilityPpm: 900_000 },
  ...{ buyerSharePpm: 250_000, tickDelayMs: 3_000 },
  ...{ ...Object.fromEntries(PAYOUTS.map((name) => [name, 850_000])), payout30000: 800_000 },
};

let server: TestApp;
let staff: { token: string; cookie: string; browser: true };
let proposals = 0;
beforeAll(async () => {
  server = await startTestApp({}, clock);
  await server.sql(`insert into operator_link (link_hash, created_at, expires_at)
    values (sha256('${'1'.repeat(43)}'), 0, ${Date.now() + 60_000})`);
  const entered = await server.client.post(
    'operatorEnter',
    { link: '1'.repeat(43) },
    { browser: true },
  );
  staff = { token: entered.data.token, cookie: cookiesOf(entered), browser: true };
});
afterAll(() => server.stop());

async function prepare(type: string, body: object) {
  proposals += 1;
  const proposalId = `0123456789abcdef-${proposals}`;
  const wanted = { proposalId, type, body, realm: 'real', reason: 'asked for by many' };
  const { data } = await server.client.post('prepareProposal', wanted, staff);
  return { proposalId, digest: data.digest, data };
}

async function approve({ proposalId, digest }: { proposalId: string; digest: string }) {
  const verdict = { proposalId, verdict: 'approve', digest };
  return (await server.client.post('decideProposal', verdict, staff)).data;
}

const staged = (value: number) => ({ parameter: 'marketStage', subject: MARKET, value });
const refusal = async (type: string, body: object) => {
  const { refusal: said, detail } = (await prepare(type, body)).data;
  return said === 'commandRefused' ? [detail.why, detail.field ?? detail.asset ?? ''] : [said];
};
const viewIn = async (base: string) => {
  const all = (await server.ask(`${base}/web/getmarketList`)).json.data.markets;
  return all.find((one: { market: string }) => one.market === MARKET);
};

it('OPER-111 a listing is refused for what the engine would refuse, with its field, before anybody signs it', async () => {
  const wrong = (more: object) => ({ ...market, market: { ...listing, ...more } });
  expect(await refusal('publishListing', { kind: 'asset', asset: { symbol: 'PEPE' } })).toEqual([
    'badCommand',
  ]);
  expect(await refusal('publishListing', market)).toEqual(['unknownAsset', 'PEPE']);
  const bitcoin = { kind: 'asset', asset: { symbol: 'BTC', name: 'Bitcoin' } };
  expect(await refusal('publishListing', bitcoin)).toEqual(['alreadyListed', '']);
  const known = { symbol: 'BTCETH', base: 'BTC', quote: 'ETH' };
  expect(await refusal('publishListing', wrong({ ...known, symbol: 'BTCUSDT' }))).toEqual([
    'alreadyListed',
    '',
  ]);
  for (const [field, more] of [
    ['quote', { quote: 'BTC' }],
    ['tickTimesStep', { tickSize: '0.00001', stepSize: '0.00001' }],
    ['maxLots', { maxQuantity: '0.005' }],
    ['minAboveMax', { minNotional: '2000000' }],
  ] as const) {
    expect(await refusal('publishListing', wrong({ ...known, ...more }))).toEqual([
      'badListing',
      field,
    ]);
  }
});

it('OPER-112 OPER-113 MRKT-091 two people list an asset and its market in both realms, once, and everybody reads it', async () => {
  const [first, second] = [
    await prepare('publishListing', asset),
    await prepare('publishListing', asset),
  ];
  const ended = await Promise.all([first, first, second].map(approve));
  // Of two proposals of the same, one is published; the other stays open and says why.
  expect(ended.filter(({ status }) => status === 'approved')).toHaveLength(1);
  // A second decision on the same is refused for that, or for the first, which is under way.
  expect(ended.map(({ detail }) => detail?.why)).toContain('alreadyListed');
  const listed = async () => (await server.client.get('getListings', {})).data.listings;
  expect(await listed()).toMatchObject([{ listed: asset, reason: 'asked for by many' }]);
  await expect
    .poll(async () => (await prepare('publishListing', market)).data.status, SECONDS)
    .toBe('open');
  await approve(await prepare('publishListing', market));
  expect(await listed()).toMatchObject([{ listed: market }, { listed: asset }]);
  for (const base of ['', '/demo']) {
    await expect.poll(async () => (await viewIn(''))?.stage, SECONDS).toBe('preOpen');
    const info = `${base}/api/v3/exchangeInfo?symbol=${MARKET}`;
    await expect
      .poll(async () => (await server.ask(info)).json.symbols?.[0].status, SECONDS)
      .toBe('BREAK');
    const { json } = await server.ask(`${base}/udf/symbols?symbol=${MARKET}`);
    expect(json).toMatchObject({ ticker: MARKET });
  }
  await expect(server.sql("update published_listing set reason = 'x'")).rejects.toThrow('append');
  // Its index is followed before it opens, and nobody can order.
  await expect.poll(async () => (await viewIn('')).index, SECONDS).not.toBe('');
  const account = await server.openAccount();
  const order = { market: MARKET, side: 'buy', type: 'market', quoteAmount: '100' };
  expect((await account.post('placeOrder', order)).data.refusal).toBe('marketNotOpen');
}, 240_000);

it('OPER-114 MRKT-095 it opens at the moment that was published, the house quotes it, and people trade', async () => {
  await approve(await prepare('changeParameter', staged(0)));
  await expect.poll(async () => (await viewIn('')).stage, SECONDS).toBe('open');
  const account = await server.openAccount();
  const order = { market: MARKET, side: 'buy', type: 'market', quoteAmount: '100' };
  await expect
    .poll(async () => (await account.post('placeOrder', order)).data.order?.status, SECONDS)
    .toBe('filled');
}, 240_000);

it('CFDS-116 CFDS-117 two people list a contract on an index that is followed: seen at once with its terms, traded when it opens', async () => {
  const contract = { symbol: CONTRACT, index: 'PEPE-USDT', terms: CONTRACT_TERMS };
  const listed = (more: object = {}, terms: object = {}) => ({
    kind: 'contract',
    contract: { ...contract, ...more, terms: { ...CONTRACT_TERMS, ...terms } },
  });
  const known = { symbol: 'BTCUSDT-CFD', index: 'BTC-USDT' };
  expect(await refusal('publishListing', listed(known))).toEqual(['alreadyListed', '']);
  for (const [field, body] of [
    ['index', listed({ symbol: 'GONEUSDT-CFD', index: 'GONE-USDT' })],
    ['index', listed({ symbol: 'ETHBTC-CFD', index: 'ETH-BTC' })],
    ['symbol', listed({ symbol: 'PEPE-CFD' })],
    // Its class follows from the index: nobody can say it is gold.
    ['underlying', listed({}, { underlying: 'gold' })],
    ['spread', listed({}, { spread: '0' })],
    ['maxLeverage', listed({}, { maxLeverage: 501 })],
    ['maxLots', listed({}, { maxLots: '0.001' })],
    ['tickTimesStep', listed({}, { contractSize: '0.0001', lotStep: '0.01', minLots: '0.01' })],
  ] as const) {
    expect(await refusal('publishListing', body)).toEqual(['badListing', field]);
  }
  const { terms: _, ...bare } = contract;
  const noTerms = { kind: 'contract', contract: bare };
  expect(await refusal('publishListing', noTerms)).toEqual(['badCommand']);

  const proposals = [
    await prepare('publishListing', listed()),
    await prepare('publishListing', listed()),
  ];
  const ended = await Promise.all(proposals.map(approve));
  expect(ended.filter(({ status }) => status === 'approved')).toHaveLength(1);
  const { listings } = (await server.client.get('getListings', {})).data;
  expect(listings[0]).toMatchObject({ listed: { kind: 'contract', contract } });
  // Both realms have it, once.
  for (const realm of REALMS) {
    const rows = `select count(*)::int as n from ${realm}.cfd_contract where symbol = '${CONTRACT}'`;
    await expect.poll(() => rowOf(rows), SECONDS).toEqual({ n: 1 });
  }
  const account = await server.openAccount();
  const own = async () => {
    const { contracts } = (await account.get('getCfdContracts', {})).data;
    return contracts.find((one: { listing: { symbol: string } }) => {
      return one.listing.symbol === CONTRACT;
    });
  };
  await expect.poll(async () => (await own())?.ask ?? '', SECONDS).not.toBe('');
  expect((await own()).listing).toMatchObject({ ...CONTRACT_TERMS, underlying: 'crypto' });
  const toContract = { asset: 'USDT', amount: '1000', from: 'currency', to: 'contract' };
  expect((await account.post('transferFunds', toContract)).code).toBe(0);
  const order = { contract: CONTRACT, side: 'buy', kind: 'market', lots: '0.1', leverage: 5 };
  const place = async () => (await account.post('placeCfdOrder', order)).data;
  expect((await place()).refusal).toBe('closeOnly');
  const opened = await approve(
    await prepare('changeParameter', { ...staged(0), subject: CONTRACT }),
  );
  expect(opened).toMatchObject({ status: 'approved' });
  const positions = async () => (await account.get('getCfdAccount', {})).data.positions;
  await expect.poll(async () => (await place()).refusal ?? 'placed', SECONDS).toBe('placed');
  await expect.poll(async () => (await positions()).length, SECONDS).toBe(1);
}, 240_000);

it('OPTN-070 OPTN-071 two people list a market of options on an index that is followed: its terms are read before anybody can buy, in both realms', async () => {
  const symbol = 'PEPEUSDT-OPT';
  const option = { symbol, index: 'PEPE-USDT', terms: OPTION_TERMS };
  const listed = (more: object = {}, terms: object = {}) => ({
    kind: 'option',
    option: { ...option, ...more, terms: { ...OPTION_TERMS, ...terms } },
  });
  const known = { symbol: 'BTCUSDT-OPT', index: 'BTC-USDT' };
  expect(await refusal('publishListing', listed(known))).toEqual(['alreadyListed', '']);
  for (const [field, body] of [
    ['index', listed({ symbol: 'GONEUSDT-OPT', index: 'GONE-USDT' })],
    ['symbol', listed({ symbol: 'PEPE-OPT' })],
    // Who lists it neither opens it nor says how fast its ticks come.
    ['status', listed({}, { status: 'open' })],
    ['tickMs', listed({}, { tickMs: 5_000 })],
    ['feePpm', listed({}, { feePpm: '0' })],
    ['feePpm', listed({}, { feePpm: 50_001 })],
    ['mostStake', listed({}, { mostStake: UNIT / 2 })],
    ['payout30000', listed({}, { payout30000: 1_000_001 })],
    // Of what could never be sold as it is published.
    ['capacityExpiry', listed({}, { capacityExpiry: 800 * UNIT })],
    ['capacityOpen', listed({}, { capacityOpen: 8_000 * UNIT })],
    ['buyerSharePpm', listed({}, { buyerSharePpm: 1_000_001 })],
    ['buyerSharePpm', listed({}, { buyerSharePpm: 94_444 })],
    ['tickDelayMs', listed({}, { tickDelayMs: 15_001 })],
    ['payout30000', listed({}, Object.fromEntries(PAYOUTS.map((name) => [name, 0])))],
  ] as const) {
    expect([field, ...(await refusal('publishListing', body))]).toEqual([
      ...[field, 'badListing', field],
    ]);
  }
  const proposals = [
    await prepare('publishListing', listed()),
    await prepare('publishListing', listed()),
  ];
  const ended = await Promise.all(proposals.map(approve));
  expect(ended.filter(({ status }) => status === 'approved')).toHaveLength(1);
  expect(ended.filter(({ detail }) => detail?.why === 'alreadyListed')).toHaveLength(1);
  const { listings } = (await server.client.get('getListings', {})).data;
  expect(listings[0]).toMatchObject({ listed: { kind: 'option', option } });
  const account = await server.openAccount();
  for (const reader of [server.client, account]) {
    const own = async () => {
      const { markets } = (await reader.get('getOptionMarkets', {})).data;
      return markets.find(({ market }: { market: string }) => market === symbol);
    };
    await expect.poll(own, SECONDS).toMatchObject({
      ...{ status: 'closed', isOpen: false, leastStake: '1', mostStake: '1000' },
      ...{ capacityExpiry: '9000', capacityOpen: '90000', feePpm: 0, saleFeePpm: 30_000 },
      ...{ buyerSharePpm: 250_000, tickDelayMs: 3_000 },
      terms: [{ termMs: 30_000, payoutPpm: 800_000 }, ...Array(8).fill({ payoutPpm: 850_000 })],
    });
  }
  const toContract = { asset: 'USDT', amount: '1000', from: 'currency', to: 'contract' };
  expect((await account.post('transferFunds', toContract)).code).toBe(0);
  const asked = { market: symbol, direction: 'up', termMs: '30000', stake: '10' };
  const quote = async () => (await account.get('quoteOption', asked)).data;
  expect((await quote()).refusal).toBe('marketClosed');
  const changes = [{ field: 'status', before: 'closed', after: 'open' }];
  await approve(await prepare('changeTerms', { kind: 'option', subject: symbol, changes }));
  await expect.poll(async () => (await quote()).quote?.payoutPpm, SECONDS).toBe(800_000);
  const { quote: offered, signature } = await quote();
  const bought = await account.post('buyOption', { quote: JSON.stringify(offered), signature });
  expect(bought.data.option).toMatchObject({ market: symbol, stake: '10', payout: '18' });
  for (const realm of REALMS) {
    const rows = `select count(*)::int as n from ${realm}.option_market where market = '${symbol}'`;
    await expect.poll(() => rowOf(rows), SECONDS).toEqual({ n: 1 });
  }
}, 240_000);

it('OPER-115 OPER-116 OPER-117 it is delisted a week after that was published; its orders end, their owner gets a message, balances stay', async () => {
  const account = await server.openAccount();
  const bought = { market: MARKET, side: 'buy', type: 'market', quoteAmount: '100' };
  // Between two ticks that are far apart on a busy machine the house quotes nothing.
  const buy = async () => (await account.post('placeOrder', bought)).data.order?.status;
  await expect.poll(buy, SECONDS).toBe('filled');
  const { index } = await viewIn('');
  const limitPrice = (Number(index) * 0.5).toFixed(4);
  const rests = { market: MARKET, side: 'buy', type: 'limit', quantity: '10', limitPrice };
  expect((await account.post('placeOrder', rests)).code).toBe(0);
  const { order } = (await account.post('placeOrder', rests)).data;
  expect(order.status).toBe('new');
  const soon = { ...staged(1), takesEffectAt: clock.now() + 6 * DAY };
  expect(await refusal('changeParameter', soon)).toEqual(['noticeTooShort', '']);
  const { status } = await approve(await prepare('changeParameter', staged(1)));
  expect(status).toBe('approved');
  // Everybody sees when, and trades until then.
  const { stage, nextStage } = await viewIn('');
  expect([stage, nextStage.stage]).toEqual(['open', 'delisted']);
  expect(Math.abs(nextStage.at - clock.now() - 7 * DAY)).toBeLessThan(60_000);
  await expect.poll(buy, SECONDS).toBe('filled');
  clock.advance(7 * DAY + 1_000);
  await expect.poll(async () => (await viewIn('')).stage, SECONDS).toBe('delisted');
  const ended = `select status, user_id from demo.ended_order where id = ${order.id}`;
  const expired = ORDER_STATUSES.indexOf('expired');
  await expect.poll(async () => (await rowOf(ended))?.status, SECONDS).toBe(expired);
  const { id: marketId } = await rowOf(`select id from demo.market where symbol = '${MARKET}'`);
  const left = `select count(*)::int as n from demo.open_order where market = ${marketId}`;
  expect(await rowOf(left)).toEqual({ n: 0 });
  const written = `select count(*)::int as n, min(details->>'market') as market from inbox_message
    where kind = 'orders' and user_id = (${ended.replace('status, ', '')})`;
  await expect.poll(() => rowOf(written), SECONDS).toEqual({ n: 1, market: MARKET });
  expect(await viewIn('')).toMatchObject({ stage: 'delisted', nextStage: null });
  const info = await server.ask(`/api/v3/exchangeInfo?symbol=${MARKET}`);
  expect(info.json.symbols[0].status).toBe('BREAK');
  // What was bought is there.
  const { id: assetId } = await rowOf(`select id from demo.asset where symbol = 'PEPE'`);
  const { user_id: owner } = await rowOf(ended);
  const owned = accountId(owner!, WALLET.currency, assetId!);
  const balance = await rowOf(`select available, held from demo.balance where account = ${owned}`);
  expect([BigInt(balance.available!) > 0n, Number(balance.held)]).toEqual([true, 0]);
}, 240_000);

/** The first row that a statement finds. */
async function rowOf(text: string) {
  const { rows } = (await server.sql(text)) as { rows: Readonly<Record<string, number>>[] };
  return rows[0] as Readonly<Record<string, number>>;
}
