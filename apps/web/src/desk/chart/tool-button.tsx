import type { ReactNode } from 'react';

/** The size of an icon on a button of the chart. */
export const TOOL_ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

interface ToolButtonProps {
  className: string | undefined;
  /** What the icon means. */
  text: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick(): void;
  children: ReactNode;
}

/** A button with an icon on one of the chart's two bars. */
export function ToolButton({ text, pressed, children, ...button }: ToolButtonProps) {
  return (
    <button type="button" aria-label={text} title={text} aria-pressed={pressed} {...button}>
      {children}
    </button>
  );
}
