import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';
import { useTitle } from '../../../ui/use-title.ts';

/** /notMe: where the link of a message leads. A button, because programs open links of mails. */
export default function NotMeScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.identity.notMe.title);
  useTitle(title);
  const [params] = useSearchParams();
  const [done, setDone] = useState(false);
  const freeze = async () => {
    const link = params.get('link') ?? '';
    const answer = await api.call('notMe', { link }).catch(() => null);
    if (answer === null) return;
    // Whatever session this browser had has ended with the others.
    useSession.getState().leave();
    setDone(true);
  };
  return (
    <Page width="form">
      <PageHead title={title} lead={t(($) => $.identity.notMe.lead)} />
      {done ? (
        <Callout tone="success" live>
          {t(($) => $.identity.notMe.done)}{' '}
          <Link to="/forgetpwd">{t(($) => $.identity.password.forgotTitle)}</Link>
        </Callout>
      ) : (
        <Button size="lg" onClick={() => void freeze()}>
          {t(($) => $.identity.notMe.action)}
        </Button>
      )}
    </Page>
  );
}
