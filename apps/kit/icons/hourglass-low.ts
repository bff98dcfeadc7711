import { outline } from '../display/icon.tsx';

export const IconHourglassLow = /* @__PURE__ */ outline(
  'M6.5 17h11M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1M6 4v2a6 6 0 1 0 12 0V4a1 1 0 0 0-1-1H7a1 1 0 0 0-1 1',
);
