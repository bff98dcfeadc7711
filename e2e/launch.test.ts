import { launchJourneys } from './journeys/launch.suite.ts';
import { runOnMovedClock } from './withdrawals/moved-clock.ts';

// Coins that are sold before they are listed; the clock moves on to the end of what is open.
runOnMovedClock('launch', {}, launchJourneys, 'now');
