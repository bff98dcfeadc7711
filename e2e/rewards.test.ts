import { runJourneysOn } from './harness/run-journeys.ts';
import { Server } from './harness/server.ts';
import { rewardJourneys } from './journeys/rewards.suite.ts';

// What the house gives, on a server with a chain: who was invited trades with what comes by it.
runJourneysOn(() => new Server(undefined, { TRIAL_CHAIN: 'on' }), rewardJourneys);
