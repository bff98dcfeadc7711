import { CopyField } from '@assay/kit/display/copy-field.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The ten codes, for the only time. */
export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close(): void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened
      onClose={close}
      withCloseButton={false}
      title={t(($) => $.identity.factors.codes)}
      size="28rem"
    >
      <Callout tone="warning">{t(($) => $.identity.factors.codesText)}</Callout>
      <CopyField label={t(($) => $.identity.factors.codes)} text={codes.join(' ')} words />
      <Buttons>
        <Button onClick={close}>{t(($) => $.identity.factors.codesKept)}</Button>
      </Buttons>
    </Dialog>
  );
}
