import { Splitter } from '@assay/kit/page/splitter.tsx';
import type { ComponentProps } from 'react';
import { BOUNDS, type Size } from './bounds.ts';
import { DEFAULT_PREFERENCES, useDeskPreferences } from './preferences.ts';

interface SizeSplitterProps extends Pick<ComponentProps<typeof Splitter>, 'label' | 'edge'> {
  size: Size;
}

/**
 * The line at which a panel of the desk is resized. While it is dragged only a style variable
 * moves; the size is kept when the pointer is let go.
 */
export function SizeSplitter({ size, ...line }: SizeSplitterProps) {
  const value = useDeskPreferences((preferences) => preferences[size]);
  const change = useDeskPreferences((preferences) => preferences.change);
  const [least, most] = BOUNDS[size];
  return (
    <Splitter
      {...line}
      {...{ value, least, most }}
      usual={DEFAULT_PREFERENCES[size]}
      onMove={(px) => {
        const desk = document.querySelector<HTMLElement>('[data-desk]');
        desk?.style.setProperty(`--${size}`, `${px}px`);
      }}
      onChange={(px) => change({ [size]: px })}
    />
  );
}
