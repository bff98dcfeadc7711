import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Stepper } from '@assay/kit/page/stepper.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isDone,
  isHidden,
  LESSONS,
  type LessonName,
  presentStep,
  type StepOf,
  useLessons,
} from '../lib/data/lessons.ts';
import { useRealm } from '../lib/data/session.ts';
import css from './lesson.module.css';

interface LessonProps<Name extends LessonName> {
  readonly lesson: Name;
  /** What each step is called, and what is to be known about it. */
  readonly steps: Readonly<
    Record<StepOf<Name>, { readonly name: string; readonly text: ReactNode }>
  >;
  /** Steps that are done by reading them; the others by what the person does. */
  readonly read: readonly StepOf<Name>[];
}

/** Whether the hints of a screen are shown: only in the virtual account, until they are hidden. */
export function useIsTaught(lesson: LessonName): boolean {
  const kept = useLessons((lessons) => lessons.kept);
  return useRealm() === 'demo' && !isHidden(kept, lesson);
}

/** Hints that follow what a person does in the virtual account. */
export function Lesson<Name extends LessonName>({ lesson, steps, read }: LessonProps<Name>) {
  const { t } = useTranslation();
  const { kept, reach, hide } = useLessons();
  if (!useIsTaught(lesson)) return null;
  const all: readonly StepOf<Name>[] = LESSONS[lesson];
  const present = presentStep(kept, lesson);
  return (
    <Panel
      title={t(($) => $.lesson.title)}
      tools={
        <Button size="xs" variant="default" onClick={() => hide(lesson)}>
          {t(($) => $.lesson.hide)}
        </Button>
      }
    >
      <PanelBody>
        <div className={css.lesson}>
          <Stepper
            label={t(($) => $.lesson.steps)}
            steps={all.map((step) => steps[step].name)}
            at={present === undefined ? all.length : all.indexOf(present)}
            isDone={(i) => isDone(kept, lesson, all[i] ?? '')}
          />
          <div className={css.hint}>
            <div className={css.text} role="status">
              {present === undefined ? t(($) => $.lesson.over) : steps[present].text}
            </div>
            {present !== undefined && read.includes(present) ? (
              <Button variant="default" onClick={() => reach(lesson, present)}>
                {t(($) => $.lesson.read)}
              </Button>
            ) : null}
          </div>
        </div>
      </PanelBody>
    </Panel>
  );
}

/** The way back to hints that were hidden. */
export function LessonAgain({ lesson }: { lesson: LessonName }) {
  const { t } = useTranslation();
  const isVirtual = useRealm() === 'demo';
  const { kept, show } = useLessons();
  if (!isVirtual || !isHidden(kept, lesson)) return null;
  return (
    <Button variant="default" onClick={() => show(lesson)}>
      {t(($) => $.lesson.show)}
    </Button>
  );
}
