import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import type { SentState } from '@assay/kit/input/use-form.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface LevelFormProps {
  title: string;
  form: SentState;
  children: ReactNode;
}

/** The form of one level, which is sent to be reviewed. */
export function LevelForm({ title, form, children }: LevelFormProps) {
  const { t } = useTranslation();
  return (
    <Panel title={title}>
      <PanelBody>
        <StateForm form={form} action={t(($) => $.verification.form.submit)}>
          {children}
        </StateForm>
      </PanelBody>
    </Panel>
  );
}
