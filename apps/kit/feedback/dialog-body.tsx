import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEscape } from './use-escape.ts';

export type DialogProps = Pick<
  ModalProps,
  'opened' | 'onClose' | 'title' | 'size' | 'children' | 'withCloseButton' | 'classNames'
>;

/** The modal restores the focus when it closes, but not when it is removed while it is open. */
function useFocusAfter(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const isLost = document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}

export default function DialogBody({ opened, ...props }: DialogProps) {
  const { t } = useTranslation();
  // The modal opens one render after it mounts: only then does it record which element had the
  // focus, so that it can restore it.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  useFocusAfter();
  useEscape(shown, props.onClose);
  return (
    <Modal
      opened={shown}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t(($) => $.kit.close) }}
      {...props}
    />
  );
}
