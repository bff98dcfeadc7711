import { chainJourneys } from './withdrawals/chain.suite.ts';
import { runOnMovedClock } from './withdrawals/moved-clock.ts';

// Money that leaves by a chain, which a signer pays.
runOnMovedClock('signed', { TRIAL_CHAIN: 'on' }, chainJourneys);
