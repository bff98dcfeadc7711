import type { TermSpecs } from '@assay/core/schema/terms';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../lib/data/clock.ts';
import { api } from '../lib/data/services.ts';

const FRESH_MS = 60_000;

/** Most of the time nothing is announced. */
const TermChanges = lazy(async () => {
  const { TermChanges: table } = await import('./term-changes.tsx');
  return { default: table };
});

/** What is announced of the terms of a market, a day before it takes effect. */
export function AnnouncedTerms({ market, specs }: { market: string; specs: TermSpecs }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['termsChanges'],
    queryFn: ({ signal }) => api.call('getTermsChanges', {}, { signal, quiet: true }),
    staleTime: FRESH_MS,
  });
  const announced = data?.changes.filter(
    ({ subject, takesEffectAt, withdrawn }) =>
      subject === market && takesEffectAt > serverNow() && withdrawn === null,
  );
  return announced?.map(({ versionId, takesEffectAt, changes }) => (
    <Callout
      key={versionId}
      tone="warning"
      title={t(($) => $.terms.announced, { at: format.dateTime(takesEffectAt) })}
    >
      <Suspense>
        <TermChanges specs={specs} changes={changes} />
      </Suspense>
    </Callout>
  ));
}
