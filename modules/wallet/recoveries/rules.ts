const PPM = 1_000_000n;

/** What is kept of an amount for the work, rounded down in favour of its owner. */
export const feeOf = (amount: bigint, feePpm: number): bigint => (amount * BigInt(feePpm)) / PPM;
