import { afterAll, beforeAll, vi } from 'vitest';
import { stage } from './harness/stage.ts';
import { consoleJourneys } from './journeys/console.suite.ts';
import { deskJourneys } from './journeys/desk.suite.ts';
import { formJourneys } from './journeys/forms.suite.ts';
import { outageJourneys } from './journeys/outage.suite.ts';
import { routeJourneys } from './journeys/routes.suite.ts';
import { screenJourneys } from './journeys/screens.suite.ts';
import { sessionJourneys } from './journeys/session.suite.ts';
import { tradingJourneys } from './journeys/trading.suite.ts';

/** For a machine with much else to do; alone a journey takes a few seconds. */
vi.setConfig({ testTimeout: 180_000 });

/**
 * All journeys in one file: they share one server and one browser, which are what costs time.
 * Those that stop the server come last.
 */
beforeAll(() => stage.open(), 120_000);
afterAll(() => stage.close(), 60_000);

consoleJourneys();
tradingJourneys();
screenJourneys();
routeJourneys();
formJourneys();
sessionJourneys();
deskJourneys();
outageJourneys();
