import { useTokens } from '@assay/kit/look/use-tokens.ts';
import { Popover } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { COLORS, dashesOf, type LineStyle, PATTERNS, WIDTHS } from './line-style.ts';
import css from './line-style-button.module.css';

/** Seven colours in a row, in px. */
const PANEL_WIDTH = 256;

interface LineStyleButtonProps {
  /** What the style is of. */
  label: string;
  value: LineStyle;
  onChange(style: LineStyle): void;
}

/** A sample of a line; a click opens its colour, width and pattern. */
export function LineStyleButton({ label, value, onChange }: LineStyleButtonProps) {
  return (
    // Inside its dialog, which keeps the focus within itself.
    <Popover
      position="bottom-start"
      offset={4}
      width={PANEL_WIDTH}
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button type="button" className={css.button} aria-label={label} title={label}>
          <Sample style={value} length={32} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={css.panel} onKeyDown={(event) => event.stopPropagation()}>
        <LineStyleFields value={value} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

function LineStyleFields({ value, onChange }: Omit<LineStyleButtonProps, 'label'>) {
  const { t } = useTranslation();
  const tokens = useTokens();
  return (
    <>
      <Choice
        legend={t(($) => $.chart.style.color)}
        options={COLORS}
        value={value.color}
        text={(color) => t(($) => $.chart.style.colors[color])}
        draw={(color) => <span className={css.swatch} style={{ background: tokens[color] }} />}
        onChange={(color) => onChange({ ...value, color })}
      />
      <Choice
        legend={t(($) => $.chart.style.width)}
        options={WIDTHS}
        value={value.width}
        text={(width) => t(($) => $.chart.style.pixels, { count: width })}
        draw={(width) => <Sample style={{ ...value, width, pattern: 'solid' }} length={24} />}
        onChange={(width) => onChange({ ...value, width })}
      />
      <Choice
        legend={t(($) => $.chart.style.pattern)}
        options={PATTERNS}
        value={value.pattern}
        text={(pattern) => t(($) => $.chart.style.patterns[pattern])}
        draw={(pattern) => <Sample style={{ ...value, pattern }} length={24} />}
        onChange={(pattern) => onChange({ ...value, pattern })}
      />
    </>
  );
}

interface ChoiceProps<Option> {
  legend: string;
  options: readonly Option[];
  value: Option;
  text(option: Option): string;
  draw(option: Option): ReactNode;
  onChange(option: Option): void;
}

/** A row of radio buttons that show what they mean. */
function Choice<Option extends string | number>(props: ChoiceProps<Option>) {
  const { legend, options, value, text, draw, onChange } = props;
  const name = useId();
  return (
    <fieldset className={css.choice}>
      <legend className={css.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option} className={css.option} title={text(option)}>
          <input
            type="radio"
            className="seen-by-ear"
            name={name}
            aria-label={text(option)}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          {draw(option)}
        </label>
      ))}
    </fieldset>
  );
}

function Sample({ style, length }: { style: LineStyle; length: number }) {
  const tokens = useTokens();
  return (
    <svg aria-hidden="true" width={length} height={12} viewBox={`0 0 ${length} 12`}>
      <line
        x1={1}
        y1={6}
        x2={length - 1}
        y2={6}
        stroke={tokens[style.color]}
        strokeWidth={style.width}
        strokeDasharray={style.pattern === 'solid' ? undefined : dashesOf(style).join(' ')}
      />
    </svg>
  );
}
