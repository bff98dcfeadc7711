import { IconTrash } from '@assay/kit/icons/trash.ts';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import css from './chart.module.css';
import type { ChartStore } from './chart-store.ts';
import { LineStyleButton } from './line-style-button.tsx';
import { TOOL_ICON, ToolButton } from './tool-button.tsx';

/** The tools of the selected drawing: how its line looks, and its removal. */
export function SelectionBar({ store, onRemoved }: { store: ChartStore; onRemoved(): void }) {
  const { t } = useTranslation();
  const drawing = useStore(store, ({ drawings, selected }) =>
    drawings.find(({ id }) => id === selected),
  );
  if (drawing === undefined) return null;
  const { id, name, style } = drawing;
  const title = t(($) => $.chart.drawings[name]);
  return (
    <div className={css.selection} role="toolbar" aria-label={title}>
      <span className={css.selectionName}>{title}</span>
      <LineStyleButton
        label={t(($) => $.chart.style.of, { name: title })}
        value={style}
        onChange={(next) => store.getState().styleDrawing(id, next)}
      />
      <ToolButton
        className={css.drawingTool}
        text={t(($) => $.chart.drawing.remove)}
        onClick={() => {
          store.getState().removeDrawing(id);
          onRemoved();
        }}
      >
        <IconTrash {...TOOL_ICON} />
      </ToolButton>
    </div>
  );
}
