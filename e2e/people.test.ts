import { runJourneys } from './harness/run-journeys.ts';
import { contentJourneys } from './journeys/content.suite.ts';
import { keepingJourneys } from './journeys/first-paint.suite.ts';
import { formJourneys } from './journeys/forms.suite.ts';
import { inboxJourneys } from './journeys/inbox.suite.ts';
import { injectionJourneys } from './journeys/injections.suite.ts';
import { securityJourneys } from './journeys/security.suite.ts';
import { sessionJourneys } from './journeys/session.suite.ts';
import { supportJourneys } from './journeys/support.suite.ts';
import { verificationJourneys } from './journeys/verification.suite.ts';

// What people do with their accounts.
runJourneys(
  formJourneys,
  sessionJourneys,
  securityJourneys,
  verificationJourneys,
  supportJourneys,
  contentJourneys,
  injectionJourneys,
  inboxJourneys,
  keepingJourneys,
);
