import { runJourneys } from './harness/run-journeys.ts';
import { rewardJourneys } from './journeys/rewards.suite.ts';

// What the house gives: sign-in rewards, invitations, lower fees, the credit score.
runJourneys(rewardJourneys);
