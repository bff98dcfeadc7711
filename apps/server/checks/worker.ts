import { runChecker } from './thread.ts';

runChecker();
