import { runJourneysOn } from './harness/run-journeys.ts';
import { freePort, Server } from './harness/server.ts';
import { staffJourneys } from './journeys/staff.suite.ts';

/** A production, as far as this machine can be one: no prices, and a mail server that is away. */
async function production(): Promise<Server> {
  return new Server(undefined, {
    ...{ INSTALLATION: 'production', FEED: 'auto', LIMITS_FACTOR: '1' },
    ...{
      PORT: String(await freePort()),
      CONSOLE_PORT: '0',
      PUBLIC_URL: 'https://exchange.example',
    },
    ...{ TRUST_PROXY: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:1' },
    MAIL_FROM: 'Exchange <hello@exchange.example>',
  });
}

// What two members of staff do together, which a trial lets one do.
runJourneysOn(production, staffJourneys);
