import { Loaded } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../lib/use-keys.ts';

interface CasePageProps<T> {
  title: string;
  query: UseQueryResult<T>;
  leave(): void;
  children: (one: T) => ReactNode;
}

/** One case of a queue, as a page with a way back to the others, by the key Escape too. */
export function CasePage<T>({ title, query, leave, children }: CasePageProps<T>) {
  const { t } = useTranslation();
  useKeys({ Escape: leave });
  return (
    <Page>
      <PageHead
        title={title}
        actions={
          <Button variant="default" onClick={leave}>
            {t(($) => $.withdrawals.back)}
          </Button>
        }
      />
      <Loaded query={query}>{(one) => <Stack>{children(one)}</Stack>}</Loaded>
    </Page>
  );
}
