import type { StaffRight } from '@assay/core/approval/rights';
import { ToastLine } from '@assay/kit/feedback/toast-line.tsx';
import { IconContrast } from '@assay/kit/icons/contrast.ts';
import { IconButton } from '@assay/kit/input/icon-button.tsx';
import { NavMenu } from '@assay/kit/page/nav-menu.tsx';
import { SkipLink } from '@assay/kit/page/skip-link.tsx';
import { useCurrentInView } from '@assay/kit/page/use-current-in-view.ts';
import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { call } from '../lib/call.ts';
import { connection } from '../lib/connection.ts';
import { useMode } from '../lib/mode.ts';
import { useOperator } from '../lib/operator.ts';
import { session } from '../lib/session.ts';
import css from './frame.module.css';

/** The header with the log-out, the pages by what they are about, and the main landmark. */
export function Frame({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const label = t(($) => $.nav.label);
  const groups = usePlaces();
  return (
    <>
      <SkipLink text={t(($) => $.skip)} />
      <header className={css.header}>
        <div className={css.bar}>
          <span className={css.name}>{t(($) => $.title)}</span>
          <TrialMark />
          <span className={css.push} />
          <ThemeButton />
          {signedIn ? (
            <>
              <div className={css.leave}>
                <LeaveButton />
              </div>
              <div className={css.menu}>
                <NavMenu label={label} links={groups.flatMap(({ places }) => places)}>
                  <div className={css.below}>
                    <LeaveButton />
                  </div>
                </NavMenu>
              </div>
            </>
          ) : null}
        </div>
      </header>
      <div className={signedIn ? css.body : ''}>
        {signedIn ? <Side label={label} groups={groups} /> : null}
        <main id="main">{children}</main>
      </div>
      <ToastLine />
      <Unanswered />
    </>
  );
}

/** Over the lower edge of every screen, so that nothing moves: the figures are not of now. */
function Unanswered() {
  const { t } = useTranslation();
  const answers = useSyncExternalStore(connection.listen, connection.answers);
  return (
    <div role="status" className={answers ? undefined : css.lost}>
      {answers ? null : t(($) => $.unanswered)}
    </div>
  );
}

/** The pages beside the screen; where all of them have no room, the current one is in view. */
function Side({ label, groups }: { label: string; groups: readonly Group[] }) {
  const nav = useCurrentInView();
  return (
    <nav ref={nav} className={css.side} aria-label={label}>
      {groups.map(({ name, places }) => (
        <div key={name} className={css.group}>
          <span className={css.of}>{name}</span>
          {places.map(({ to, text }) => (
            <NavLink key={to} to={to}>
              {text}
            </NavLink>
          ))}
        </div>
      ))}
    </nav>
  );
}

interface Group {
  readonly name: string;
  readonly places: readonly Place[];
}

interface Place {
  readonly to: string;
  readonly text: string;
  /** Undefined: everybody has it. */
  readonly right?: StaffRight;
}

/** The screens that the reader's roles open, by what they are about. */
function usePlaces(): readonly Group[] {
  const { t } = useTranslation();
  const { may } = useOperator();
  const groups: Group[] = [
    {
      name: t(($) => $.nav.groups.house),
      places: [
        { to: '/outbox', right: 'outbox.read', text: t(($) => $.nav.outbox) },
        { to: '/status', right: 'system.read', text: t(($) => $.nav.status) },
        { to: '/reports', right: 'reports.read', text: t(($) => $.reports.title) },
        { to: '/approvals', right: 'proposals.read', text: t(($) => $.approvals.title) },
      ],
    },
    {
      name: t(($) => $.nav.groups.people),
      places: [
        { to: '/verification', right: 'verification.read', text: t(($) => $.nav.verification) },
        { to: '/support', right: 'support.read', text: t(($) => $.support.title) },
        { to: '/users', right: 'users.read', text: t(($) => $.support.users) },
      ],
    },
    {
      name: t(($) => $.nav.groups.money),
      places: [
        { to: '/withdrawals', right: 'wallet.read', text: t(($) => $.withdrawals.title) },
        { to: '/proofs', right: 'wallet.read', text: t(($) => $.proofs.title) },
        { to: '/recoveries', right: 'wallet.read', text: t(($) => $.recoveries.title) },
        { to: '/purchases', right: 'wallet.read', text: t(($) => $.purchases.title) },
        { to: '/bank', right: 'wallet.read', text: t(($) => $.purchases.bank) },
        { to: '/chains', right: 'wallet.read', text: t(($) => $.chains.title) },
      ],
    },
    {
      name: t(($) => $.nav.groups.products),
      places: [
        { to: '/markets', right: 'markets.read', text: t(($) => $.markets.title) },
        { to: '/contracts', right: 'markets.read', text: t(($) => $.contracts.title) },
        { to: '/options', right: 'markets.read', text: t(($) => $.options.title) },
        { to: '/earn', right: 'reports.read', text: t(($) => $.earn.title) },
        { to: '/launches', right: 'markets.read', text: t(($) => $.launches.title) },
        { to: '/loans', right: 'wallet.read', text: t(($) => $.loans.title) },
        { to: '/rewards', right: 'reports.read', text: t(($) => $.rewards.title) },
        { to: '/parameters', right: 'parameters.read', text: t(($) => $.parameters.title) },
      ],
    },
    {
      name: t(($) => $.nav.groups.site),
      places: [
        { to: '/content', right: 'content.read', text: t(($) => $.nav.content) },
        { to: '/staff', right: 'staff.read', text: t(($) => $.staff.title) },
        { to: '/access', text: t(($) => $.access.title) },
      ],
    },
  ];
  const isOpen = ({ right }: Place) => right === undefined || may(right);
  return groups
    .map(({ name, places }) => ({ name, places: places.filter(isOpen) }))
    .filter(({ places }) => places.length > 0);
}

function TrialMark() {
  const { t } = useTranslation();
  if (useMode() !== 'trial') return null;
  return (
    <strong className={css.trial} title={t(($) => $.trial.text)}>
      {t(($) => $.trial.title)}
      <span className="seen-by-ear">{t(($) => $.trial.text)}</span>
    </strong>
  );
}

function ThemeButton() {
  const { t } = useTranslation();
  // Disabling transitions for the change would insert a style sheet as HTML, which the content
  // security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const other = useComputedColorScheme('dark') === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={other === 'dark' ? t(($) => $.theme.dark) : t(($) => $.theme.light)}
      onClick={() => setColorScheme(other)}
    >
      <IconContrast size={17} stroke={1.5} aria-hidden="true" />
    </IconButton>
  );
}

function LeaveButton() {
  const { t } = useTranslation();
  const leave = async () => {
    // The server ends the session if it is reachable; this tab drops it in any case.
    await call('operatorLeave', {}).catch(() => undefined);
    session.leave();
  };
  return (
    <Button variant="default" size="xs" onClick={leave}>
      {t(($) => $.leave)}
    </Button>
  );
}
