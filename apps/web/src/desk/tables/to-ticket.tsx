import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { focusTicket } from '../layout/hotkeys.tsx';

/** From an empty list of orders to the place where one is made. */
export function ToTicket() {
  const { t } = useTranslation();
  return (
    <Button size="xs" variant="default" onClick={focusTicket}>
      {t(($) => $.desk.empty.toTicket)}
    </Button>
  );
}
