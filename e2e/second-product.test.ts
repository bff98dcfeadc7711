import { runJourneysOn } from './harness/run-journeys.ts';
import { prepaidJourneys } from './prepaid/journeys.suite.ts';
import { killJourney } from './prepaid/kill.suite.ts';
import { prepaidServer } from './prepaid/start.ts';

// A second product beside spot, from its page to its tables. The journey that kills comes last.
runJourneysOn(prepaidServer, prepaidJourneys, killJourney);
