import { create } from 'zustand';
import { readStored, STORAGE_KEYS, writeStored } from '../storage.ts';

/** What is learnt on each trading screen, in the order in which it is shown. */
export const LESSONS = {
  cfd: ['order', 'stop', 'margin', 'close'],
  options: ['quote', 'purchase', 'window', 'receipt'],
} as const;
export type LessonName = keyof typeof LESSONS;
export type StepOf<Name extends LessonName> = (typeof LESSONS)[Name][number];

/** Instead of a step: somebody wants no more hints on that screen. */
const HIDDEN = 'hidden';

interface Lessons {
  /** `cfd stop`: done once; `cfd hidden`: no hints there. */
  readonly kept: readonly string[];
  /** Done; what is kept already changes nothing. */
  reach<Name extends LessonName>(lesson: Name, step: StepOf<Name>): void;
  hide(lesson: LessonName): void;
  /** Shown again, from where it was left; from its beginning when all of it was done. */
  show(lesson: LessonName): void;
}

/**
 * How far somebody is in the hints of the virtual account. Kept in the browser as the theme is: it
 * is known before the first paint, and whoever has practised once need not read it again in the
 * next virtual account.
 */
export const useLessons = create<Lessons>((set, get) => {
  const keep = (kept: readonly string[]) => {
    writeStored(STORAGE_KEYS.lessons, kept.join(','));
    set({ kept });
  };
  const add = (word: string) => {
    const { kept } = get();
    if (!kept.includes(word)) keep([...kept, word]);
  };
  return {
    kept: restoredLessons(readStored(STORAGE_KEYS.lessons)),
    reach: (lesson, step) => add(`${lesson} ${step}`),
    hide: (lesson) => add(`${lesson} ${HIDDEN}`),
    show: (lesson) => {
      const { kept } = get();
      const isOver = presentStep(kept, lesson) === undefined;
      keep(
        kept.filter((word) =>
          isOver ? !word.startsWith(`${lesson} `) : word !== `${lesson} ${HIDDEN}`,
        ),
      );
    },
  };
});

export const isHidden = (kept: readonly string[], lesson: LessonName): boolean =>
  kept.includes(`${lesson} ${HIDDEN}`);

export const isDone = (kept: readonly string[], lesson: LessonName, step: string): boolean =>
  kept.includes(`${lesson} ${step}`);

/** The first step that is not done, whatever was done after it; undefined when all are. */
export function presentStep<Name extends LessonName>(
  kept: readonly string[],
  lesson: Name,
): StepOf<Name> | undefined {
  const steps: readonly StepOf<Name>[] = LESSONS[lesson];
  return steps.find((step) => !isDone(kept, lesson, step));
}

/** Exported for its test: only words that there are are taken over. */
export function restoredLessons(text: string | null): string[] {
  const words = Object.entries(LESSONS).flatMap(([lesson, steps]) =>
    [...steps, HIDDEN].map((step) => `${lesson} ${step}`),
  );
  const stored = (text ?? '').split(',');
  return words.filter((word) => stored.includes(word));
}
