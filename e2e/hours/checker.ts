import { runChecker } from '../../apps/server/checks/thread.ts';

// The thread that checks the server of these journeys.
runChecker([]);
