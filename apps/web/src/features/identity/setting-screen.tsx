import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Skeleton } from '@assay/kit/feedback/states.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRealm, useSession } from '../../lib/data/session.ts';
import { AccountPage } from '../../ui/account-page.tsx';
import { Level } from './security/level.tsx';
import { Sessions } from './sessions.tsx';

/** /setting: who the user is here, and where the user is logged in. */
export default function SettingScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.identity.setting.title);
  return (
    <AccountPage title={title} lead={t(($) => $.identity.setting.lead)}>
      <Profile />
      <Level brief />
      <Sessions />
    </AccountPage>
  );
}

function Profile() {
  const { t } = useTranslation();
  const format = useFormat();
  const profile = useSession((session) => session.profile);
  const demo = useRealm() === 'demo';
  const waiting = <Skeleton width="8rem" height="1.125rem" />;
  const shown = (text: string | undefined): ReactNode =>
    profile === null ? waiting : <Ltr>{text || NO_VALUE}</Ltr>;
  return (
    <Panel
      title={t(($) => $.identity.setting.profile)}
      tools={demo ? <Badge tone="demo">{t(($) => $.shell.demo.ribbon)}</Badge> : null}
    >
      <KeyValues
        columns={4}
        items={[
          { label: t(($) => $.identity.setting.id), value: shown(String(profile?.userId)) },
          { label: t(($) => $.identity.fields.email), value: shown(profile?.email) },
          { label: t(($) => $.identity.fields.phone), value: shown(profile?.phone) },
          {
            label: t(($) => $.identity.setting.since),
            value: shown(profile === null ? '' : format.date(profile.createdAt)),
          },
        ]}
      />
    </Panel>
  );
}
