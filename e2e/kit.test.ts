import { runJourneys } from './harness/run-journeys.ts';
import { kitJourneys } from './journeys/kit.suite.ts';

// The parts of screens on their page.
runJourneys(kitJourneys);
