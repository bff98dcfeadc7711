import { KeyValues, WaitingSentences } from '@assay/kit/data/key-values.tsx';
import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSecurity } from '../../../lib/data/security.ts';
import { useHasAccount, useSession } from '../../../lib/data/session.ts';

const LEVELS: StatusMap<'strong' | 'weak' | 'dangerous'> = {
  strong: { tone: 'good', label: (t) => t(($) => $.identity.security.levels.strong) },
  weak: { tone: 'warning', label: (t) => t(($) => $.identity.security.levels.weak) },
  dangerous: { tone: 'bad', label: (t) => t(($) => $.identity.security.levels.dangerous) },
};

/** Where each thing that is missing can be added: parts of a page have an id. */
const PLACES = {
  secondFactor: '/setting/security#factors',
  recoveryCodes: '/setting/security#factors',
  guards: '/setting/security#guards',
  phishingCode: '/setting/security#word',
  tradePassword: '/bindmpwd',
} as const;

/** On the page of settings there are so many ways, and the one to all of them. */
const BRIEF = 2;

function Waiting() {
  const { t } = useTranslation();
  return (
    <Panel title={t(($) => $.identity.security.level)}>
      <WaitingSentences lines={BRIEF + 1} />
    </Panel>
  );
}

/** The level of security, and the way to each thing that is missing or can be changed. */
export function Level({ brief = false }: { brief?: boolean }) {
  const { t } = useTranslation();
  const hasAccount = useHasAccount();
  const security = useSecurity().data;
  const profile = useSession((session) => session.profile);
  // A visitor has nothing to secure.
  if (hasAccount === false) return null;
  if (security === undefined) return <Waiting />;
  const { level, missing, tradePassword, questions } = security;
  const add = t(($) => $.identity.security.add);
  const change = t(($) => $.identity.security.change);
  const ways = [
    ...missing.map((name) => ({
      label: t(($) => $.identity.security.missing[name]),
      to: PLACES[name],
      text: add,
    })),
    ...(tradePassword
      ? [{ label: t(($) => $.identity.tradePassword.title), to: '/bindmpwd', text: change }]
      : []),
    {
      label: t(($) => $.identity.questions.title),
      to: '/setting/questions',
      text: questions.length > 0 ? change : add,
    },
    {
      label: t(($) => $.identity.bind.email),
      to: '/setting/email',
      text: profile?.email ? change : add,
    },
    {
      label: t(($) => $.identity.bind.phone),
      to: '/bindphone',
      text: profile?.phone ? change : add,
    },
  ];
  const all = {
    label: t(($) => $.identity.security.title),
    to: '/setting/security',
    text: t(($) => $.identity.security.look),
  };
  const shown = brief ? [...ways.slice(0, BRIEF), all] : ways;
  return (
    <Panel
      title={t(($) => $.identity.security.level)}
      tools={<StatusBadge map={LEVELS} state={level} />}
    >
      <KeyValues
        sentences
        items={shown.map(({ label, to, text }) => ({
          label,
          value: (
            <Link to={to}>
              {text}
              <span className="seen-by-ear"> {label}</span>
            </Link>
          ),
        }))}
      />
    </Panel>
  );
}
