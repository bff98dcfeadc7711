import { CopyField } from '@assay/kit/display/copy-field.tsx';
import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { toastWarning } from '@assay/kit/feedback/toasts.ts';
import type { MemberView } from '@assay/modules/operators/schema';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed, call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';

interface Made {
  readonly kind: 'link' | 'code';
  readonly text: string;
}

/** How somebody who was invited comes in: the link of one person, and the code of another. */
export function StaffLink({ member: { operatorId, name } }: { member: MemberView }) {
  const { t } = useTranslation();
  const { may, operator } = useOperator();
  const samePersonAllowed = operator?.samePersonAllowed ?? false;
  const [made, setMade] = useState<Made | null>(null);
  const make = async (making: Promise<Made>) => {
    try {
      setMade(await making);
    } catch (error) {
      toastWarning((error instanceof CallFailed && error.message) || t(($) => $.approvals.failed));
    }
  };
  const makeLink = async (): Promise<Made> => {
    const { link } = await call('makeStaffLink', { operatorId });
    return { kind: 'link', text: `${location.origin}/console/#${link}` };
  };
  const makeCode = async (): Promise<Made> => {
    const { code } = await call('makeLinkCode', { operatorId });
    return { kind: 'code', text: code };
  };
  const title = made?.kind === 'code' ? t(($) => $.staff.code) : t(($) => $.staff.link);
  return (
    <>
      {may('staff.prepare') ? (
        <Button size="xs" variant="default" onClick={() => void make(makeLink())}>
          {t(($) => $.staff.makeLink)}
        </Button>
      ) : null}{' '}
      {may('staff.approve') && !samePersonAllowed ? (
        <Button size="xs" variant="default" onClick={() => void make(makeCode())}>
          {t(($) => $.staff.makeCode)}
        </Button>
      ) : null}
      <Dialog opened={made !== null} onClose={() => setMade(null)} title={title}>
        {made?.kind === 'code' ? <p>{t(($) => $.staff.codeText, { name })}</p> : null}
        {made?.kind === 'link' ? <p>{t(($) => $.staff.linkText)}</p> : null}
        {made?.kind === 'link' && !samePersonAllowed ? <p>{t(($) => $.staff.linkHalf)}</p> : null}
        <CopyField label={title} text={made?.text ?? ''} />
      </Dialog>
    </>
  );
}
