import { runJourneys } from './harness/run-journeys.ts';
import { apiKeyJourneys } from './journeys/api-keys.suite.ts';
import { consoleJourneys } from './journeys/console.suite.ts';
import { keyboardJourneys } from './journeys/keyboard.suite.ts';
import { layoutJourneys } from './journeys/layout.suite.ts';
import { listingJourneys } from './journeys/listing.suite.ts';
import { receiptJourneys } from './journeys/receipts.suite.ts';
import { reportJourneys } from './journeys/reports.suite.ts';
import { routeJourneys } from './journeys/routes.suite.ts';
import { screenJourneys } from './journeys/screens.suite.ts';

// What each address shows.
runJourneys(
  consoleJourneys,
  reportJourneys,
  keyboardJourneys,
  screenJourneys,
  layoutJourneys,
  receiptJourneys,
  listingJourneys,
  routeJourneys,
  apiKeyJourneys,
);
