import { bankJourneys } from './withdrawals/bank.suite.ts';
import { withdrawalJourneys } from './withdrawals/journeys.suite.ts';
import { runOnMovedClock } from './withdrawals/moved-clock.ts';

// Money that leaves by hand and by a bank.
runOnMovedClock('withdrawals', {}, (setLater) => {
  withdrawalJourneys(setLater);
  bankJourneys(setLater);
});
