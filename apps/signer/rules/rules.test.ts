import { describe, expect, it } from 'vitest';
import { destinationDigest } from '../../../modules/wallet/withdrawals/digest.ts';
import { digestOf } from '../digest.ts';
import { firstOffer, gasLimit, nextOffer } from './fees.ts';
import { policyShape } from './policy.ts';

describe('fees', () => {
  it('SIGN-040 the first offer lasts for some blocks and is never above the ceiling', () => {
    expect(firstOffer({ base: 10n, priority: 2n }, 100n)).toEqual({ maxFee: 22n, priorityFee: 2n });
    expect(firstOffer({ base: 10n, priority: 2n }, 15n)).toEqual({ maxFee: 15n, priorityFee: 2n });
    expect(firstOffer({ base: 10n, priority: 2n }, 12n)).toEqual({ maxFee: 12n, priorityFee: 2n });
    expect(firstOffer({ base: 10n, priority: 2n }, 11n)).toBeNull();
    expect(firstOffer({ base: 0n, priority: 0n }, 11n)).toEqual({ maxFee: 1n, priorityFee: 0n });
    expect(gasLimit(40_001)).toBe(50_002);
  });

  it('SIGN-041 a replacement offers more than nodes ask for, follows the chain, and stops at the ceiling', () => {
    let offer = firstOffer({ base: 1_000n, priority: 100n }, 10_000n)!;
    for (let times = 0; times < 50; times += 1) {
      const next = nextOffer(offer, { base: 1_000n, priority: 100n }, 10_000n);
      if (next === null) break;
      expect(next.maxFee * 10n >= offer.maxFee * 11n).toBe(true);
      expect(next.priorityFee * 10n >= offer.priorityFee * 11n).toBe(true);
      expect(next.maxFee <= 10_000n && next.priorityFee <= next.maxFee).toBe(true);
      offer = next;
    }
    expect(nextOffer(offer, { base: 1n, priority: 1n }, 10_000n)).toBeNull();
    const risen = nextOffer(
      { maxFee: 10n, priorityFee: 1n },
      { base: 4_000n, priority: 9n },
      9_000n,
    );
    expect(risen).toEqual({ maxFee: 8_009n, priorityFee: 9n });
  });
});

const TOKEN = {
  ...{ asset: 'USDT', address: `0x${'ab'.repeat(20)}`, decimals: 6 },
  ...{ perPayout: '100', perHour: '1000', perDay: '5000.5' },
};
const CHAIN = {
  ...{ chainId: 1, nodes: ['http://127.0.0.1:1'], confirmations: 12, stuckAfter: 60 },
  ...{ maxFeeGwei: '80', tokens: [TOKEN] },
};
const POLICY = {
  database: 'postgresql://a@b/c',
  key: { file: 'key.json' },
  chains: [CHAIN],
};

describe('the policy', () => {
  it('SIGN-010 is read exactly, and anything that is not understood refuses the start', () => {
    const read = policyShape.parse(POLICY);
    expect(read.chains[0]).toMatchObject({ maxFeeGwei: 80_000_000_000n, firstNonce: 0 });
    expect(read.chains[0]?.tokens[0]).toMatchObject({ perPayout: 10_000_000_000n });
    expect(read.chains[0]?.tokens[0]?.perDay).toBe(500_050_000_000n);
    const token = (change: object) => ({
      chains: [{ ...CHAIN, tokens: [{ ...TOKEN, ...change }] }],
    });
    const chain = (change: object) => ({ chains: [{ ...CHAIN, ...change }] });
    const wrong: object[] = [
      ...[{ database: 'http://b' }, { key: {} }, { chains: [] }, { more: 1 }, { every: 0 }],
      ...[{ chains: [CHAIN, CHAIN] }, chain({ tokens: [TOKEN, TOKEN] }), chain({ tokens: [] })],
      ...[chain({ nodes: [] }), chain({ confirmations: 0 }), chain({ maxFeeGwei: '1.5' })],
      ...[chain({ perWeek: '1' }), token({ perPayout: '-1' }), token({ perHour: '1e9' })],
      ...[token({ perDay: '0.000000001' }), token({ perDay: 5 }), token({ decimals: 40 })],
      ...[token({ address: '0x12' }), token({ address: undefined }), token({ asset: '' })],
      token({ address: '0xF278cF59F82eDcf871d630F28EcC8056f25C1cdB' }),
    ];
    for (const change of wrong) {
      const { success } = policyShape.safeParse({ ...POLICY, ...change });
      expect(success, JSON.stringify(change)).toBe(false);
    }
  });
});

describe('the digest', () => {
  it('SIGN-011 is the SHA-256 of the lines of the destination, as the server computes it', () => {
    const row = { chainId: 1, token: TOKEN.address, address: '0x1', memo: '', sum: 5n, salt: 's' };
    expect(digestOf({ ...row, withdrawalId: 1 })).toBe(
      'df27348c9d63e33bab3fa31bc65d392a3458798289fe29a7a54830b71b6e56ad',
    );
    for (const one of [row, { ...row, token: null }, { ...row, memo: 'm', salt: '' }]) {
      expect(digestOf({ ...one, withdrawalId: 1 })).toBe(destinationDigest(one));
    }
    expect(digestOf({ ...row, token: null, withdrawalId: null })).toBe(
      'f95142ec080f3c398182f8d0ccd356ad400edaa493b3da1e9182f2372d73b762',
    );
  });
});
