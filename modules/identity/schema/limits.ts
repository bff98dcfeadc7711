import type { LimitTable } from '@assay/core/schema/limits';
import { DAY, HOUR, MINUTE } from '@assay/core/time';

/** `loginFailure`, `codeSend`, `codeVerify`, `codeGuess` and `register` are counted by handlers. */
export const limits = {
  login: {
    network: [
      { max: 60, ms: MINUTE },
      { max: 1000, ms: HOUR },
    ],
  },
  loginFailure: {
    network: [
      { max: 20, ms: MINUTE },
      { max: 200, ms: HOUR },
    ],
  },
  codeSend: {
    account: [
      { max: 1, ms: MINUTE },
      { max: 5, ms: HOUR },
      { max: 10, ms: DAY },
    ],
    network: [
      { max: 10, ms: HOUR },
      { max: 50, ms: DAY },
    ],
    everybody: [{ max: 20_000, ms: DAY }],
  },
  codeVerify: { network: [{ max: 30, ms: HOUR }] },
  /** Codes for logging in and resetting, of all strangers together: 48,000 of 10^8 a day. */
  codeGuess: { everybody: [{ max: 2_000, ms: HOUR }] },
  register: {
    network: [
      { max: 5, ms: HOUR },
      { max: 20, ms: DAY },
    ],
  },
  /** Wrong second factors; each account also waits after five of them. */
  factorFailure: { network: [{ max: 50, ms: HOUR }] },
  tradePasswordFailure: { network: [{ max: 30, ms: HOUR }] },
  stepUp: { account: [{ max: 60, ms: HOUR }], network: [{ max: 300, ms: HOUR }] },
  dataExport: { account: [{ max: 5, ms: DAY }], network: [{ max: 50, ms: DAY }] },
  /** Wrong keys of delivery reports would be guesses; the gateway sends one for each message. */
  smsReport: { network: [{ max: 600, ms: MINUTE }] },
  link: { network: [{ max: 30, ms: HOUR }] },
  demo: { network: [{ max: 30, ms: HOUR }] },
  // Accounts of new visitors, by decision 0025: in the thirty days that one may live, all together
  // cannot use up half of the virtual money.
  visitor: { site: [{ max: 60, ms: HOUR }], everybody: [{ max: 400, ms: HOUR }] },
  /** The first ones of a site, which a crowd of others cannot keep out. */
  firstVisitor: { site: [{ max: 2, ms: HOUR }], everybody: [{ max: 200, ms: HOUR }] },
} as const satisfies LimitTable;
