import { outline } from '../display/icon.tsx';

export const IconZoomIn = /* @__PURE__ */ outline(
  'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0m4 0h6m-3-3v6m11 8l-6-6',
);
