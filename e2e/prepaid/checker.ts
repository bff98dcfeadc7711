import { runChecker } from '../../apps/server/checks/thread.ts';
import { parts } from './parts.ts';

// The thread that checks the server of the test run decides by the same rules.
runChecker(parts);
