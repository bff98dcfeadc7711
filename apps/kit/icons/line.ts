import { outline } from '../display/icon.tsx';

export const IconLine = /* @__PURE__ */ outline(
  'M4 18a2 2 0 1 0 4 0a2 2 0 1 0-4 0M16 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7.5 16.5l9-9',
);
