import { runChecker } from '../../apps/server/checks/thread.ts';
import { parts } from '../outside/purse.ts';

// The thread that checks the server of the test run decides by the same rules.
runChecker(parts);
