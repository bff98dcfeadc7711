import { IconEye } from '@assay/kit/icons/eye.ts';
import { IconEyeOff } from '@assay/kit/icons/eye-off.ts';
import { IconLine } from '@assay/kit/icons/line.ts';
import { IconLock } from '@assay/kit/icons/lock.ts';
import { IconLockOpen } from '@assay/kit/icons/lock-open.ts';
import { IconMagnet } from '@assay/kit/icons/magnet.ts';
import { IconNote } from '@assay/kit/icons/note.ts';
import { IconRuler2 } from '@assay/kit/icons/ruler-2.ts';
import { IconSquare } from '@assay/kit/icons/square.ts';
import { IconStairsUp } from '@assay/kit/icons/stairs-up.ts';
import { IconTrash } from '@assay/kit/icons/trash.ts';
import { IconVectorTriangle } from '@assay/kit/icons/vector-triangle.ts';
import { IconWaveSawTool } from '@assay/kit/icons/wave-saw-tool.ts';
import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type DrawingGroup, type DrawingName, drawingGroups } from './catalogue.ts';
import css from './chart.module.css';
import type { ChartStore } from './chart-store.ts';
import { TOOL_ICON, ToolButton } from './tool-button.tsx';

const ICONS: Readonly<Record<DrawingGroup, typeof IconLine>> = {
  lines: IconLine,
  channels: IconStairsUp,
  shapes: IconSquare,
  fibonacci: IconWaveSawTool,
  patterns: IconVectorTriangle,
  measure: IconRuler2,
  notes: IconNote,
};

const GROUPS = Object.keys(drawingGroups) as DrawingGroup[];

interface DrawingBarProps {
  store: ChartStore;
  onDraw(name: DrawingName): void;
}

/** The drawing tools by group, and the actions on all drawings at once. */
export function DrawingBar({ store, onDraw }: DrawingBarProps) {
  const { t } = useTranslation();
  const { habits, hideDrawings, lockDrawings, drawings, selected } = useStore(store);
  const act = store.getState();
  return (
    <div className={css.drawingBar} role="toolbar" aria-label={t(($) => $.chart.drawing.label)}>
      {GROUPS.map((group) => (
        <Group key={group} group={group} onDraw={onDraw} />
      ))}
      <span className={css.drawingRule} aria-hidden="true" />
      <ToolButton
        className={css.drawingTool}
        text={t(($) => $.chart.drawing.magnet)}
        pressed={habits.magnet}
        onClick={() => act.setHabits({ magnet: !habits.magnet })}
      >
        <IconMagnet {...TOOL_ICON} />
      </ToolButton>
      <ToolButton
        className={css.drawingTool}
        text={t(($) => $.chart.drawing.lock)}
        pressed={lockDrawings}
        onClick={() => act.flip('lockDrawings')}
      >
        {lockDrawings ? <IconLock {...TOOL_ICON} /> : <IconLockOpen {...TOOL_ICON} />}
      </ToolButton>
      <ToolButton
        className={css.drawingTool}
        text={t(($) => $.chart.drawing.hide)}
        pressed={hideDrawings}
        onClick={() => act.flip('hideDrawings')}
      >
        {hideDrawings ? <IconEyeOff {...TOOL_ICON} /> : <IconEye {...TOOL_ICON} />}
      </ToolButton>
      <ToolButton
        className={css.drawingTool}
        text={
          selected === null ? t(($) => $.chart.drawing.clear) : t(($) => $.chart.drawing.remove)
        }
        disabled={drawings.length === 0}
        onClick={() => (selected === null ? act.clearDrawings() : act.removeDrawing(selected))}
      >
        <IconTrash {...TOOL_ICON} />
      </ToolButton>
    </div>
  );
}

/** A group shows the tool that was used last; a click on its corner opens the others. */
function Group({ group, onDraw }: { group: DrawingGroup; onDraw(name: DrawingName): void }) {
  const { t } = useTranslation();
  const members: readonly DrawingName[] = drawingGroups[group];
  const [used, setUsed] = useState<DrawingName | undefined>(members[0]);
  const groupName = t(($) => $.chart.drawingGroups[group]);
  const Icon = ICONS[group];
  return (
    <Menu position="right-start" offset={4}>
      <Menu.Target>
        <button
          type="button"
          className={css.drawingTool}
          aria-label={groupName}
          title={
            used === undefined ? groupName : `${groupName}: ${t(($) => $.chart.drawings[used])}`
          }
        >
          <Icon {...TOOL_ICON} />
          <span className={css.corner} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{groupName}</Menu.Label>
        {members.map((name) => (
          <Menu.Item
            key={name}
            onClick={() => {
              setUsed(name);
              onDraw(name);
            }}
          >
            {t(($) => $.chart.drawings[name])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
