import { outline } from '../display/icon.tsx';

export const IconDiscount = /* @__PURE__ */ outline(
  'M9 15l6-6M9 9.5a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0m5 5a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0',
);
