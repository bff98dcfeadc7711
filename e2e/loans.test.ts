import { runJourneysOn } from './harness/run-journeys.ts';
import { Server } from './harness/server.ts';
import { loanJourneys } from './journeys/loans.suite.ts';
import { securedLoanJourneys } from './journeys/secured-loans.suite.ts';

// Money that is lent against documents and against coins, from both sides; the coins are bought
// with test money of a chain of its own.
runJourneysOn(
  () => new Server(undefined, { TRIAL_CHAIN: 'on' }),
  loanJourneys,
  securedLoanJourneys,
);
