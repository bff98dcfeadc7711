import { hunt, refuseOutcome } from '../modules/promotion/testing/ring.ts';

/**
 * Clusters that trade and bet with themselves for shares of their own fees, for lower ones, for
 * vouchers and for trial funds:
 * `npx tsx sim/rings.ts 1000 7` plays a thousand strategies from seed 7, half at random and half
 * evolved, and ends with a fault at the first that gains.
 */
const [count = 1_000, seed = 7] = process.argv.slice(2).map(Number);
const { best, traded, lifted, backed, bets } = hunt(seed, count, (found) => {
  const why = refuseOutcome(found);
  if (why !== null)
    throw new Error(
      `${why}: ${JSON.stringify(found, (_, one) => (typeof one === 'bigint' ? `${one}` : one))}`,
    );
});
console.log(
  `${count} strategies, ${traded} that traded, ${lifted} up to the last fee tier, ${backed} with fees back and ${bets} bets by or against trial funds; the best kept ${best.toFixed(4)} of its fees`,
);
