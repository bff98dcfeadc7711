import { runJourneys } from './harness/run-journeys.ts';
import { launchJourneys } from './journeys/launch.suite.ts';

// Coins that are sold before they are listed.
runJourneys(launchJourneys);
