import { Loaded } from '@assay/kit/feedback/states.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSecurity } from '../../../lib/data/security.ts';
import { AccountPage } from '../../../ui/account-page.tsx';
import { Data } from './data.tsx';
import { Factors } from './factors.tsx';
import { Freezes } from './freezes.tsx';
import { Guards } from './guards.tsx';
import { Level } from './level.tsx';
import { Wallets } from './wallets.tsx';
import { Word } from './word.tsx';

/** /setting/security: what secures the account, what is missing, and where to add it. */
export default function SecurityScreen() {
  const { t } = useTranslation();
  const query = useSecurity();
  const isThere = query.data !== undefined;
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again
  useEffect(() => {
    const asked = isThere && hash !== '' ? document.getElementById(hash.slice(1)) : null;
    asked?.scrollIntoView({ block: 'center' });
    asked?.querySelector<HTMLElement>('button, input')?.focus({ preventScroll: true });
  }, [hash, key, isThere]);
  return (
    <AccountPage
      own
      width="page"
      title={t(($) => $.identity.security.title)}
      lead={t(($) => $.identity.security.lead)}
    >
      <Loaded query={query} height="100dvh">
        {(security) => (
          <Stack>
            <Level />
            <Factors security={security} />
            <Guards security={security} />
            <Word security={security} />
            <Wallets security={security} />
            <Freezes security={security} />
            <Data security={security} />
          </Stack>
        )}
      </Loaded>
    </AccountPage>
  );
}
