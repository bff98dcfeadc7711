import { Badge } from '@assay/kit/display/badge.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';

/** Whether loans on these terms are made. */
export function OpenState({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation();
  return (
    <Badge tone={isOpen ? 'good' : 'neutral'}>
      {isOpen ? t(($) => $.loans.open) : t(($) => $.loans.closed)}
    </Badge>
  );
}

/** For whoever may propose other terms. */
export function ChangeButton({ ask }: { ask(): void }) {
  const { t } = useTranslation();
  const { may } = useOperator();
  if (!may('house.prepare')) return NO_VALUE;
  return (
    <Button size="xs" variant="default" onClick={ask}>
      {t(($) => $.loans.change)}
    </Button>
  );
}
