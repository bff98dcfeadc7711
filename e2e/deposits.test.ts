import { runJourneysOn } from './harness/run-journeys.ts';
import { Server } from './harness/server.ts';
import { depositJourneys } from './journeys/deposits.suite.ts';
import { injectedFieldJourneys } from './journeys/injected-fields.suite.ts';

// Money that comes in, on a server with a chain of its own, and what is said about it.
runJourneysOn(
  () => new Server(undefined, { TRIAL_CHAIN: 'on' }),
  depositJourneys,
  injectedFieldJourneys,
);
