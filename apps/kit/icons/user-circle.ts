import { outline } from '../display/icon.tsx';

export const IconUserCircle = /* @__PURE__ */ outline(
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 10a3 3 0 1 0 6 0a3 3 0 1 0-6 0m-2.832 8.849A4 4 0 0 1 10 16h4a4 4 0 0 1 3.834 2.855',
);
