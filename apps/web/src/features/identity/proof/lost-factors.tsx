import { Instant } from '@assay/kit/display/figures.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { SentCodeField } from '@assay/kit/input/code-field.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../app/locales/later/lost-factors.ts';
import type { CallOutput } from '../../../lib/api/tables.ts';
import { api } from '../../../lib/data/services.ts';
import { useRefusals } from '../../../lib/data/use-refusals.ts';
import { useFieldTexts } from '../field-texts.ts';
import { CODE_DIGITS } from '../limits.ts';

const NAMES = ['code', 'otherCode'] as const;

interface LostFactorsProps {
  challengeId: string;
  /** To the proofs that were asked for. */
  back(): void;
  /** To the password: the second step has ended. */
  over(): void;
}

/** For who has lost all that the second step asks for: by a code of each of their addresses. */
export function LostFactors({ challengeId, back, over }: LostFactorsProps) {
  const { t } = useTranslation();
  const byKey = useFieldTexts();
  const refusalsOf = useRefusals();
  const refused = (error: unknown) =>
    refusalsOf(error, { names: NAMES, byRefusal: { codeWrong: 'code' }, byKey });
  const [codes, setCodes] = useState<CallOutput<'askLostFactors'>['codes']>([]);
  const [done, setDone] = useState<CallOutput<'giveUpFactors'> | null>(null);
  const [first, second] = codes;
  const form = useForm({
    first: { code: '', otherCode: '' },
    rules: {},
    async send({ code, otherCode }) {
      try {
        if (first === undefined) {
          setCodes((await api.call('askLostFactors', { challengeId }, { quiet: true })).codes);
          return {};
        }
        const proof = { challengeId, code, codeId: first.codeId };
        const other = second === undefined ? {} : { otherCode, otherCodeId: second.codeId };
        setDone(await api.call('giveUpFactors', { ...proof, ...other }, { quiet: true }));
        return {};
      } catch (error) {
        return refused(error);
      }
    },
  });
  if (done !== null) {
    return (
      <>
        <Callout tone={done.removed ? 'success' : 'information'} live>
          {done.removed ? t(($) => $.lostFactors.removed) : t(($) => $.lostFactors.announced)}{' '}
          {done.removed ? null : <Instant at={done.from} />}
        </Callout>
        <Button variant="default" onClick={over}>
          {t(($) => $.lostFactors.toLogin)}
        </Button>
      </>
    );
  }
  return (
    <StateForm
      form={form}
      action={
        first === undefined ? t(($) => $.lostFactors.send) : t(($) => $.identity.proof.confirm)
      }
      back={{ text: t(($) => $.identity.proof.back), run: back }}
    >
      <p>{t(($) => $.lostFactors.lead)}</p>
      <p>{t(($) => $.lostFactors.after)}</p>
      {first === undefined ? null : (
        <SentCodeField digits={CODE_DIGITS} account={first.sentTo} {...textOf(form, 'code')} />
      )}
      {second === undefined ? null : (
        <SentCodeField
          digits={CODE_DIGITS}
          account={second.sentTo}
          {...textOf(form, 'otherCode')}
        />
      )}
    </StateForm>
  );
}
