import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenInvariant } from '../num/integer.ts';
import {
  accountId,
  assetOf,
  FIRST_USER,
  FIRST_USER_ACCOUNT,
  isHouse,
  isOutside,
  isStaff,
  MAX_ASSET,
  OUTSIDE,
  OWNER,
  ownerName,
  ownerOf,
  staffActor,
  staffIdOf,
  WALLET,
  walletOf,
} from './owners.ts';
import { PURPOSE, purposeName } from './purpose.ts';

describe('owners and accounts', () => {
  it('LEDG-020 packs owner, wallet and asset into one number and unpacks them', () => {
    const owner = fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constantFrom(1, 999, 2 ** 38));
    const wallet = fc.constantFrom(...Object.values(WALLET));
    fc.assert(
      fc.property(owner, wallet, fc.integer({ min: 1, max: MAX_ASSET }), (who, where, what) => {
        const id = accountId(who, where, what);
        expect(Number.isSafeInteger(id)).toBe(true);
        expect([ownerOf(id), walletOf(id), assetOf(id)]).toEqual([who, where, what]);
      }),
    );
  });

  it('LEDG-021 distinguishes house, outside and users by number', () => {
    expect(accountId(FIRST_USER, WALLET.currency, 0)).toBe(FIRST_USER_ACCOUNT);
    const outside = Object.values(OWNER).filter((owner) => isOutside(owner));
    expect(outside.sort()).toEqual([...OUTSIDE].sort());
    expect([isOutside(OWNER.rounding), isOutside(FIRST_USER)]).toEqual([false, false]);
    expect(ownerName(OWNER.fees)).toBe('house:fees');
    expect(ownerName(OWNER.outsideVirtual)).toBe('outside:virtual');
    expect(ownerName(1234)).toBe('user:1234');
    const speaksOnly: number[] = [OWNER.feeds, OWNER.setup, OWNER.engine, OWNER.custody];
    for (const owner of Object.values(OWNER)) {
      expect(ownerName(owner).startsWith('user:')).toBe(speaksOnly.includes(owner));
      expect(isHouse(owner)).toBe(ownerName(owner).startsWith('house:'));
    }
    for (const nobody of [0, -1, 1.5, 50, 105, 1000, Number.NaN])
      expect(isHouse(nobody)).toBe(false);
  });

  it('LEDG-023 gives staff actors that are neither user, house nor outside', () => {
    const ids = fc.oneof(
      fc.integer({ min: 1, max: 2_000 }),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    );
    fc.assert(
      fc.property(ids, (staffId) => {
        const actor = staffActor(staffId);
        expect(staffIdOf(actor)).toBe(staffId);
        expect([isStaff(actor), isHouse(actor), isOutside(actor)]).toEqual([true, false, false]);
        expect(actor >= FIRST_USER).toBe(false);
        expect(ownerName(actor)).toBe(`staff:${staffId}`);
      }),
    );
    for (const owner of [...Object.values(OWNER), 0, FIRST_USER, 2 ** 39]) {
      expect([owner, isStaff(owner)]).toEqual([owner, false]);
      expect(() => staffIdOf(owner)).toThrow(BrokenInvariant);
    }
    for (const nobody of [0, -1, 1.5, Number.NaN, 2 ** 53]) {
      expect(() => staffActor(nobody)).toThrow(BrokenInvariant);
    }
  });

  it('LEDG-022 gives each purpose a permanent number of its own', () => {
    const numbers = Object.values(PURPOSE);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const [name, number] of Object.entries(PURPOSE)) expect(purposeName(number)).toBe(name);
    expect(() => purposeName(0)).toThrow('purpose 0 is unknown');
    // Stored with every posting: numbers may be added here, never changed.
    expect(PURPOSE).toMatchObject({
      capital: 1,
      virtualGrant: 2,
      virtualReturn: 3,
      spotBase: 10,
      spotQuote: 11,
      spotFee: 12,
      spotFeeRounding: 13,
      contractStake: 20,
      contractPayout: 21,
      contractFee: 22,
      earnSubscription: 30,
      earnRedemption: 31,
      earnFunding: 32,
      earnYield: 33,
      earnCost: 34,
      earnReturn: 35,
      earnUnits: 36,
      transfer: 40,
      deposit: 41,
      withdrawal: 42,
      withdrawalFee: 43,
      purchasePayment: 50,
      purchasePrice: 51,
      purchase: 52,
      bankWithdrawal: 53,
      bankPayment: 54,
      bankReturn: 55,
      bankRefund: 56,
      smallSold: 60,
      smallPaid: 61,
      smallFee: 62,
      cfdGain: 70,
      cfdLoss: 71,
      cfdNight: 72,
      cfdNightCredit: 73,
      cfdPremium: 74,
      cfdPremiumReturn: 75,
      cfdPremiumEarned: 76,
      cfdShortfall: 77,
      cfdClaim: 78,
      optionStake: 90,
      optionHouse: 91,
      optionFee: 92,
      optionPayout: 93,
      optionRefund: 94,
      optionReturn: 95,
      optionSale: 96,
      optionMadeGood: 97,
      signInReward: 140,
      commission: 141,
      voucherEscrow: 142,
      feeVoucher: 143,
      voucherReturn: 144,
      trialStake: 145,
      trialReturn: 146,
      trialFunds: 147,
      trialGain: 148,
      launchFunding: 120,
      launchSubscription: 121,
      launchRefund: 122,
      launchRelease: 123,
      launchProceeds: 124,
      launchUnsold: 125,
    });
  });
});
