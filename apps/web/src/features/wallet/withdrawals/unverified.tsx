import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';

/** What a withdrawal to an address takes first, or that people look at it already. */
export function Unverified() {
  const { t } = useTranslation();
  const token = useSession((session) => session.token);
  const { data } = useQuery({
    queryKey: ['verification', 'levels', token],
    queryFn: ({ signal }) => api.call('has_renzheng', {}, { signal, quiet: true }),
    staleTime: 0,
  });
  const isReview = data?.junior === 'review';
  const link = isReview ? t(($) => $.wallet.out.seeVerification) : t(($) => $.wallet.out.verify);
  return (
    <Callout tone={isReview ? 'information' : 'warning'} action={<Link to="/sfyz">{link}</Link>}>
      {isReview ? t(($) => $.wallet.out.inReview) : t(($) => $.wallet.out.notVerified)}
    </Callout>
  );
}
