import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from './dialog.tsx';

export default function DialogBody({ opened, ...props }: DialogProps) {
  const { t } = useTranslation();
  // Opened a moment after it stands: only then it knows where the focus was, to give it back.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return (
    <Modal opened={shown} closeButtonProps={{ 'aria-label': t(($) => $.ui.close) }} {...props} />
  );
}
