import { lazy, Suspense } from 'react';
import type { SearchSelectProps } from './search-select-body.tsx';
import { TextField } from './text-field.tsx';

const Body = lazy(() => import('./search-select-body.tsx'));

/** One of many, found by typing. Few forms have one, so its code comes with the first. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, hint } = props;
  const waiting = <TextField disabled label={label} hint={hint} value="" onChange={ignore} />;
  return (
    <Suspense fallback={waiting}>
      <Body {...props} />
    </Suspense>
  );
}

const ignore = () => undefined;
