import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import type { Kind } from '@assay/modules/content/rules';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallFailed, call } from '../../lib/call.ts';

/** Begins an item under a key, and goes on to its texts. */
export function NewItem({ kind, close }: { kind: Kind; close(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm({
    first: { key: '' },
    rules: { key: (key) => (key.trim() === '' ? t(($) => $.content.missing) : '') },
    send: async ({ key }) => {
      try {
        await call('addContentItem', { key: key.trim(), kind });
      } catch (error) {
        return {
          key: (error instanceof CallFailed && error.message) || t(($) => $.content.failed),
        };
      }
      void navigate(`/content/${key.trim()}`);
      return undefined;
    },
  });
  return (
    <FormDialog
      title={t(($) => $.content.kinds[kind])}
      close={close}
      form={form}
      action={t(($) => $.content.begin)}
    >
      <TextField
        label={t(($) => $.content.newKey)}
        hint={t(($) => $.content.newHint)}
        dir="ltr"
        {...textOf(form, 'key')}
      />
    </FormDialog>
  );
}
