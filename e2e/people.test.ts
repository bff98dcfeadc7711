import { runJourneys } from './harness/run-journeys.ts';
import { chartJourneys } from './journeys/chart.suite.ts';
import { contentJourneys } from './journeys/content.suite.ts';
import { deskJourneys } from './journeys/desk.suite.ts';
import { formJourneys } from './journeys/forms.suite.ts';
import { inboxJourneys } from './journeys/inbox.suite.ts';
import { outageJourneys } from './journeys/outage.suite.ts';
import { securityJourneys } from './journeys/security.suite.ts';
import { sessionJourneys } from './journeys/session.suite.ts';
import { supportJourneys } from './journeys/support.suite.ts';
import { ticketJourneys } from './journeys/ticket.suite.ts';
import { tradingJourneys } from './journeys/trading.suite.ts';
import { verificationJourneys } from './journeys/verification.suite.ts';

// What users do. The journeys that stop the server come last.
runJourneys(
  ...[
    tradingJourneys,
    formJourneys,
    sessionJourneys,
    securityJourneys,
    deskJourneys,
    chartJourneys,
    ticketJourneys,
  ],
  verificationJourneys,
  supportJourneys,
  contentJourneys,
  inboxJourneys,
  outageJourneys,
);
