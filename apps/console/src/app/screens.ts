import { type ComponentType, lazy } from 'react';

const loads: (() => Promise<unknown>)[] = [];

/** A screen has code of its own, so that a log-in waits for none of them. */
function screen(load: () => Promise<ComponentType>): ComponentType {
  loads.push(load);
  return lazy(async () => ({ default: await load() }));
}

const SETTLED_MS = 2_000;

/**
 * Loads the code of all screens, one after the other, once the first has what it needs: whoever
 * goes to another waits for nothing. Returns what stops it.
 */
export function loadScreens(): () => void {
  const stopped = new AbortController();
  const all = async () => {
    for (const load of loads) {
      if (stopped.signal.aborted) return;
      // What fails here is loaded again, and says so, when its screen is opened.
      await load().catch(() => undefined);
    }
  };
  const timer = setTimeout(all, SETTLED_MS);
  return () => {
    clearTimeout(timer);
    stopped.abort();
  };
}

/** Whoever has no passkey yet sees this one and no other. */
export const Access = screen(async () => (await import('../features/operators/access.tsx')).Access);

/** The screens, by the path below /console. */
export const SCREENS: readonly (readonly [path: string, screen: ComponentType])[] = [
  ['/outbox', screen(async () => (await import('../features/operators/outbox.tsx')).Outbox)],
  ['/status', screen(async () => (await import('./status.tsx')).Status)],
  ['/reports', screen(async () => (await import('./reports.tsx')).Reports)],
  [
    '/approvals',
    screen(async () => (await import('../features/operators/approvals.tsx')).Approvals),
  ],
  ['/markets', screen(async () => (await import('../features/markets/markets.tsx')).Markets)],
  [
    '/parameters',
    screen(async () => (await import('../features/parameters/parameters.tsx')).Parameters),
  ],
  ['/contracts', screen(async () => (await import('../features/cfd/contracts.tsx')).Contracts)],
  ['/options', screen(async () => (await import('../features/options/options.tsx')).Options)],
  ['/chains', screen(async () => (await import('../features/wallet/chains.tsx')).Chains)],
  [
    '/verification',
    screen(async () => (await import('../features/verification/verification.tsx')).Verification),
  ],
  [
    '/withdrawals',
    screen(async () => (await import('../features/withdrawals/withdrawals.tsx')).Withdrawals),
  ],
  [
    '/recoveries',
    screen(async () => (await import('../features/wallet/recoveries.tsx')).Recoveries),
  ],
  ['/proofs', screen(async () => (await import('../features/wallet/proofs.tsx')).Proofs)],
  [
    '/purchases',
    screen(async () => (await import('../features/purchases/purchases.tsx')).Purchases),
  ],
  ['/earn', screen(async () => (await import('../features/earn/earn.tsx')).Earn)],
  ['/loans', screen(async () => (await import('../features/loans/loans.tsx')).Loans)],
  ['/bank', screen(async () => (await import('../features/purchases/bank.tsx')).Bank)],
  ['/rewards', screen(async () => (await import('../features/rewards/rewards.tsx')).Rewards)],
  ['/launches', screen(async () => (await import('../features/launch/launches.tsx')).Launches)],
  ['/support', screen(async () => (await import('../features/support/support.tsx')).Support)],
  ['/users', screen(async () => (await import('../features/support/users.tsx')).Users)],
  ['/content', screen(async () => (await import('../features/content/content.tsx')).Content)],
  ['/content/:key', screen(async () => (await import('../features/content/editor.tsx')).Editor)],
  ['/staff', screen(async () => (await import('../features/operators/staff.tsx')).Staff)],
  ['/access', Access],
];
