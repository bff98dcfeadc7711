import { runJourneys } from './harness/run-journeys.ts';
import { loanJourneys } from './journeys/loans.suite.ts';
import { securedLoanJourneys } from './journeys/secured-loans.suite.ts';

// Money that is lent against documents and against coins, from both sides.
runJourneys(loanJourneys, securedLoanJourneys);
