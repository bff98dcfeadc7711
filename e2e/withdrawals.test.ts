import { afterAll } from 'vitest';
import { bankJourneys } from './withdrawals/bank.suite.ts';
import { startEthereum } from './withdrawals/ethereum.ts';
import { withdrawalJourneys } from './withdrawals/journeys.suite.ts';
import { runOnMovedClock } from './withdrawals/moved-clock.ts';

const ethereum = await startEthereum();
afterAll(() => ethereum.close());

// Money that leaves by hand and by a bank.
runOnMovedClock('withdrawals', { CHAIN_NODES: ethereum.nodes }, (setLater) => {
  withdrawalJourneys(setLater, ethereum);
  bankJourneys(setLater);
});
