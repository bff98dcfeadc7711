import { defineCalls } from '@assay/core/schema/call';
import { z } from 'zod';

const held = z.strictObject({ asset: z.string(), amount: z.string() });

/** An address at which custody keeps what is not at people's own addresses. */
const kept = z.strictObject({
  address: z.string(),
  kind: z.enum(['hot', 'cold', 'declared']),
  name: z.string(),
  holds: z.array(held),
});

/** What custody has of one asset on one chain. Decimal text. */
const line = z.strictObject({
  asset: z.string(),
  has: z.string(),
  /** What of it belonged to the house when it was first seen, joined or was accepted. */
  own: z.string(),
  /** Below 0: so much lacks; above: so much is there that nothing explains. */
  difference: z.string(),
});

const chain = z.strictObject({
  chainId: z.int(),
  name: z.string(),
  isTest: z.boolean(),
  /** The block at which it was read, and when; null before the first look. */
  block: z.int().nullable(),
  at: z.int().nullable(),
  lines: z.array(line),
  addresses: z.array(kept),
});
/** What the house has at banks of one currency. Decimal text. */
const bankMoney = z.strictObject({
  asset: z.string(),
  has: z.string(),
  /** What of it is held for withdrawals that are accepted and not paid. */
  owed: z.string(),
  /** What of it is held for nobody: withdrawals to banks are paid out of it. */
  own: z.string(),
  /** What statements say came in beside that, and nobody has said what it is: it may go back. */
  unassigned: z.string(),
});
/** Why what is the house's own is so much, or is more or less since. Decimal text, signed. */
const ownChange = z.strictObject({
  /** The chain; '' for what changed hands in the ledger, while no coin moved. */
  chain: z.string(),
  asset: z.string(),
  /**
   * `first`: seen at the first look; `joined`: an address of custody; `accepted`: two people;
   * `fees`: of transactions, at most; `proved`: credited to people by proofs, which no chain
   * brought; `sold`, `bought`: for bank money, by purchases and
   * withdrawals to banks.
   */
  why: z.enum(['first', 'joined', 'accepted', 'fees', 'proved', 'sold', 'bought']),
  change: z.string(),
  /** Null for a sum. */
  at: z.int().nullable(),
});
export type OwnChange = z.infer<typeof ownChange>;

export type BankMoney = z.infer<typeof bankMoney>;

export type ReserveChain = z.infer<typeof chain>;

export const reserveCalls = defineCalls({
  getReserves: {
    method: 'GET',
    auth: 'visitor',
    summary:
      'What is in custody on each chain, at which addresses, and whether it is as it should be.',
    input: z.strictObject({}),
    output: z.strictObject({
      chains: z.array(chain),
      /** Bank money of the house, by currency, as ledger and imported statements have it. */
      banks: z.array(bankMoney),
      /** What is the house's own, explained. */
      own: z.array(ownChange),
      /** What nothing explains of the ledger’s outside accounts; empty while all is well. */
      ledger: z.array(held),
    }),
    refusals: [],
  },
});

export const reserveStaffCalls = defineCalls({
  getCustody: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'Custody by chain and address, what differs since when, and how the signers are.',
    input: z.strictObject({}),
    output: z.strictObject({
      chains: z.array(
        chain.extend({
          /** Nothing is paid out there. */
          isStopped: z.boolean(),
          /** Null: no signer has reported. */
          signer: z
            .strictObject({
              sender: z.string(),
              problem: z.string(),
              head: z.int(),
              seenAt: z.int(),
              /** Signed and not final yet, and what it does not sign. */
              underWay: z.int(),
              withheld: z.int(),
            })
            .nullable(),
        }),
      ),
      differences: z.array(
        z.strictObject({
          /** 0: the ledger. */
          chainId: z.int(),
          asset: z.string(),
          amount: z.string(),
          foundAt: z.int(),
        }),
      ),
    }),
    refusals: [],
  },
});
