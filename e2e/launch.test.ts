import { launchJourneys } from './journeys/launch.suite.ts';
import { runOnMovedClock } from './withdrawals/moved-clock.ts';

// Coins that are sold before they are listed; what is open for minutes is over when the clock moves.
runOnMovedClock('launch', {}, launchJourneys, 'now');
