import { runJourneysOn } from './harness/run-journeys.ts';
import { hoursServer } from './hours/start.ts';
import { cfdJourneys } from './journeys/cfd.suite.ts';
import { voidOptionJourney } from './journeys/void-option.suite.ts';

// Contracts, on a server whose clock moves: by day, over nights, and on a weekend.
runJourneysOn(hoursServer, cfdJourneys, voidOptionJourney);
