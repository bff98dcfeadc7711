import { runJourneys } from './harness/run-journeys.ts';
import { purchaseJourneys } from './journeys/purchases.suite.ts';

// Bank money that comes in as the payment of an order.
runJourneys(purchaseJourneys);
