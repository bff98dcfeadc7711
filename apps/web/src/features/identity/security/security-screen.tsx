import { Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
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
  const security = query.data;
  const part = security === undefined ? null : { security };
  const isThere = part !== null;
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
      {query.isError ? <Failure onRetry={() => void query.refetch()} /> : null}
      {part === null ? (
        <Skeleton height="100dvh" />
      ) : (
        <Stack>
          <Level />
          <Factors {...part} />
          <Guards {...part} />
          <Word {...part} />
          <Wallets {...part} />
          <Freezes {...part} />
          <Data {...part} />
        </Stack>
      )}
    </AccountPage>
  );
}
