import { runJourneysOn } from './harness/run-journeys.ts';
import { Server } from './harness/server.ts';
import { firstPaintJourneys } from './journeys/first-paint.suite.ts';
import { kitJourneys } from './journeys/kit.suite.ts';
import { phoneJourneys } from './journeys/phone.suite.ts';

/** A site of its own for phones; with a chain the screens of money show all that they have. */
const SETTINGS = { MOBILE_SITE_URL: 'https://phones.example.org/', TRIAL_CHAIN: 'on' };

// The parts of screens on their page; what pages begin with; every address, and an order, on a
// phone and a tablet.
runJourneysOn(
  () => new Server(undefined, SETTINGS),
  kitJourneys,
  firstPaintJourneys,
  () => phoneJourneys(SETTINGS.MOBILE_SITE_URL),
);
