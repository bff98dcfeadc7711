import { useTranslation } from 'react-i18next';
import { Dialog } from '../feedback/dialog.tsx';
import { StateForm, type StateFormProps } from './form.tsx';

interface FormDialogProps extends StateFormProps {
  title: string;
  size?: string;
  close(): void;
}

/** A dialog that is a form, which a button leaves. Who opens it closes it when it was taken. */
export function FormDialog({ title, size = '28rem', close, ...form }: FormDialogProps) {
  const { t } = useTranslation();
  const back = { text: t(($) => $.kit.back), run: close };
  return (
    <Dialog opened onClose={close} title={title} size={size}>
      <StateForm back={back} {...form} />
    </Dialog>
  );
}
