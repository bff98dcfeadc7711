import { Dialog } from '../feedback/dialog.tsx';
import { StateForm, type StateFormProps } from './form.tsx';

interface FormDialogProps extends StateFormProps {
  title: string;
  size?: string;
  close(): void;
}

/** A dialog that is a form. Who opens it closes it when the form was taken. */
export function FormDialog({ title, size = '28rem', close, ...form }: FormDialogProps) {
  return (
    <Dialog opened onClose={close} title={title} size={size}>
      <StateForm {...form} />
    </Dialog>
  );
}
