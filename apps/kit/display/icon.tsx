import type { ReactNode, SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height in pixels. */
  size?: number;
  /** The width of its lines, where 24 is the whole drawing. */
  stroke?: number;
}

export type Icon = (props: IconProps) => ReactNode;

/** A drawing of lines, in the colour of the text around it. */
export const outline = (path: string): Icon =>
  drawing(path, ({ size = 24, stroke = 2, ...rest }) => ({
    width: size,
    height: size,
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: stroke,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    ...rest,
  }));

/** A drawing of areas. */
export const filled = (path: string): Icon =>
  drawing(path, ({ size = 24, stroke: _, ...rest }) => {
    return { width: size, height: size, fill: 'currentColor', ...rest };
  });

function drawing(path: string, look: (props: IconProps) => SVGProps<SVGSVGElement>): Icon {
  return (props) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: who shows it names it or hides it.
    <svg viewBox="0 0 24 24" {...look(props)}>
      <path d={path} />
    </svg>
  );
}
