import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { PanelBody } from '../display/panel.tsx';

interface OlderRowsProps {
  /** An infinite query, as far as this needs it. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
  children: ReactNode;
}

/** Below a table in a panel: loads the next page of its rows; nothing where there is none. */
export function OlderRows({ query, children }: OlderRowsProps) {
  if (!query.hasNextPage) return null;
  return (
    <PanelBody>
      <Button
        variant="default"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {children}
      </Button>
    </PanelBody>
  );
}
