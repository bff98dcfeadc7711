import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLessons } from '../../lib/data/lessons.ts';
import { Lesson, useIsTaught } from '../../ui/lesson.tsx';
import { useOptions } from './use-options.ts';

/** The hints of the options' screen, in the virtual account. */
export function OptionLesson() {
  return useIsTaught('options') ? <Followed /> : null;
}

function Followed() {
  const { t } = useTranslation();
  useProgress();
  return (
    <Lesson
      lesson="options"
      read={['quote']}
      steps={{
        quote: {
          name: t(($) => $.options.lesson.quote),
          text: t(($) => $.options.lesson.quoteText),
        },
        purchase: {
          name: t(($) => $.options.lesson.purchase),
          text: t(($) => $.options.lesson.purchaseText),
        },
        window: {
          name: t(($) => $.options.lesson.window),
          text: t(($) => $.options.lesson.windowText),
        },
        receipt: {
          name: t(($) => $.options.lesson.receipt),
          text: t(($) => $.options.lesson.receiptText),
        },
      }}
    />
  );
}

/**
 * Sees what was bought, and what ended while it was watched. That a receipt was checked is seen
 * where it is done (features/receipts).
 */
function useProgress(): void {
  const { data } = useOptions();
  const reach = useLessons((lessons) => lessons.reach);
  const watched = useRef(new Set<number>());
  useEffect(() => {
    const { open = [], ended = [] } = data ?? {};
    for (const { option } of open) watched.current.add(option.id);
    if (open.length + ended.length > 0) {
      reach('options', 'quote');
      reach('options', 'purchase');
    }
    const wasSettled = ended.some(({ id, result }) => watched.current.has(id) && result !== 'sold');
    if (wasSettled) reach('options', 'window');
  }, [data, reach]);
}
