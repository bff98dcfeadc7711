import { runJourneys } from './harness/run-journeys.ts';
import { loanJourneys } from './journeys/loans.suite.ts';

// Money that is lent against documents, from both sides.
runJourneys(loanJourneys);
