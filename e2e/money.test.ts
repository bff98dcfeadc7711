import { runJourneysOn } from './harness/run-journeys.ts';
import { Server } from './harness/server.ts';
import { earnJourneys } from './journeys/earn.suite.ts';
import { loanJourneys } from './journeys/loans.suite.ts';
import { purchaseJourneys } from './journeys/purchases.suite.ts';
import { rewardJourneys } from './journeys/rewards.suite.ts';
import { securedLoanJourneys } from './journeys/secured-loans.suite.ts';

// Money that is lent, given, kept for others and sold for bank money, from both sides; test money
// of a chain of its own buys the coins. One server for all of them: four took longer to begin and
// to wait for what comes once a minute.
runJourneysOn(
  () => new Server(undefined, { TRIAL_CHAIN: 'on' }),
  loanJourneys,
  securedLoanJourneys,
  rewardJourneys,
  earnJourneys,
  purchaseJourneys,
);
