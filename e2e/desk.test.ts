import { runJourneys } from './harness/run-journeys.ts';
import { chartJourneys } from './journeys/chart.suite.ts';
import { deskJourneys } from './journeys/desk.suite.ts';
import { optionJourneys } from './journeys/options.suite.ts';
import { outageJourneys } from './journeys/outage.suite.ts';
import { ticketJourneys } from './journeys/ticket.suite.ts';
import { tradingJourneys } from './journeys/trading.suite.ts';
import { walletJourneys } from './journeys/wallet.suite.ts';

// What people do at the desk. The journeys that stop the server come last.
runJourneys(
  tradingJourneys,
  deskJourneys,
  chartJourneys,
  ticketJourneys,
  walletJourneys,
  optionJourneys,
  outageJourneys,
);
