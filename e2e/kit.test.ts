import { runJourneys } from './harness/run-journeys.ts';
import { firstPaintJourneys } from './journeys/first-paint.suite.ts';
import { kitJourneys } from './journeys/kit.suite.ts';
import { phoneJourneys } from './journeys/phone.suite.ts';

// The parts of screens on their page; what pages begin with; every address, and an order, on a
// phone and a tablet.
runJourneys(kitJourneys, firstPaintJourneys, phoneJourneys);
