import { FieldGroup } from '@assay/kit/input/field.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import { RATING_TEXT_MAX } from '@assay/modules/support/rules';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';
import css from './support.module.css';
import { refreshSupport } from './use-support.ts';
import { wordsOf } from './words-of.ts';

const STARS = ['1', '2', '3', '4', '5'] as const;
type Stars = (typeof STARS)[number];

/** Rates a conversation that has ended. */
export function Rating({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation();
  const form = useForm<{ rating: Stars; text: string }>({
    first: { rating: '5', text: '' },
    rules: {},
    send: async ({ rating, text }) => {
      // One line: the call takes no others.
      const input = { ticketId, rating: Number(rating), text: text.replaceAll(/\s+/g, ' ') };
      try {
        await api.call('rateSupport', input, { quiet: true });
      } catch (failure) {
        return { form: wordsOf(failure) || t(($) => $.support.notSent) };
      }
      await refreshSupport();
      return undefined;
    },
  });
  return (
    <StateForm form={form} action={t(($) => $.support.sendRating)}>
      <FieldGroup label={t(($) => $.support.rate)}>
        <Segments
          label={t(($) => $.support.rate)}
          options={STARS.map((value) => ({ value, text: t(($) => $.support.stars[value]) }))}
          value={form.values.rating}
          onChange={(rating) => form.set('rating', rating)}
        />
      </FieldGroup>
      <TextArea
        label={t(($) => $.support.comment)}
        maxLength={RATING_TEXT_MAX}
        value={form.values.text}
        onChange={(text) => form.set('text', text)}
      />
      <p className={css.note}>{t(($) => $.support.rateText)}</p>
    </StateForm>
  );
}
