import { runJourneysOn } from './harness/run-journeys.ts';
import { Server } from './harness/server.ts';
import { chartJourneys } from './journeys/chart.suite.ts';
import { deskJourneys } from './journeys/desk.suite.ts';
import { earlyJourneys } from './journeys/early.suite.ts';
import { optionJourneys } from './journeys/options.suite.ts';
import { outageJourneys } from './journeys/outage.suite.ts';
import { ticketJourneys } from './journeys/ticket.suite.ts';
import { tradingJourneys } from './journeys/trading.suite.ts';
import { walletJourneys } from './journeys/wallet.suite.ts';

// What people do at the desk, by the laws of their countries. The journeys that stop the server
// come last.
runJourneysOn(
  () => new Server(undefined, { COUNTRY_POLICY: 'byCountry' }),
  tradingJourneys,
  deskJourneys,
  chartJourneys,
  ticketJourneys,
  walletJourneys,
  optionJourneys,
  earlyJourneys,
  outageJourneys,
);
