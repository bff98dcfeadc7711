import { play } from './harness/play.ts';
import { apiKeyJourneys } from './journeys/api-keys.suite.ts';
import { consoleJourneys } from './journeys/console.suite.ts';
import { routeJourneys } from './journeys/routes.suite.ts';
import { screenJourneys } from './journeys/screens.suite.ts';

// What stands at each address. A file of its own, so that it can run beside what people do.
play(consoleJourneys, screenJourneys, routeJourneys, apiKeyJourneys);
