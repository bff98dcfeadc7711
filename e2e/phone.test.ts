import { runJourneys } from './harness/run-journeys.ts';
import { phoneJourneys } from './journeys/phone.suite.ts';

// What fits a pocket: every address, and an order, on the screens of a phone and a tablet.
runJourneys(phoneJourneys);
