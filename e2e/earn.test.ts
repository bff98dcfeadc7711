import { runJourneys } from './harness/run-journeys.ts';
import { earnJourneys } from './journeys/earn.suite.ts';

// Custody products, from the side of a customer and of staff.
runJourneys(earnJourneys);
